import type { FastifyRequest } from 'fastify'
import type { BlobKey } from '../services/blobs'
import type { Services } from '../services/services'

type Extra = Readonly<Record<string, string>>

/** Absolute links: under PUBLIC_URL where it is set, else under the address that the request came to. */
export function mediaUrls({ config, links }: Services, request: FastifyRequest) {
  const origin = config.publicOrigin ?? `${request.protocol}://${request.host}`
  return (key: BlobKey, extra: Extra = {}): string => origin + links.sign(key, extra)
}
