import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services'

/** A set of ids that this browser keeps; ids hold no comma. */
export function storedSet(key: string) {
  const changesAtom = atom(0)
  const idsAtom = atom((get): ReadonlySet<string> => {
    get(changesAtom)
    return new Set((get(servicesAtom).storage.getItem(key) ?? '').split(',').filter((id) => id !== ''))
  })
  const addAtom = atom(null, (get, set, id: string) => {
    const ids = get(idsAtom)
    if (ids.has(id)) return
    get(servicesAtom).storage.setItem(key, [...ids, id].join(','))
    set(changesAtom, (count) => count + 1)
  })
  return { idsAtom, addAtom }
}
