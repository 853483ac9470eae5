import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { addressOf, isOwnOrigin, type OriginSources, originOf } from '../../http/origin'
import { foreignOrigin, noPasskeysHere } from '../../lib/errors'

/** For whom passkeys are made and asked: browsers hold each for one host name, and sign the origin of the page. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * The hub as the page knows it that asks: PUBLIC_URL, localhost, or whatever name it was opened by. A page of somebody
 * else's is refused; an address of numbers is no name that a passkey could be made for.
 */
export function relyingPartyOf(sources: OriginSources, request: FastifyRequest): RelyingParty {
  const said = request.headers.origin
  if (said !== undefined && !isOwnOrigin(sources, request, said)) throw foreignOrigin()
  const { hostname } = said === undefined ? addressOf(sources, request) : new URL(said)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) throw noPasskeysHere()
  return { id: hostname, origin: said ?? originOf(sources, request) }
}
