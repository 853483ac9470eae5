/**
 * What is signed: a title and one line `name value` for each fact, in a fixed order. There is one way to write it, and a
 * person can read it.
 */
export function linesOf(title: string, facts: readonly (readonly [name: string, value: string])[]): string {
  return [title, ...facts.map(([name, value]) => `${name} ${value}`)].join('\n')
}

/** The values by name; null where title, names or order are others. */
export function valuesIn<Name extends string>(
  title: string,
  names: readonly Name[],
  text: string,
): Readonly<Record<Name, string>> | null {
  const lines = text.split('\n')
  if (lines.length !== names.length + 1 || lines[0] !== title) return null
  const values: [Name, string][] = []
  for (const [index, name] of names.entries()) {
    const line = lines[index + 1] ?? ''
    if (!line.startsWith(`${name} `)) return null
    values.push([name, line.slice(name.length + 1)])
  }
  // Every name has its value by now.
  return Object.fromEntries(values) as Record<Name, string>
}

const HASH = /^[0-9a-f]{64}$/
const ID = /^[\x21-\x7e]{1,200}$/
const COUNT = /^(?:0|[1-9]\d{0,14})$/
/** In place of what is not there. */
export const NONE = '-'

export const isHash = (text: string): boolean => HASH.test(text)
export const isId = (text: string): boolean => ID.test(text)
export const isCount = (text: string): boolean => COUNT.test(text)
export const isHashOrNone = (text: string): boolean => text === NONE || isHash(text)

/** Written as `toISOString` writes it. */
export function isTime(text: string): boolean {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text
}
