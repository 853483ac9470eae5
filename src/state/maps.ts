/** The map without a key: itself where it has none such. */
export function without<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  return map.has(key) ? new Map([...map].filter(([other]) => other !== key)) : map
}
