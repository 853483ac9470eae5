import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { RedisPeers } from '../../../server/peers/redis-peers'
import { redisProgram, startRedis, type TestRedis } from '../support/redis/redis'

/** Far longer than anything may wait for an answer. */
const PATIENCE = { timeout: 10_000, interval: 20 }

describe.skipIf(redisProgram === null)('hubs that meet at a Redis (skipped where there is no redis-server)', () => {
  let redis: TestRedis
  let one: RedisPeers
  let other: RedisPeers
  const said: string[] = []
  const log = {
    info: (sentence: string) => void said.push(sentence),
    warn: (_facts: object, sentence: string) => void said.push(sentence),
  }
  const together = () => vi.waitFor(() => expect([one.state, other.state]).toEqual(['together', 'together']), PATIENCE)
  beforeAll(async () => {
    redis = await startRedis()
    one = new RedisPeers({ url: redis.url, realm: 'a', log })
    other = new RedisPeers({ url: redis.url, realm: 'a', log })
    await together()
  })
  afterAll(async () => {
    redis.thaw()
    await one.close()
    await other.close()
    await redis.kill()
  })

  test('find nothing of another database', async () => {
    one.put('picture', Buffer.from([0, 255, 7]), 60_000)
    await vi.waitFor(async () => expect(await other.find('picture')).not.toBeNull(), PATIENCE)
    const stranger = new RedisPeers({ url: redis.url, realm: 'b', log })
    await vi.waitFor(() => expect(stranger.state).toBe('together'), PATIENCE)
    expect(await stranger.find('picture')).toBeNull()
    await stranger.close()
  })

  test('wait for none that is away, and find it again (SCALE-06)', async () => {
    said.length = 0
    await redis.kill()
    await vi.waitFor(() => expect([one.state, other.state]).toEqual(['away', 'away']), PATIENCE)
    expect([await one.find('picture'), await one.count('tries', 1, 1_000), await one.hold('export', 1_000)]).toEqual([
      null,
      null,
      null,
    ])
    const heard: string[] = []
    other.hear('again', (message) => heard.push(String(message)))
    await redis.start()
    await together()
    await vi.waitFor(() => {
      one.send('again', 'back')
      expect(heard).toContain('back')
    }, PATIENCE)
    expect(said.filter((sentence) => sentence.startsWith('PUBSUB_URL cannot be reached')).length).toBeGreaterThan(0)
  })
})
