import * as z from 'zod/mini'

const SENTENCE =
  'PUBSUB_URL must look like redis://user:password@host:port, or rediss:// for TLS; signs such as % in its password are written as %25.'

/** What several hubs tell each other goes by this (SCALE-06). */
export const peersVariables = {
  PUBSUB_URL: z.optional(z.string().check(z.refine(isRedisUrl, { error: SENTENCE }))),
}

function isRedisUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, pathname, username, password } = new URL(value)
  return (
    isDecodable(username) &&
    isDecodable(password) &&
    ['redis:', 'rediss:'].includes(protocol) &&
    hostname !== '' &&
    /^(?:\/\d{0,3})?$/.test(pathname)
  )
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
