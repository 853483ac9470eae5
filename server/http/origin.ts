import type { FastifyRequest } from 'fastify'

/** What an address of the hub is read from. */
export interface OriginSources {
  /** null: whatever address a request came to. */
  readonly config: { readonly publicOrigin: string | null }
}

/** Where people reach the hub: PUBLIC_URL where it is set, else the address that the request came to. */
export function originOf({ config }: OriginSources, request: FastifyRequest): string {
  return config.publicOrigin ?? `${request.protocol}://${request.host}`
}
