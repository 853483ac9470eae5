import type { Hub } from '../build-hub'

/** Requests that do not end are cut off then. */
const REQUESTS_LIMIT_MS = 10_000
/** Store and database have limits of their own, one after the other: whoever kills at the end does it after 15 s or more. */
const END_LIMIT_MS = 14_000

/** Closes the hub for good; resolves to the code that its process ends with. */
export async function endHub({ fastify, close }: Pick<Hub, 'fastify' | 'close'>): Promise<0 | 1> {
  setTimeout(() => fastify.server.closeAllConnections(), REQUESTS_LIMIT_MS).unref()
  const late = new Promise<1>((resolve) => setTimeout(() => resolve(1), END_LIMIT_MS))
  const code = await Promise.race([close().then(() => 0 as const), late])
  if (code === 1) fastify.log.error('the hub did not end in time: requests, store or database take longer')
  return code
}
