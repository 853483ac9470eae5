import type { FastifyInstance } from 'fastify'
import { AUTHORITY_PATH } from '../../src/contract/sign-in/pairings'
import { notFound } from '../lib/errors'
import type { Reach } from './reach'

/**
 * The certificate of the hub's authority, for those who want no warning (LAN-05). It is public, as every certificate is;
 * its key never leaves the data folder.
 */
export function authorityRoutes(fastify: FastifyInstance, { reach }: { readonly reach: Reach }): void {
  fastify.get(AUTHORITY_PATH, async (_request, reply) => {
    const authority = reach.authority()
    if (authority === null) throw notFound('address')
    return reply
      .header('content-type', 'application/x-x509-ca-cert')
      .header('content-disposition', 'attachment; filename="nightjar-ca.crt"')
      .header('cache-control', 'no-cache')
      .send(`${authority.trim()}\n`)
  })
}
