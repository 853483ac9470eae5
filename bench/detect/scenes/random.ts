import { uniformNumbers } from '../../../scripts/footage/random.mjs'

/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** Any number from `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number, both bounds included. */
  integer(least: number, most: number): number
  isHit(chance: number): boolean
  pick<T>(first: T, ...rest: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  const next = uniformNumbers(seed)
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    integer,
    between: (least, most) => least + next() * (most - least),
    isHit: (chance) => next() < chance,
    pick: (first, ...rest) => rest[integer(0, rest.length) - 1] ?? first,
  }
}

/** A seed of its own for every part of a run, so that adding one scene changes no other. */
export function seedFor(seed: number, ...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed
  for (const character of parts.join('/')) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
}
