import { describe, expect, it } from 'vitest'
import { exclusively, ifFree, recordingLock } from '../../src/outbox/exclusive'
import type { ClipDetection } from '../../src/outbox/waiting-clip'
import { deferred } from '../support/deferred'
import { browserLocks, fakeDisk, recordingOf, testKeeper } from '../support/outbox'

const bytes = (...values: number[]) => new Uint8Array(values)
const error = new DOMException('The disk is full.', 'QuotaExceededError')

function recording(parts = [[1], [2, 3], [4]]) {
  const disk = fakeDisk()
  const test = testKeeper(disk)
  test.keeper.begin(recordingOf(1))
  for (const part of parts) test.keeper.append('clip-1', bytes(...part))
  return { ...test, disk }
}

/** One in which one thing more is seen with each call of `see`; `counts` says how many each write had. */
function seenRecording() {
  const test = recording([])
  const { disk, keeper } = test
  const amend = disk.amend
  const counts: number[] = []
  disk.amend = async (id, amendment) => {
    counts.push(amendment.detections?.length ?? 0)
    await amend(id, amendment)
  }
  let detections: readonly ClipDetection[] = []
  return {
    ...test,
    counts: () => counts,
    see() {
      const box = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }
      detections = [...detections, { atMs: 300 * detections.length, box, score: 0.9 }]
      keeper.amend('clip-1', { detections })
    },
  }
}

describe('a recording', () => {
  it('is on the disk while it grows, part by part', async () => {
    const { disk, keeper, settled } = recording([[1]])
    await settled()
    expect([disk.unfinished.size, disk.written.length]).toEqual([1, 1])
    keeper.append('clip-1', bytes(2))
    await settled()
    expect(disk.written.map(({ number, bytes: [byte] }) => [number, byte])).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('becomes a clip of all its parts in order when it has ended, in its own place', async () => {
    const { disk, keeper, settled, closing, told } = recording()
    keeper.end('clip-1')
    await settled()
    expect([closing.streams, told.kept]).toEqual([['1 2 3 4'], 1])
    const clip = disk.clips.get('clip-1')
    expect(await clip?.content.text()).toBe('closed 1 2 3 4')
    expect(clip).toMatchObject({ workspaceId: 'home', cameraId: 'front', startedAtMs: 1_000, refusal: null })
    expect([disk.unfinished.size, disk.written.length]).toEqual([0, 0])
  })

  it('that is left out goes as if it had never been (LABEL-09)', async () => {
    const { disk, keeper, settled, closing, told } = recording()
    await keeper.leaveOut('clip-1')
    await settled()
    expect([disk.unfinished.size, disk.written.length, disk.clips.size]).toEqual([0, 0, 0])
    expect([closing.streams, told.kept, keeper.ended()]).toEqual([[], 0, []])
  })

  it('that is left out while the disk fails is delivered in the end: nothing is lost (LABEL-09)', async () => {
    const { disk, keeper, settled, told } = recording()
    await settled()
    disk.failing = { calls: ['remove'], error }
    await keeper.leaveOut('clip-1')
    disk.failing = null
    expect(disk.unfinished.size).toBe(1)
    await keeper.recover()
    await settled()
    expect(told.kept).toBe(1)
  })

  it('is finished only once a slow disk has all of it, whose writes stay in order', async () => {
    const disk = fakeDisk()
    const slow = deferred<void>()
    disk.appendGate = slow.promise
    const { keeper, settled, closing } = testKeeper(disk)
    keeper.begin(recordingOf(1))
    keeper.append('clip-1', bytes(1))
    await settled()
    disk.appendGate = null
    keeper.append('clip-1', bytes(2))
    keeper.end('clip-1')
    await settled()
    expect([disk.written, closing.streams]).toEqual([[], []])
    slow.resolve()
    await settled()
    expect(closing.streams).toEqual(['1 2'])
  })

  it('is on the disk only once its lock is held: another tab would take it for an abandoned one', async () => {
    const disk = fakeDisk()
    const locks = browserLocks()
    const given = deferred<void>()
    void exclusively(locks, recordingLock('clip-1'), () => given.promise, new AbortController().signal)
    const { keeper, settled } = testKeeper(disk, locks)
    keeper.begin(recordingOf(1))
    keeper.append('clip-1', bytes(1))
    await settled()
    expect([disk.unfinished.size, disk.written.length]).toEqual([0, 0])
    given.resolve()
    await settled()
    expect([disk.unfinished.size, disk.written.length]).toEqual([1, 1])
  })

  it('gives its lock back when it is finished', async () => {
    const locks = browserLocks()
    const { keeper, settled } = testKeeper(fakeDisk(), locks)
    keeper.begin(recordingOf(1))
    keeper.append('clip-1', bytes(1))
    await settled()
    expect(await ifFree(locks, recordingLock('clip-1'), async () => undefined)).toBe('taken')
    keeper.end('clip-1')
    await settled()
    expect(await ifFree(locks, recordingLock('clip-1'), async () => undefined)).toBe('done')
  })

  it('that another tab has finished meanwhile is not told once more', async () => {
    const { disk, keeper, settled, told } = recording()
    await settled()
    disk.finish = async () => 'gone'
    keeper.end('clip-1')
    await settled()
    expect([told.kept, told.errors]).toEqual([0, []])
  })

  it('takes no part after its end, and none that never began', async () => {
    const { disk, keeper, settled, closing } = recording([[1]])
    keeper.end('clip-1')
    keeper.append('clip-1', bytes(9))
    keeper.append('clip-7', bytes(9))
    keeper.end('clip-1')
    keeper.end('clip-7')
    await settled()
    expect([closing.streams, disk.written]).toEqual([['1'], []])
  })

  it('has the picture, and who is on it, that came before its end, or while its file was made', async () => {
    const { disk, keeper, settled, closing } = recording()
    const slow = deferred<void>()
    const answer = closing.answer
    closing.answer = async (stream) => {
      await slow.promise
      return answer(stream)
    }
    keeper.end('clip-1')
    await settled()
    keeper.amend('clip-1', { thumbnail: new Blob(['jpeg']) })
    const seen = [{ atMs: 700, box: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }, score: 0.9 }]
    keeper.amend('clip-1', { detections: seen })
    await settled()
    slow.resolve()
    await settled()
    expect(await disk.clips.get('clip-1')?.thumbnail?.text()).toBe('jpeg')
    expect(disk.clips.get('clip-1')?.detections).toEqual(seen)
  })

  it('has what is seen in it on the disk at once, then joined each 2 s, and all of it at its end (OUT-01)', async () => {
    const { keeper, settled, clock, counts, see } = seenRecording()
    for (let seen = 0; seen < 10; seen++) {
      see()
      await clock.advance(300)
    }
    expect(counts()).toEqual([1, 7])
    keeper.end('clip-1')
    await settled()
    expect([counts(), clock.pending()]).toEqual([[1, 7, 10], []])
  })

  it('has all that is seen in it on the disk when its tab goes (OUT-01)', async () => {
    const { keeper, settled, clock, counts, see } = seenRecording()
    see()
    await settled()
    see()
    keeper.close()
    await settled()
    expect([counts(), clock.pending()]).toEqual([[1, 2], []])
  })

  it('keeps its picture, and what is seen, where both come while a slow disk writes (OUT-01)', async () => {
    const { disk, keeper, settled, clock, counts, see } = seenRecording()
    const slow = deferred<void>()
    disk.appendGate = slow.promise
    keeper.append('clip-1', bytes(1))
    see()
    keeper.amend('clip-1', { thumbnail: new Blob(['jpeg']) })
    await settled()
    see()
    await settled()
    slow.resolve()
    await settled()
    expect([counts(), await disk.unfinished.get('clip-1')?.thumbnail?.text()]).toEqual([[2], 'jpeg'])
    await clock.advance(2_000)
    expect([counts(), clock.pending()]).toEqual([[2], []])
  })

  it('keeps of a part its own bytes only, where they are a window of more', async () => {
    const { disk, keeper, settled } = recording([])
    keeper.append('clip-1', bytes(1, 2, 3, 4).subarray(1, 3))
    await settled()
    expect(disk.written.map(({ bytes: kept, sizeBytes }) => [[...kept], kept.buffer.byteLength, sizeBytes])).toEqual([
      [[2, 3], 2, 2],
    ])
  })

  it('of a second camera does not mix with the first', async () => {
    const { disk, keeper, settled } = recording([[1]])
    keeper.begin(recordingOf(2, { cameraId: 'back' }))
    keeper.append('clip-2', bytes(5))
    keeper.append('clip-1', bytes(2))
    keeper.append('clip-2', bytes(6))
    for (const id of ['clip-2', 'clip-1']) keeper.end(id)
    await settled()
    const contents = await Promise.all(['clip-1', 'clip-2'].map((id) => disk.clips.get(id)?.content.text()))
    expect(contents).toEqual(['closed 1 2', 'closed 5 6'])
    expect(disk.clips.get('clip-2')?.cameraId).toBe('back')
  })
})

describe('a recording that cannot be finished', () => {
  it('because it holds no picture is removed and told', async () => {
    const { disk, keeper, settled, told, closing, clock } = recording()
    closing.answer = async () => ({ kind: 'failed', reason: 'nothing-recorded' })
    keeper.end('clip-1')
    await settled()
    expect([told.empty, told.kept]).toEqual([['clip-1'], 0])
    expect([disk.unfinished.size, disk.written.length, clock.pending()]).toEqual([0, 0, []])
  })

  it('because it has no part at all is not even tried', async () => {
    const { keeper, settled, told, closing } = recording([])
    keeper.end('clip-1')
    await settled()
    expect([told.empty, closing.streams]).toEqual([['clip-1'], []])
  })

  it('because nobody answered is tried again, ever later, and is not lost', async () => {
    const { disk, keeper, settled, told, closing, clock } = recording()
    const answer = closing.answer
    closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    keeper.end('clip-1')
    await settled()
    expect([told.ended, keeper.ended().map(({ id }) => id)]).toEqual([1, ['clip-1']])
    for (const delayMs of [1_000, 2_000, 4_000]) {
      expect([clock.pending(), disk.written.length]).toEqual([[delayMs], 3])
      await clock.advance(delayMs)
    }
    closing.answer = answer
    await clock.advance(8_000)
    expect([told.kept, clock.pending(), keeper.ended()]).toEqual([1, [], []])
    expect(await disk.clips.get('clip-1')?.content.text()).toBe('closed 1 2 3 4')
  })

  it('is tried at once when that may help, and not once more after the back-off', async () => {
    const { keeper, settled, told, closing, clock } = recording()
    const answer = closing.answer
    closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    keeper.end('clip-1')
    await settled()
    closing.answer = answer
    keeper.finishNow()
    await settled()
    expect([told.kept, clock.pending()]).toEqual([1, []])
  })

  it('because the disk failed is told and tried again', async () => {
    const { disk, keeper, settled, told, clock } = recording()
    await settled()
    disk.failing = { calls: ['parts'], error }
    keeper.end('clip-1')
    await settled()
    expect([told.errors, told.kept]).toEqual([[error], 0])
    disk.failing = null
    await clock.advance(1_000)
    expect([told.kept, disk.clips.size]).toEqual([1, 1])
  })
})

describe('a recording of which no file can be made', () => {
  it('is delivered as it was recorded after five tries, and told', async () => {
    const { disk, keeper, told, closing, clock } = recording()
    closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    keeper.end('clip-1')
    await clock.advance(14_999)
    expect([closing.streams.length, told.kept]).toEqual([4, 0])
    await clock.advance(1)
    expect([told.asRecorded, told.kept, keeper.ended()]).toEqual([['clip-1'], 1, []])
    const content = await disk.clips.get('clip-1')?.content.arrayBuffer()
    expect([...new Uint8Array(content ?? new ArrayBuffer(0))]).toEqual([1, 2, 3, 4])
  })

  it('waits for as long as the hub is away, from which the worker comes', async () => {
    const { disk, keeper, closing, clock } = recording()
    closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    closing.isHubReachable = false
    keeper.end('clip-1')
    await clock.advance(600_000)
    expect([disk.clips.size, disk.unfinished.size]).toEqual([0, 1])
  })

  it('is counted as ended where its tab died', async () => {
    const disk = fakeDisk()
    await disk.begin(recordingOf(1))
    await disk.append({ recordingId: 'clip-1', number: 0, bytes: bytes(1), sizeBytes: 1, keptAtMs: 0 })
    const { keeper, closing, told } = testKeeper(disk)
    closing.answer = async () => ({ kind: 'failed', reason: 'no-answer' })
    await keeper.recover()
    expect([keeper.ended(), told.ended]).toEqual([[{ id: 'clip-1', workspaceId: 'home', owner: 'dead-tab' }], 1])
  })
})

it('a wish that comes while a clip is made makes no second one', async () => {
  const disk = fakeDisk()
  const locks = browserLocks()
  const { keeper, closing, settled } = testKeeper(disk, locks)
  disk.finish = async (clip) => {
    await disk.remove(clip, { kind: 'discarded' })
    return 'in-memory'
  }
  keeper.begin(recordingOf(1))
  keeper.append('clip-1', bytes(1))
  const slow = deferred<void>()
  const answer = closing.answer
  closing.answer = (stream) => slow.promise.then(() => answer(stream))
  keeper.end('clip-1')
  await settled()
  keeper.finishNow()
  slow.resolve()
  await settled()
  expect(await ifFree(locks, recordingLock('clip-1'), async () => undefined)).toBe('taken')
})
