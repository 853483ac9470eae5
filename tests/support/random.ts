/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number
  bytes(length: number): Uint8Array<ArrayBuffer>
  pick<T>(first: T, ...rest: T[]): T
}

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
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
