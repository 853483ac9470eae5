import type { Failure, Result } from '../../api/result'
import { raised } from '../messages'
import type { Reporter } from '../services'

/** A failed read, as queries raise it: the specification's sentence, and the failure behind it. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly failure: Failure

  constructor(message: string, failure: Failure) {
    super(message)
    this.failure = failure
  }
}

/** The general sentence of a failed signed-in call (ERR-05). */
export function sentenceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'http':
      return failure.isRetry ? raised.httpOnRetry(failure.statusText) : raised.http(failure.statusText)
    case 'network':
      return raised.http(failure.isTimeout ? 'no answer in time' : 'no connection')
    case 'bad-answer':
      return raised.http(`unexpected answer (${failure.detail})`)
    case 'signed-out':
      return raised.http('signed out')
    case 'aborted':
      return raised.http('aborted')
  }
}

/** Tells the log of a failure that the user is not told of; the general sentence where there is no special one. */
export function reportFailure(reporter: Reporter, failure: Failure, sentence?: string): void {
  reporter.report(sentence ?? sentenceOf(failure), new RequestError(sentenceOf(failure), failure))
}

/** The value of a read, or a RequestError with the given sentence or the general one. */
export function unwrap<T>(result: Result<T>, sentence?: string): T {
  if (result.ok) return result.value
  throw new RequestError(sentence ?? sentenceOf(result.failure), result.failure)
}

const NOT_REACHED = 'The hub could not be reached. Check the connection and try again.'

/** What to do about a failed call of an extension: the hub's own sentence where it gave one. */
export function adviceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'http':
      return failure.message || `The hub answered “${failure.statusText}”. Try again in a moment.`
    case 'network':
      return NOT_REACHED
    case 'bad-answer':
      return failure.isFromProxy
        ? NOT_REACHED
        : 'The answer of the hub could not be read. Reload the page and try again.'
    case 'signed-out':
      return 'You are signed out. Sign in and try again.'
    case 'aborted':
      return 'It was broken off. Try again.'
  }
}

/** What somebody filled in was not taken. The text says why, beside the form. */
export interface Refused {
  readonly kind: 'refused'
  readonly text: string
}

/** By the call's own schema, before it was sent. */
export function refusedInput({ issues }: { readonly issues: readonly { readonly message: string }[] }): Refused {
  return { kind: 'refused', text: issues[0]?.message ?? '' }
}

/** By the hub, or on the way there; the log is told too. */
export function refusedCall(reporter: Reporter, failure: Failure): Refused {
  reportFailure(reporter, failure)
  return { kind: 'refused', text: adviceOf(failure) }
}
