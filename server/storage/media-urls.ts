import type { FastifyRequest } from 'fastify'
import { originOf } from '../http/origin'
import type { BlobKey } from './blobs'
import type { StorageServices } from './services'

type Extra = Readonly<Record<string, string>>

/** Makes a link that a browser can open for some minutes. */
export type UrlOf = (key: BlobKey, extra?: Extra) => string

/** Absolute links. */
export function mediaUrls(services: Pick<StorageServices, 'config' | 'links'>, request: FastifyRequest): UrlOf {
  const origin = originOf(services, request)
  return (key, extra = {}) => origin + services.links.sign(key, extra)
}
