import { uniformNumbers } from '../../scripts/footage/random.mjs'

/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number
  bytes(length: number): Uint8Array<ArrayBuffer>
  pick<T>(first: T, ...rest: T[]): T
}

export function seededRandom(seed: number): Random {
  const next = uniformNumbers(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      for (let i = 0; i < length; i++) bytes[i] = between(0, 255)
      return bytes
    },
    pick: (first, ...rest) => rest[between(0, rest.length) - 1] ?? first,
  }
}
