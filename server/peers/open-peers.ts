import { createHash } from 'node:crypto'
import { alone } from './alone'
import type { Peers, PeersLog } from './peers'
import type { LineToMeeting } from './process-peers'

export interface OpenPeersPorts {
  /** Of a Redis; null: other hubs cannot be reached. */
  readonly url: string | null
  /** To the other processes of this hub; null: it has one. */
  readonly line: LineToMeeting | null
  /** The same at all hubs of one database, and at no others. */
  readonly secret: Buffer
  readonly log: PeersLog
}

/**
 * The library is loaded where there is something to reach: a hub alone does not carry it. Where several hubs meet at a
 * Redis, their processes meet there too.
 */
export async function openPeers({ url, line, secret, log }: OpenPeersPorts): Promise<Peers> {
  if (url === null) return line === null ? alone() : openProcessPeers(line, log)
  const { RedisPeers } = await import('./redis-peers')
  const realm = createHash('sha256').update('peers').update(secret).digest('hex').slice(0, 16)
  return new RedisPeers({ url, realm, log })
}

async function openProcessPeers(line: LineToMeeting, log: PeersLog): Promise<Peers> {
  const { ProcessPeers } = await import('./process-peers')
  return new ProcessPeers({ line, log })
}
