import type { EventRow } from './workspace'

/** What an answer to a typed question must hold. Where a word has several honest readings ("night"), each is right. */
export type TypedExpectation =
  /** The first number said is that of one of the sets, and all that is listed is of it. */
  | { readonly kind: 'count'; readonly sets: readonly (readonly EventRow[])[] }
  /** One of these events comes first; without any, or by a reading without any, the answer says that there is none. */
  | { readonly kind: 'one'; readonly rows: readonly EventRow[]; readonly mayBeNone?: boolean }
  | { readonly kind: 'list'; readonly sets: readonly (readonly EventRow[])[]; readonly least?: number }
  /** The newest recording of the set is linked, and none of another. */
  | { readonly kind: 'clips'; readonly sets: readonly (readonly EventRow[])[] }
  /** Both numbers, and which is more. */
  | { readonly kind: 'pair'; readonly pairs: readonly (readonly [number, number])[] }
  /** The first camera named is one of these, with one of the numbers. */
  | { readonly kind: 'top'; readonly names: readonly string[]; readonly n?: readonly number[] }
  | { readonly kind: 'says'; readonly all: readonly RegExp[]; readonly not?: readonly RegExp[] }
  /** Each name beside its number. */
  | { readonly kind: 'table'; readonly cells: readonly (readonly [string, number])[] }
  | { readonly kind: 'nums'; readonly values: readonly number[] }
  | { readonly kind: 'number'; readonly values: readonly number[] }
  | { readonly kind: 'refuse'; readonly not?: readonly RegExp[] }

export interface TypedQuestion {
  readonly ask: string
  /** Asked before in the same chat. */
  readonly before?: readonly string[]
  readonly check: TypedExpectation
}
