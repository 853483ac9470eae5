import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** A host as a URL names it. */
export interface AskedName {
  readonly hostname: string
  /** The hub's owner named it. */
  readonly isRelay: boolean
}

/** A name server that says nothing is asked twice, the second time for twice as long. */
const TRY = { timeout: 1500, tries: 2 }
const LOOPBACK = '127.0.0.1'

/** Every address of a name. Rejects when there is none, or when the signal says so. */
export async function addressesOf(
  { hostname, isRelay }: AskedName,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<readonly string[]> {
  signal.throwIfAborted()
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return [literal]
  if (isRelay) return unlessAborted(addressesHere(hostname), signal)
  // No name server's to say.
  if (/(?:^|\.)localhost\.?$/.test(hostname)) return [LOOPBACK]
  return publicAddresses(hostname, signal, nameServers)
}

/** As this machine sees it, with its hosts file and the names of its network. */
async function addressesHere(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

/**
 * Asks name servers itself: the machine's own lookup takes one of the few threads that files and all other names wait for, and
 * cannot be called off, so that whoever has a silent name server could hold up the messages of everybody.
 */
async function publicAddresses(
  hostname: string,
  signal: AbortSignal,
  nameServers: readonly string[] | undefined,
): Promise<readonly string[]> {
  // One for each question: it reads the machine's settings anew, and calling it off calls off no other.
  const resolver = new Resolver(TRY)
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  signal.removeEventListener('abort', cancel)
  signal.throwIfAborted()
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length === 0) throw new Error(`no name server knows ${hostname}`)
  return found
}

/** A lookup of the machine's cannot be called off: its end is then waited for by nobody. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
