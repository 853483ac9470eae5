import { focusManager, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/query-core'
import type { Failure } from '../../api/result'
import type { Reporter } from '../services'
import { RequestError } from './request-error'

/** Retries of a failed read (FETCH-01, X-57). */
const MAX_RETRIES = 3

const NEWEST_LIMIT_MS = 5_000

/** Delay before retry number `attempt` (0 is the first): 1 s, doubled, at most 30 s (FETCH-01). */
export function retryDelayMs(attempt: number): number {
  return Math.min(1_000 * 2 ** attempt, 30_000)
}

/** Reads are retried three times; never after the session ended, the caller left, or a new token was refused as well (SESS-09). */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return failureCount < MAX_RETRIES && !(error instanceof RequestError && isFinal(error.failure))
}

function isFinal(failure: Failure): boolean {
  if (failure.kind === 'http') return failure.status === 401 && !failure.isFromProxy
  return failure.kind === 'signed-out' || failure.kind === 'aborted'
}

/**
 * For what the tab of a camera laptop reads again and again though nobody looks at it: there the library waits with the
 * retry until somebody does, and reads nothing meanwhile. A failed read is begun anew at its next turn instead.
 */
export function retryWhileSeen(failureCount: number, error: unknown): boolean {
  return focusManager.isFocused() && shouldRetry(failureCount, error)
}

/**
 * For the question what there is by now, before something of it is changed: who does not answer it takes no change either,
 * or makes it wait no longer than 5 s. That is the patience of this question, and no word on whether the hub answers at all.
 */
export function newestPatience(): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(NEWEST_LIMIT_MS) }
}

/**
 * Reads as FETCH-01 says; a read that failed for good goes to the reporter, and goes there again only after it came or
 * when it fails otherwise: some are read every few seconds, and a hub may be away all night. They go on while the
 * browser calls itself offline: the hub may be this very machine.
 */
export function createQueryClient(reporter: Reporter): QueryClient {
  // By a timer, as the library has it, rules that waited for a read would go on with what was there before it.
  notifyManager.setScheduler(queueMicrotask)
  const reported = new WeakMap<object, string>()
  const queryCache = new QueryCache({
    onSuccess: (_, query) => void reported.delete(query),
    onError: (error, query) => {
      const isAborted = error instanceof RequestError && error.failure.kind === 'aborted'
      if (isAborted || reported.get(query) === error.message) return
      reported.set(query, error.message)
      reporter.report(error.message, error)
    },
  })
  queryCache.subscribe((change) => {
    if (change.type === 'updated' && change.action.type === 'pause') beginAnewUnseen(change.query)
  })
  return new QueryClient({
    queryCache,
    defaultOptions: { queries: { retry: shouldRetry, retryDelay: retryDelayMs, networkMode: 'always' } },
  })
}

/** A tab that is hidden between a failure and its retry would wait with that, too: what it reads unseen is asked anew. */
function beginAnewUnseen(query: Query): void {
  if (!query.observers.some(({ options }) => options.refetchIntervalInBackground === true)) return
  void query
    .cancel({ silent: true })
    .then(() => query.fetch())
    .catch(() => undefined)
}

/** How a read stands for the screen that shows it. Silent as failures are (ERR-30): missing is not the same as empty. */
type Reading = 'awaited' | 'missing' | 'here'

/** A read that was given up once stays missing while it is tried again, so that its place does not flicker. */
export function readingOf(query: {
  readonly data: unknown
  readonly isPending: boolean
  readonly errorUpdateCount: number
}): Reading {
  if (query.data !== undefined) return 'here'
  return query.isPending && query.errorUpdateCount === 0 ? 'awaited' : 'missing'
}

type Tried = Parameters<typeof readingOf>[0] & { readonly failureCount: number }

/** Whether the first attempt is under way: later ones go on unseen. */
export function isFirstAttempt(query: Tried): boolean {
  return readingOf(query) === 'awaited' && query.failureCount === 0
}

/** Attempts that a figure's default waits for, 1 s apart: a hub that hiccuped once raises no alarm. */
const FIGURE_ATTEMPTS = 2

/** How a read stands for figures, which have defaults (DASH-24): these do not wait until it is given up. */
export function figureReadingOf(query: Tried): Reading {
  const reading = readingOf(query)
  return reading === 'awaited' && query.failureCount >= FIGURE_ATTEMPTS ? 'missing' : reading
}
