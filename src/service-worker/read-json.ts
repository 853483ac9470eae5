/** Empty: there is no such text. */
export function textIn(json: unknown, name: string): string {
  const value = fieldOf(json, name)
  return typeof value === 'string' ? value : ''
}

export function fieldOf(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? Object.entries(json).find(([key]) => key === name)?.[1] : undefined
}
