import { Redis } from 'ioredis'
import type { HubDeps } from '../../../../server/hub/hub-deps'
import type { Peers, PeersLog } from '../../../../server/peers/peers'
import { ProcessPeers } from '../../../../server/peers/process-peers'
import { RedisPeers } from '../../../../server/peers/redis-peers'
import { redisProgram, startRedis } from '../redis/redis'
import { openMeetingPlace, processAt } from './meeting-place'

/** That by which hubs reach each other. Whoever starts it calls `close`. */
export interface Meeting {
  /** Of a hub that takes part. */
  readonly environment: Readonly<Record<string, string>>
  deps(): Pick<HubDeps, 'ownProcess'>
  /** By themselves, without a hub. */
  peers(log: PeersLog): Peers
  /** It is there, and answers nothing. */
  freeze(): void
  thaw(): void
  /** It goes, or, where it cannot, answers nothing for as long. */
  leave(): Promise<void>
  comeBack(): Promise<void>
  /** Of the pictures that were handed on, those whose name has this in it. */
  pictureNames(part: string): Promise<string[]>
  close(): Promise<void>
}

export interface MeetingKind {
  readonly name: string
  readonly isThere: boolean
  start(): Promise<Meeting>
}

/** Everything by which hubs, or processes of one, reach each other; each keeps the same rules. */
export const meetingKinds: readonly MeetingKind[] = [
  { name: 'a Redis (skipped where there is no redis-server)', isThere: redisProgram !== null, start: atRedis },
  { name: 'the first process', isThere: true, start: atFirstProcess },
]

async function atRedis(): Promise<Meeting> {
  const redis = await startRedis()
  return {
    environment: { PUBSUB_URL: redis.url },
    deps: () => ({}),
    peers: (log) => new RedisPeers({ url: redis.url, realm: 'a', log }),
    freeze: redis.freeze,
    thaw: redis.thaw,
    leave: redis.kill,
    comeBack: redis.start,
    pictureNames: async (part) => {
      const client = new Redis(redis.url)
      const names = await client.keys(`*picture:*${part}*`)
      client.disconnect()
      return names
    },
    close: () => {
      redis.thaw()
      return redis.kill()
    },
  }
}

async function atFirstProcess(): Promise<Meeting> {
  const place = openMeetingPlace()
  let number = 0
  return {
    environment: {},
    deps: () => {
      number += 1
      return { ownProcess: processAt(place, number) }
    },
    peers: (log) => new ProcessPeers({ line: place.line(), log }),
    freeze: place.freeze,
    thaw: place.thaw,
    leave: async () => place.freeze(),
    comeBack: async () => place.thaw(),
    pictureNames: async (part) => place.keys.filter((key) => key.startsWith('picture:') && key.includes(part)),
    close: async () => place.thaw(),
  }
}
