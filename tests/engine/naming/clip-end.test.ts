import { describe, expect, it } from 'vitest'
import { someone } from '../../support/engine/fake-looks'
import { namingWatches, recording, recordingSomebody } from '../../support/engine/naming-watch'

describe('the end of a clip (PERSON-06)', () => {
  it('comes at once where nothing is being looked at', async () => {
    const { camera } = await recording()
    let isEnded = false
    camera.watch.noteClipEnded('clip-1', () => {
      isEnded = true
    })
    expect(isEnded).toBe(true)
  })

  it('cuts off what is seen while it is handed over: that is for the next clip', async () => {
    const { camera, people, clock } = await recording()
    camera.watch.noteClipStopped()
    const stoppedAtMs = clock.monotonicMs()
    await clock.advance(500)
    await camera.check({ isRecording: false })
    expect(people.requests.at(-1)?.jpegAbove).toBe(-1)
    let isEnded = false
    camera.watch.noteClipEnded('clip-1', () => {
      isEnded = true
    })
    expect(isEnded).toBe(true)
    people.answer([someone(0.9)])
    await clock.advance(490)
    await camera.check({ isRecording: false })
    people.answer([someone(0.8)])
    await clock.advance(0)
    expect(camera.told).toEqual([])
    camera.watch.noteClipBegun('clip-2', stoppedAtMs)
    expect(camera.told.map(({ clipId, detections }) => [clipId, detections[0]?.atMs])).toEqual([['clip-2', 500]])
  })

  it('waits for its last look', async () => {
    const { camera, people, clock } = await recordingSomebody()
    await camera.check()
    const order: string[] = []
    camera.watch.noteClipEnded('clip-1', () => order.push(`ended with ${camera.told.length}`))
    await clock.advance(800)
    expect(order).toEqual([])
    people.answer([someone(0.9)])
    await clock.advance(0)
    expect(order).toEqual(['ended with 1'])
  })

  it('waits no longer than 2 s, and what comes later is of no clip', async () => {
    const { camera, people, clock } = await recordingSomebody()
    await camera.check()
    let ends = 0
    camera.watch.noteClipEnded('clip-1', () => ends++)
    await clock.advance(1_999)
    expect(ends).toBe(0)
    await clock.advance(1)
    expect(ends).toBe(1)
    people.answer([someone(0.9)])
    await clock.advance(0)
    expect([ends, camera.told]).toEqual([1, []])
  })

  it('comes with what was seen also where the next clip begins before that (LABEL-09)', async () => {
    const { camera, people, clock } = await recording()
    for (let look = 0; look < 3; look++) {
      await camera.check()
      people.answer([])
      await clock.advance(990)
    }
    camera.watch.noteClipStopped()
    const stoppedAtMs = clock.monotonicMs()
    await clock.advance(5_000)
    camera.watch.noteClipBegun('clip-2', stoppedAtMs)
    const ends: unknown[] = []
    camera.watch.noteClipEnded('clip-1', (seen) => ends.push(seen))
    camera.watch.noteClipEnded('clip-1', (seen) => ends.push(seen))
    expect(ends).toEqual([new Set(), null])
  })

  it('has a last look also where the next clip begins before that is done (PERSON-06)', async () => {
    const { camera, people, clock } = await recordingSomebody()
    await camera.check()
    camera.watch.noteClipStopped()
    camera.watch.noteClipBegun('clip-2', clock.monotonicMs())
    const ends: unknown[] = []
    camera.watch.noteClipEnded('clip-1', () => ends.push(camera.told.map(({ clipId }) => clipId)))
    expect(ends).toEqual([])
    people.answer([someone(0.9)])
    await clock.advance(0)
    expect([ends, camera.watch.hasPicture('clip-1'), camera.watch.hasPicture('clip-2')]).toEqual([
      [['clip-1']],
      false,
      false,
    ])
  })

  it('comes also after the watch was stopped, with a look that was on its way', async () => {
    const { camera, people, clock } = await recording()
    await camera.check()
    camera.watch.stop()
    let ends = 0
    camera.watch.noteClipEnded('clip-1', () => ends++)
    people.fail()
    await clock.advance(0)
    expect([ends, camera.openFrames()]).toEqual([1, 0])
  })
})

describe('a clip that begins only after it was stopped (PERSON-06)', () => {
  /** Somebody is seen three times in the last seconds of 10 s of which no clip is told. */
  async function filmUntold() {
    const { clock, people, start } = namingWatches()
    const camera = start()
    const startedAtMs = clock.monotonicMs()
    const look = async () => {
      await camera.check({ isRecording: false })
      people.answer([someone(0.9)])
      await clock.advance(490)
    }
    await clock.advance(8_500)
    for (let looks = 0; looks < 3; looks++) await look()
    camera.watch.noteClipStopped()
    const stoppedAtMs = clock.monotonicMs()
    return { camera, clock, people, look, startedAtMs, stoppedAtMs }
  }

  it('has nobody in it who comes later: that is for the next clip', async () => {
    const { camera, clock, look, startedAtMs, stoppedAtMs } = await filmUntold()
    await clock.advance(100)
    await look()
    camera.watch.noteClipBegun('clip-1', startedAtMs, 'stopped')
    await look()
    camera.watch.noteClipBegun('clip-2', stoppedAtMs)
    await look()
    const timesOf = (id: string) =>
      camera.told.findLast(({ clipId }) => clipId === id)?.detections.map(({ atMs }) => atMs)
    expect([timesOf('clip-1'), timesOf('clip-2')]).toEqual([
      [8_500, 9_000, 9_500],
      [100, 600, 1_100],
    ])
  })

  it('is looked at enough whatever moves later unseen, and the next clip is not (LABEL-09)', async () => {
    const { camera, clock, people, look, startedAtMs, stoppedAtMs } = await filmUntold()
    await clock.advance(1_800)
    await camera.check({ isRecording: false })
    people.fail()
    camera.watch.noteClipBegun('clip-1', startedAtMs, 'stopped')
    await clock.advance(2_300)
    camera.watch.noteClipBegun('clip-2', stoppedAtMs)
    for (let looks = 0; looks < 3; looks++) await look()
    const ends: unknown[] = []
    for (const clipId of ['clip-1', 'clip-2']) camera.watch.noteClipEnded(clipId, (seen) => ends.push(seen))
    expect(ends).toEqual([new Set(['person']), null])
  })
})
