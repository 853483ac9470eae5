/** How a read stands for the screen that shows it. Silent as failures are (ERR-30): missing is not the same as empty. */
export type Reading = 'awaited' | 'missing' | 'here'

/** A read that was given up once stays missing while it is tried again, so that its place does not flicker. */
export function readingOf(query: {
  readonly data: unknown
  readonly isPending: boolean
  readonly errorUpdateCount: number
}): Reading {
  if (query.data !== undefined) return 'here'
  return query.isPending && query.errorUpdateCount === 0 ? 'awaited' : 'missing'
}
