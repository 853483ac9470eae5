import { NotConnected, type OutsideNetwork, type PinnedPost, type PostAnswer } from './outside-network'
import { isPublicAddress } from './public-address'

/** A place that may be called, as its URL says it. */
export interface PostTarget {
  readonly isSecure: boolean
  readonly hostname: string
  readonly port: number
  /** Path and query. */
  readonly path: string
  /** Its address need not be public: the hub's owner named it. */
  readonly isRelay: boolean
}

export type PostContent = Pick<PinnedPost, 'body' | 'headers'>

export type PostResult =
  | ({ readonly kind: 'answered' } & PostAnswer)
  /** Now: a network that needs a sign-in of its own leads every name to itself, for a while. */
  | { readonly kind: 'unreachable'; readonly problem: string }
  | { readonly kind: 'aborted' }

/** Looking up, connecting, sending and reading together. */
const LIMIT_MS = 10_000

/**
 * Sends to a place that was judged by its URL: only to addresses that are checked, following no redirect, in bounded time.
 * Never rejects. What the answer says is never handed on (SEC-03).
 */
export async function guardedPost(
  network: OutsideNetwork,
  target: PostTarget,
  content: PostContent,
  signal: AbortSignal,
): Promise<PostResult> {
  const limit = AbortSignal.timeout(LIMIT_MS)
  const ended = AbortSignal.any([signal, limit])
  try {
    return await Promise.race([call(network, target, content, ended), endOf(ended)])
  } catch {
    if (signal.aborted) return { kind: 'aborted' }
    const what = limit.aborted ? 'did not answer in time' : 'could not be reached'
    return { kind: 'unreachable', problem: `${target.hostname} ${what}.` }
  }
}

/** Rejects then, whether or not the network heeds it: one call that never ends would hold up the messages of everybody. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function call(
  network: OutsideNetwork,
  target: PostTarget,
  content: PostContent,
  signal: AbortSignal,
): Promise<PostResult> {
  const { hostname, port, path, isSecure } = target
  const addresses = await network.resolve(target, signal)
  // One bad address among good ones is reason enough: a name that is about to change its mind looks like this.
  if (!target.isRelay && !addresses.every(isPublicAddress))
    return { kind: 'unreachable', problem: `${hostname} leads into a private network and is not called.` }
  // Something is left for the answer of the last one.
  const connectLimitMs = LIMIT_MS / (addresses.length + 1)
  for (const address of addresses) {
    const answer = await network
      .post({ address, connectLimitMs, hostname, port, path, isSecure, ...content }, signal)
      .catch(nullUnlessSent)
    signal.throwIfAborted()
    if (answer !== null) return { kind: 'answered', ...answer }
  }
  return { kind: 'unreachable', problem: `${hostname} could not be reached.` }
}

/** A name may lead to several addresses, of which one is away. What was sent is not sent to another one. */
function nullUnlessSent(problem: unknown): null {
  if (problem instanceof NotConnected) return null
  throw problem
}
