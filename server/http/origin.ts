import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../lib/errors'

/** What an address of the hub is read from. */
export interface OriginSources {
  /** null: whatever address a request came to. */
  readonly config: { readonly publicOrigin: string | null }
}

/** Whether a page of this origin came from the hub: under PUBLIC_URL, or under the address that is asked now. */
export function isOwnOrigin({ config }: OriginSources, request: FastifyRequest, origin: string): boolean {
  if (origin === config.publicOrigin) return true
  // Not its scheme, which a proxy may have ended: whoever serves a page under this name and port is the hub.
  return URL.canParse(origin) && new URL(origin).host === request.host
}

/** Where people reach the hub: PUBLIC_URL where it is set, else the address that the request came to. */
export function originOf({ config }: OriginSources, request: FastifyRequest): string {
  return config.publicOrigin ?? `${request.protocol}://${request.host}`
}

/** The same where something is read from it: refused where the request, of which it is without PUBLIC_URL, names no host. */
export function addressOf(sources: OriginSources, request: FastifyRequest): URL {
  const origin = originOf(sources, request)
  if (!URL.canParse(origin)) throw invalidInput('Host: Name the host, and its port, as the address of the app does.')
  return new URL(origin)
}
