import type { Scope } from './misleading/scope'
import type { EventRow } from './workspace'

/** What a right answer must hold; a question is right only where all of it is there and nothing contradicts. */
export type Expectation =
  /** The first number said, or "no"; of what is listed every line is one of the rows, and the newest are listed. */
  | { readonly kind: 'count'; readonly rows: readonly EventRow[] }
  /** A number and no more. */
  | { readonly kind: 'number'; readonly value: number }
  /** This very event: its minute, and the link to its recording if it has one. */
  | { readonly kind: 'event'; readonly row: EventRow }
  /** These events, and no others. */
  | { readonly kind: 'events'; readonly rows: readonly EventRow[] }
  /** Both numbers in this order, and which is more. */
  | { readonly kind: 'comparison'; readonly first: number; readonly second: number }
  /** The words, in any place, and none of the others. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly not?: readonly string[] }
  /** Recordings that are linked, in this order. */
  | { readonly kind: 'clips'; readonly rows: readonly EventRow[] }
  /** It cannot be answered, and the answer says so. */
  | { readonly kind: 'refusal'; readonly words: RegExp }

export interface BenchQuestion {
  readonly ask: string
  /** Asked before in the same chat. */
  readonly before?: readonly string[]
  readonly expected: Expectation
  /** What it asks about, where that is one time, or two. */
  readonly scope?: Scope
}
