import type { FastifyRequest } from 'fastify'
import type { Services } from '../hub/services'
import type { BlobKey } from './blobs'

type Extra = Readonly<Record<string, string>>

/** Where people reach the hub: PUBLIC_URL where it is set, else the address that the request came to. */
export function originOf({ config }: Pick<Services, 'config'>, request: FastifyRequest): string {
  return config.publicOrigin ?? `${request.protocol}://${request.host}`
}

/** Absolute links. */
export function mediaUrls(services: Services, request: FastifyRequest) {
  const origin = originOf(services, request)
  return (key: BlobKey, extra: Extra = {}): string => origin + services.links.sign(key, extra)
}
