import { createHash } from 'node:crypto'
import { alone } from './alone'
import type { Peers } from './peers'
import type { RedisPeersPorts } from './redis-peers'

export interface OpenPeersPorts {
  /** null: this hub is alone. */
  readonly url: string | null
  /** The same at all hubs of one database, and at no others. */
  readonly secret: Buffer
  readonly log: RedisPeersPorts['log']
}

/** The library is loaded where there is something to reach: a hub alone does not carry it. */
export async function openPeers({ url, secret, log }: OpenPeersPorts): Promise<Peers> {
  if (url === null) return alone()
  const { RedisPeers } = await import('./redis-peers')
  const realm = createHash('sha256').update('peers').update(secret).digest('hex').slice(0, 16)
  return new RedisPeers({ url, realm, log })
}
