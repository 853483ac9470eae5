import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../server/lib/clock'
import type { Peers } from '../../../server/peers/peers'
import { ExportPlaces } from '../../../server/workspace/export-access'
import { type Meeting, meetingKinds } from '../support/together/meetings'

/** Far longer than anything may wait for an answer. */
const PATIENCE = { timeout: 10_000, interval: 20 }

describe.each(meetingKinds.filter(({ isThere }) => isThere))('those that meet at $name (SCALE-16)', (kind) => {
  let meeting: Meeting
  let one: Peers
  let other: Peers
  const said: string[] = []
  const log = {
    info: (sentence: string) => void said.push(sentence),
    warn: (_facts: object, sentence: string) => void said.push(sentence),
  }
  const together = () => vi.waitFor(() => expect([one.state, other.state]).toEqual(['together', 'together']), PATIENCE)
  beforeAll(async () => {
    meeting = await kind.start()
    one = meeting.peers(log)
    other = meeting.peers(log)
    await together()
  })
  afterAll(async () => {
    meeting.thaw()
    await one.close()
    await other.close()
    await meeting.close()
  })

  test('find what others put, until it is dropped', async () => {
    one.put('picture', Buffer.from([0, 255, 7]), 60_000)
    await vi.waitFor(async () => expect(await other.find('picture')).toEqual(Buffer.from([0, 255, 7])), PATIENCE)
    other.drop('picture')
    await vi.waitFor(async () => expect(await one.find('picture')).toBeNull(), PATIENCE)
  })

  test('count together, and give one place to one of them', async () => {
    expect(await one.count('tries', 1, 60_000)).toBe(1)
    expect(await other.count('tries', 1, 60_000)).toBe(2)
    expect(await one.count('tries', -1, 60_000)).toBe(1)
    expect(await one.hold('export', 60_000)).toBe(true)
    expect([await other.hold('export', 60_000), await one.hold('export', 60_000)]).toEqual([false, true])
    one.release('export')
    await vi.waitFor(async () => expect(await other.hold('export', 60_000)).toBe(true), PATIENCE)
  })

  test('a workspace is exported once at a time at all of them; one that ended gives its place back (SCALE-09)', async () => {
    const [here, there] = [new ExportPlaces(systemClock, one), new ExportPlaces(systemClock, other)]
    const take = async (places: ExportPlaces) => places.take('workspace', { movedBytes: () => 0, end: () => undefined })
    const refused = { kind: 'refused', why: 'own' }
    const place = await take(here)
    expect([await here.refusalFor('workspace'), await there.refusalFor('workspace')]).toEqual(['own', 'own'])
    expect(await take(there)).toEqual(refused)
    if (place.kind === 'taken') place.giveBack()
    await vi.waitFor(async () => expect(await there.refusalFor('workspace')).toBeNull(), PATIENCE)
    const next = await take(there)
    expect(await take(here)).toEqual(refused)
    if (next.kind === 'taken') next.giveBack()
  })

  test('hear what is sent, in order and byte for byte, until they listen no more', async () => {
    const heard: Buffer[] = []
    const stop = other.hear('topic', (message) => heard.push(message))
    await vi.waitFor(() => {
      one.send('topic', 'early')
      expect(heard.length).toBeGreaterThan(0)
    }, PATIENCE)
    heard.length = 0
    const sent = Array.from({ length: 100 }, (_, n) => Buffer.from([1, 0, 255, n]))
    for (const message of sent) one.send('topic', message)
    await vi.waitFor(() => expect(heard.slice(-100)).toEqual(sent), PATIENCE)
    stop()
  })

  test('wait a fraction of a second for one that hangs, then for none; and find it again (SCALE-06)', async () => {
    const heard: string[] = []
    other.hear('again', (message) => heard.push(String(message)))
    meeting.freeze()
    expect(await one.count('tries', 1, 60_000)).toBeNull()
    // Soon it counts as away: nobody waits for it any more.
    await vi.waitFor(async () => {
      expect(await one.find('picture')).toBeNull()
      expect(one.state).toBe('away')
    }, PATIENCE)
    meeting.thaw()
    await together()
    await vi.waitFor(() => {
      one.send('again', 'back')
      expect(heard).toContain('back')
    }, PATIENCE)
    expect(said.length).toBeGreaterThan(1)
  })
})
