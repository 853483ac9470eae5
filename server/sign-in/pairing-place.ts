import type { FastifyRequest } from 'fastify'
import type { OriginSources } from '../http/origin'
import { originForOthers, type Reach } from '../http/reach'

/** Where another device opens this hub. */
export type PairingPlace =
  | { readonly kind: 'open'; readonly origin: string; readonly fingerprint: string | null }
  /** Nowhere; the sentence says what to do. */
  | { readonly kind: 'closed'; readonly reason: string }

/** Only over https: browsers give plain pages of other machines no camera. */
export function placeFor(services: OriginSources & { readonly reach: Reach }, request: FastifyRequest): PairingPlace {
  const { reach } = services
  const origin = originForOthers(services, request)
  if (origin !== null) return { kind: 'open', origin, fingerprint: fingerprintAt(origin, reach) }
  return { kind: 'closed', reason: reach.isOpen ? NO_NETWORK : NOT_OPEN }
}

const NO_NETWORK = 'The machine that runs Nightjar is in no network now. Connect it to yours, then try again.'
const NOT_OPEN =
  'Other devices cannot reach Nightjar yet: it answers on this machine alone. Stop it (Ctrl+C) and start it with LAN=1 npm start (installed: LAN=1 nightjar start); this page and its cameras stay as they are.'

/** Only where browsers meet the hub's own certificate: in front of a proxy or at PUBLIC_URL they meet another. */
function fingerprintAt(origin: string, reach: Reach): string | null {
  return reach.origins().includes(origin) ? reach.fingerprint() : null
}
