import { isIP } from 'node:net'
import * as z from 'zod/mini'

/** The proxy's own word for the addresses of this machine. */
const LOOPBACK = 'loopback'
const SENTENCE =
  'TRUST_PROXY must be the addresses of your proxies, separated by commas, such as loopback,172.17.0.1,10.0.0.0/8.'

export const trustedProxiesVariables = {
  TRUST_PROXY: z.optional(z.string().check(z.refine((value) => entriesOf(value).every(isProxy), { error: SENTENCE }))),
}
const schema = z.object({ ...trustedProxiesVariables, PUBLIC_URL: z.optional(z.string()) })
export type TrustedProxiesVariables = z.infer<typeof schema>

/**
 * Whom the hub believes who asks. With PUBLIC_URL, what comes from this machine comes through a proxy; without either
 * variable anybody here could call themselves somebody else.
 */
export function trustedProxiesOf({ TRUST_PROXY, PUBLIC_URL }: TrustedProxiesVariables): readonly string[] {
  if (TRUST_PROXY !== undefined) return entriesOf(TRUST_PROXY)
  return PUBLIC_URL === undefined ? [] : [LOOPBACK]
}

function entriesOf(list: string): string[] {
  return list.split(',').map((entry) => entry.trim())
}

/** A range of length 0 is everybody: the header would then be anybody's word. */
function isProxy(entry: string): boolean {
  if (entry === LOOPBACK) return true
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const family = isIP(address)
  if (family === 0) return false
  return length === undefined || (Number(length) >= 1 && Number(length) <= (family === 4 ? 32 : 128))
}
