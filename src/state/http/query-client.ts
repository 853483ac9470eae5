import { QueryCache, QueryClient } from '@tanstack/query-core'
import type { Reporter } from '../reporter'
import { RequestError } from './request-error'
import { retryDelayMs, shouldRetry } from './retry'

/**
 * Reads as FETCH-01 says; a read that failed for good goes to the reporter, once. They go on while the browser
 * calls itself offline: the hub may be this very machine.
 */
export function createQueryClient(reporter: Reporter): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        const isAborted = error instanceof RequestError && error.failure.kind === 'aborted'
        if (!isAborted) reporter.report(error.message, error)
      },
    }),
    defaultOptions: { queries: { retry: shouldRetry, retryDelay: retryDelayMs, networkMode: 'always' } },
  })
}
