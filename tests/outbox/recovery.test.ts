import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { indexedDbClipStore } from '../../src/outbox/indexed-db-store'
import { deferred } from '../support/deferred'
import { manualClock } from '../support/manual-clock'
import { browserLocks, fakeDisk, recordingOf, rested, testKeeper, testOutbox } from '../support/outbox'

let databases = 0
let name = ''
let locks = browserLocks()
beforeEach(() => {
  name = `recovery-${databases++}`
  locks = browserLocks()
})

/** A tab of the browser, over the same disk as the others. */
const tab = () => testKeeper(indexedDbClipStore(name), locks)

/** A tab that records two parts and is killed before the end. */
async function killedTab(parts = [1, 2]) {
  const { keeper } = tab()
  keeper.begin(recordingOf(1))
  for (const value of parts) keeper.append('clip-1', new Uint8Array([value]))
  await rested()
  keeper.close()
  await rested()
}

const contents = async () => {
  const store = indexedDbClipStore(name)
  const clips = await Promise.all((await store.list()).map(({ id }) => store.get(id)))
  return Promise.all(clips.map((clip) => clip?.content.text()))
}

describe('a recording whose tab was killed', () => {
  it('is made a clip by the next tab from all that was written, once', async () => {
    await killedTab()
    const next = tab()
    await next.keeper.recover()
    await next.keeper.recover()
    expect([next.closing.streams, next.told.kept, await contents()]).toEqual([['1 2'], 1, ['closed 1 2']])
    expect(await indexedDbClipStore(name).recordings()).toEqual([])
  })

  it('still says who was seen in it (OUT-02, PERSON-06)', async () => {
    const { keeper } = tab()
    keeper.begin(recordingOf(1))
    keeper.append('clip-1', new Uint8Array([1]))
    const seen = [{ atMs: 700, box: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }, score: 0.9 }]
    keeper.amend('clip-1', { detections: seen })
    await rested()
    keeper.close()
    await rested()
    await tab().keeper.recover()
    expect((await indexedDbClipStore(name).get('clip-1'))?.detections).toEqual(seen)
  })

  it('is made a clip once by two tabs that come at the same moment', async () => {
    await killedTab()
    const tabs = [tab(), tab()]
    await Promise.all(tabs.map(({ keeper }) => keeper.recover()))
    expect(tabs.flatMap(({ closing }) => closing.streams)).toEqual(['1 2'])
    expect(tabs.reduce((sum, { told }) => sum + told.kept, 0)).toBe(1)
    expect(await contents()).toEqual(['closed 1 2'])
  })

  it('and killed again while its file was made is still there for the third', async () => {
    await killedTab()
    const second = tab()
    second.closing.answer = () => new Promise(() => undefined)
    void second.keeper.recover()
    await rested()
    expect(second.closing.streams).toEqual(['1 2'])
    // The browser gives the locks of a killed tab back.
    locks = browserLocks()
    const third = tab()
    await third.keeper.recover()
    expect(await contents()).toEqual(['closed 1 2'])
  })

  it('is delivered under one id when the kill fell between the file and the delivery', async () => {
    await killedTab()
    const second = tab()
    await second.keeper.recover()
    second.keeper.close()
    const third = tab()
    await third.keeper.recover()
    const { hub, outbox } = testOutbox(fakeDisk(), indexedDbClipStore(name))
    outbox.deliverNow()
    await rested()
    expect([hub.attempts, third.closing.streams]).toEqual([['clip-1'], []])
    expect(await contents()).toEqual([])
  })

  it('before its first part leaves nothing', async () => {
    await killedTab([])
    const next = tab()
    await next.keeper.recover()
    expect([next.told.empty, await contents()]).toEqual([['clip-1'], []])
    expect(await indexedDbClipStore(name).recordings()).toEqual([])
  })

  it('keeps the workspace and camera that it was recorded for', async () => {
    const first = tab()
    first.keeper.begin(recordingOf(1, { workspaceId: 'office', cameraId: 'yard' }))
    first.keeper.append('clip-1', new Uint8Array([1]))
    await rested()
    first.keeper.close()
    await rested()
    await tab().keeper.recover()
    expect(await indexedDbClipStore(name).get('clip-1')).toMatchObject({ workspaceId: 'office', cameraId: 'yard' })
  })

  it('that could not be made a file yet is tried again by itself', async () => {
    await killedTab()
    const next = tab()
    const answer = next.closing.answer
    next.closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    await next.keeper.recover()
    next.closing.answer = answer
    await next.clock.advance(1_000)
    await rested()
    expect(await contents()).toEqual(['closed 1 2'])
  })
})

describe('a recording that a living tab writes', () => {
  it('is left alone, from its first moment to its last', async () => {
    const writing = tab()
    const other = tab()
    writing.keeper.begin(recordingOf(1))
    for (let turn = 0; turn < 30; turn++) {
      await other.keeper.recover()
      if (turn === 5) writing.keeper.append('clip-1', new Uint8Array([1]))
    }
    const file = deferred<void>()
    const answer = writing.closing.answer
    writing.closing.answer = (stream) => file.promise.then(() => answer(stream))
    writing.keeper.end('clip-1')
    await rested()
    await other.keeper.recover()
    file.resolve()
    await rested()
    expect([other.closing.streams, other.told.empty, writing.closing.streams]).toEqual([[], [], ['1']])
    expect(await contents()).toEqual(['closed 1'])
  })

  it('is left alone by that tab itself', async () => {
    const { keeper, told } = tab()
    keeper.begin(recordingOf(1))
    await rested()
    await keeper.recover()
    expect(told.empty).toEqual([])
  })
})

describe('without Web Locks', () => {
  it('a recording is recovered once its last part is 30 s old, and not before', async () => {
    const [disk, clock] = [fakeDisk(), manualClock()]
    const first = testKeeper(disk, null, clock)
    first.keeper.begin(recordingOf(1, { startedAtMs: clock.nowMs() }))
    first.keeper.append('clip-1', new Uint8Array([1]))
    await clock.advance(20_000)
    first.keeper.append('clip-1', new Uint8Array([2]))
    await clock.advance(0)
    first.keeper.close()
    const next = testKeeper(disk, null, clock)
    await clock.advance(30_000)
    await next.keeper.recover()
    expect(next.closing.streams).toEqual([])
    await clock.advance(1)
    await next.keeper.recover()
    expect(next.closing.streams).toEqual(['1 2'])
  })

  it('a tab leaves its own recording alone, however long its camera brings no part', async () => {
    const [disk, clock] = [fakeDisk(), manualClock()]
    const { keeper, told } = testKeeper(disk, null, clock)
    keeper.begin(recordingOf(1, { startedAtMs: clock.nowMs() }))
    await clock.advance(60_000)
    await keeper.recover()
    expect([told.empty, disk.unfinished.size]).toEqual([[], 1])
  })

  it('a clock that was set back hides no recording', async () => {
    const [disk, clock] = [fakeDisk(), manualClock()]
    await disk.begin(recordingOf(1, { startedAtMs: clock.nowMs() + 3_600_000 }))
    const { keeper, told } = testKeeper(disk, null, clock)
    await keeper.recover()
    expect(told.empty).toEqual(['clip-1'])
  })
})
