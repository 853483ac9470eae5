import type { Failure } from '../../api/result'

/** What to do about a failed call of an extension: the hub's own sentence where it gave one. */
export function adviceOf(failure: Failure): string {
  switch (failure.kind) {
    case 'http':
      return failure.message || `The hub answered “${failure.statusText}”. Try again in a moment.`
    case 'network':
      return 'The hub could not be reached. Check the connection and try again.'
    case 'bad-answer':
      return 'The answer of the hub could not be read. Reload the page and try again.'
    case 'signed-out':
      return 'You are signed out. Sign in and try again.'
    case 'aborted':
      return 'It was broken off. Try again.'
  }
}
