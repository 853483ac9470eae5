import * as z from 'zod/mini'

const SENTENCE = 'PUBSUB_URL must look like redis://user:password@host:port, or rediss:// for TLS.'

/** What several hubs tell each other goes by this (SCALE-06). */
export const peersVariables = {
  PUBSUB_URL: z.optional(z.string().check(z.refine(isRedisUrl, { error: SENTENCE }))),
}

function isRedisUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname } = new URL(value)
  return ['redis:', 'rediss:'].includes(protocol) && hostname !== '' && /^(?:\/\d{0,3})?$/.test(pathname)
}
