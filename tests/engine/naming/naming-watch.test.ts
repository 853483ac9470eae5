import { describe, expect, it } from 'vitest'
import type { Found } from '../../../src/engine/naming/detector'
import { fakeVideoFrame } from '../../support/engine/fake-frames'
import { someone } from '../../support/engine/fake-looks'
import { namingWatches, recording } from '../../support/engine/naming-watch'

describe('looking for people costs nothing while nothing moves (PERSON-01)', () => {
  it('neither wakes the detector nor keeps a frame for longer than its check', async () => {
    const { start, people } = namingWatches()
    const camera = start()
    for (let i = 0; i < 20; i++) await camera.check({ isMotion: false, isRecording: false })
    expect([people.wakes, people.requests.length, camera.openFrames()]).toEqual([0, 0, 0])
  })

  it('nor where nobody wants to know', async () => {
    const { start, people } = namingWatches()
    const camera = start(false)
    for (let i = 0; i < 20; i++) await camera.check()
    expect([people.wakes, camera.clones()]).toEqual([0, 0])
    camera.watch.setWanted(true)
    await camera.check()
    expect(camera.clones()).toBe(1)
  })

  it('until a check sees something move: then its own frame is looked at, not only the next one (LABEL-14)', async () => {
    const { start, people, region } = namingWatches()
    const camera = start()
    await camera.check({ isMotion: false, isRecording: false })
    expect(people.wakes).toBe(0)
    await camera.check()
    expect(people.wakes).toBeGreaterThan(0)
    expect(people.requests.map(({ moved }) => moved)).toEqual([[region]])
  })

  it('nor then while the machine does without looks (LESS-01)', async () => {
    const { start, people, late } = namingWatches()
    late.areChecksLate = true
    await start().check()
    expect(people.wakes).toBe(0)
  })

  it('says so at each check without motion, for the detector to rehearse, where names are wanted and the machine has time (LABEL-18)', async () => {
    const { start, people, late } = namingWatches()
    const still = { isMotion: false, isRecording: false }
    await start(false).check(still)
    const camera = start()
    late.areChecksLate = true
    await camera.check(still)
    expect(people.calms).toBe(0)
    late.areChecksLate = false
    await camera.check(still)
    await camera.check()
    expect([people.calms, people.wakes > 0]).toEqual([1, true])
  })

  it('nor where frames come from a canvas, also from some time on: there is nothing to look at', async () => {
    const { start, people, region } = namingWatches()
    const camera = start()
    await camera.check({ isMotion: false, isRecording: false })
    camera.watch.noteFrame(fakeVideoFrame().frame)
    camera.watch.noteUnchecked()
    for (let i = 0; i < 5; i++) {
      camera.watch.noteChecked({ isMotion: false, isRecording: false, moved: [] })
      camera.watch.noteChecked({ isMotion: true, isRecording: true, moved: [region] })
    }
    expect([people.calms, people.wakes]).toEqual([1, 0])
  })

  it('stops while a clip goes on in which nothing changes any more', async () => {
    const { camera, people, clock } = await recording()
    await camera.check()
    people.answer([])
    await clock.advance(1_000)
    await camera.check({ isMotion: false, isMoved: false })
    await camera.check({ isMotion: false, isMoved: false })
    expect(people.requests.length).toBe(1)
    expect(camera.openFrames()).toBe(0)
  })
})

describe('who is seen once, and moves no more (LABEL-17)', () => {
  const moved = [someone(0.9).box]

  it('is looked at once more, and named', async () => {
    const { camera, people, clock } = await recording()
    await camera.check({ moved })
    people.answer([someone(0.9)])
    await clock.advance(290)
    await camera.check({ isMotion: false, isMoved: false })
    people.answer([someone(0.9)])
    await clock.advance(290)
    expect(camera.told.at(-1)?.detections.map(({ label }) => label)).toEqual(['person', 'person'])
    for (let i = 0; i < 5; i++) await camera.check({ isMotion: false, isMoved: false })
    expect([people.requests.length, camera.openFrames()]).toEqual([2, 0])
  })

  it('but not without a clip, and once only', async () => {
    const { start, people, clock } = namingWatches()
    const camera = start()
    await camera.check({ isRecording: false, moved })
    people.answer([someone(0.9)])
    await clock.advance(290)
    await camera.check({ isMotion: false, isMoved: false, isRecording: false })
    expect(people.requests.length).toBe(1)
    await camera.check({ isMotion: false, isMoved: false })
    people.answer([])
    await clock.advance(290)
    await camera.check({ isMotion: false, isMoved: false })
    expect(people.requests.length).toBe(2)
  })
})

/** A camera that records somebody while the detector is loaded: each check 300 ms after the one before. */
async function recordingWhileLoading(checks: number) {
  const around = namingWatches()
  const { clock, people, turns } = around
  people.isReady = false
  const camera = around.start()
  const check = async (found = {}) => {
    await camera.check(found)
    await clock.advance(290)
  }
  await check()
  camera.watch.noteClipBegun('clip-1', clock.monotonicMs() - 1_000)
  people.isLoading = true
  for (let i = 0; i < checks; i++) await check()
  const load = async () => {
    people.isReady = true
    people.isLoading = false
    void turns.noteReady()
    await clock.advance(0)
  }
  return { ...around, camera, check, load }
}

describe('who comes while the detector is loaded (LABEL-13)', () => {
  it('is named as soon as it is there, by two of four frames that were kept, though nobody moves any more', async () => {
    const { camera, people, clock, check, load } = await recordingWhileLoading(5)
    await check({ isMotion: false, isMoved: false })
    expect(camera.openFrames()).toBe(4)
    await load()
    people.answer([someone(0.8)])
    await clock.advance(0)
    people.answer([someone(0.8)])
    await clock.advance(0)
    // From the first frame that was kept to the next one.
    const [{ detections } = expect.fail()] = camera.told
    expect(detections.map(({ label }) => label)).toEqual(['person', 'person'])
    const [first, last] = detections.map(({ atMs }) => atMs)
    expect((last ?? 0) - (first ?? 0)).toBeLessThanOrEqual(1_500)
    expect([people.requests.length, camera.openFrames()]).toEqual([2, 0])
  })

  it('is looked at in frames that are near enough to one another, however long it takes', async () => {
    const { camera, people, clock, load } = await recordingWhileLoading(12)
    await load()
    for (let i = 0; i < 2; i++) {
      people.answer([someone(0.8)])
      await clock.advance(0)
    }
    expect(camera.told.length).toBe(1)
  })

  it('is looked at from where somebody has come in, who was cut off before (LABEL-19)', async () => {
    const { camera, people, clock, check, load } = await recordingWhileLoading(0)
    const edge = { left: 0, top: 0.3, width: 0.02, height: 0.2 }
    const body = { left: 0.1, top: 0.2, width: 0.2, height: 0.7 }
    for (const place of [edge, edge, body, body]) await check({ moved: [place] })
    await load()
    people.answer([])
    await clock.advance(0)
    people.answer([])
    await clock.advance(0)
    expect(people.requests.map(({ moved }) => moved)).toEqual([[body], [body]])
    expect([people.isLooking, camera.openFrames()]).toEqual([false, 0])
  })

  it('is given up after 15 s, and where the camera stops', async () => {
    const waiting = await recordingWhileLoading(3)
    await waiting.check({ isMotion: false, isMoved: false })
    expect(waiting.camera.openFrames()).toBe(3)
    await waiting.clock.advance(15_000)
    expect(waiting.camera.openFrames()).toBe(0)
    const stopped = await recordingWhileLoading(3)
    stopped.camera.watch.stop()
    expect(stopped.camera.openFrames()).toBe(0)
    await stopped.load()
    expect(stopped.people.requests).toEqual([])
  })

  it.each([
    [50, [2, 2]],
    [900, [2, 0]],
  ])('is looked at twice: two cameras, the second one later where a look takes %i ms', async (tookMs, looks) => {
    const { start, people, clock, turns } = namingWatches()
    people.isReady = false
    const cameras = [start(), start()]
    for (const camera of cameras) await camera.check()
    people.isLoading = true
    for (let i = 0; i < 2; i++) for (const camera of cameras) await camera.check()
    people.isReady = true
    people.isLoading = false
    const answerAll = async () => {
      while (people.isLooking) {
        people.answer([], { tookMs })
        await clock.advance(0)
      }
    }
    const counts = () => cameras.map(({ looked }) => looked.length)
    void turns.noteReady()
    await clock.advance(0)
    await answerAll()
    expect(counts()).toEqual(looks)
    // As soon as there is time again, and though nothing moves.
    for (let i = 0; i < 20; i++) {
      for (const camera of cameras) await camera.check({ isMotion: false, isMoved: false, isRecording: false })
      await answerAll()
      await clock.advance(280)
    }
    expect(counts()).toEqual([2, 2])
    expect(cameras.map((camera) => camera.openFrames())).toEqual([0, 0])
  })

  it('leaves no frame where the detector does not come', async () => {
    const { camera, people, check } = await recordingWhileLoading(0)
    people.isLoading = false
    await check()
    expect(camera.openFrames()).toBe(0)
  })
})

describe('what is looked at', () => {
  it('is a frame whose own check found a change, with the region of that change', async () => {
    const { camera, people, region } = await recording()
    await camera.check()
    expect(people.requests).toEqual([{ moved: [region], around: [region], jpegAbove: -1, jpegQuality: 0.7 }])
  })

  it('is what moved and the whole frame in turns, or both where there is time', async () => {
    const { camera, people, clock, region } = await recording()
    for (let i = 0; i < 3; i++) {
      await camera.check()
      people.answer([], { tookMs: i === 0 ? 150 : 20 })
      await clock.advance(3_000)
    }
    expect(people.requests.map(({ around }) => around)).toEqual([[region], [null, region], [null, region]])
  })

  it('is the same place first where somebody was seen once, who has no name without a second look (LABEL-16)', async () => {
    const { camera, people, clock, region } = await recording()
    for (let i = 0; i < 2; i++) {
      await camera.check()
      people.answer([someone(0.9)], { tookMs: 150 })
      await clock.advance(600)
    }
    expect(people.requests.map(({ around }) => around[0])).toEqual([region, region])
    expect(camera.told.length).toBe(1)
  })

  it('is also somebody who moves too little to begin a clip, while one is recorded and not otherwise', async () => {
    const { camera, people, clock } = await recording()
    await camera.check({ isMotion: false, isMoved: true })
    expect(people.requests.length).toBe(1)
    people.answer([])
    await clock.advance(1_000)
    await camera.check({ isMotion: false, isMoved: true, isRecording: false })
    await camera.check({ isMotion: false, isMoved: true, isRecording: false })
    expect(people.requests.length).toBe(1)
  })

  it('is never held for longer than its check, whatever becomes of that', async () => {
    const { camera } = await recording()
    const frame = () => camera.frames.at(-1)
    await camera.check({ isMotion: false, isMoved: false, isRecording: false })
    expect(frame()?.clones[0]?.isClosed).toBe(true)
  })

  it.each(['noteUnchecked', 'stop'] as const)('is let go when the check comes to nothing: %s', async (end) => {
    const { camera, people } = await recording()
    const frame = fakeVideoFrame()
    camera.watch.noteFrame(frame.frame)
    expect(frame.clones.map(({ isClosed }) => isClosed)).toEqual([false])
    camera.watch[end]()
    expect([frame.clones[0]?.isClosed, people.requests.length]).toEqual([true, 0])
  })
})

describe('what a clip is told of (PERSON-06)', () => {
  it('is nothing before what was seen adds up to a person', async () => {
    const { camera, people } = await recording()
    await camera.check()
    people.answer([someone(0.6)])
    await camera.check()
    expect([camera.told, camera.pictures]).toEqual([[], []])
  })

  it('is everybody seen so far, in milliseconds since its first frame, and the best picture', async () => {
    const { camera, people, clock, startedAtMs } = await recording()
    await clock.advance(790)
    const seenAtMs = clock.monotonicMs() - startedAtMs
    await camera.check()
    people.answer([someone(0.6)])
    await clock.advance(600)
    await camera.check()
    people.answer([someone(0.7), someone(0.99, 0.8)])
    await clock.advance(0)
    expect(camera.told.length).toBe(1)
    // Who was seen once is nobody yet.
    expect(camera.told[0]?.detections.map(({ atMs, score }) => [atMs, score])).toEqual([
      [seenAtMs, 0.6],
      [seenAtMs + 610, 0.7],
    ])
    expect(await camera.pictures[0]?.jpeg.text()).toBe('person 0.99')
  })

  it('has a new picture only where somebody shows better', async () => {
    const { camera, people, clock } = await recording()
    for (const score of [0.9, 0.8, 0.95]) {
      await camera.check()
      people.answer([someone(score)])
      await clock.advance(700)
    }
    expect(people.requests.map(({ jpegAbove }) => jpegAbove)).toEqual([-1, 0.9, 0.9])
    expect(await Promise.all(camera.pictures.map(({ jpeg }) => jpeg.text()))).toEqual(['person 0.9', 'person 0.95'])
    expect(camera.told.at(-1)?.detections.length).toBe(3)
  })

  it('counts who was seen before it began, where it reaches back to that, and nobody from before', async () => {
    const { start, people, clock } = namingWatches()
    const camera = start()
    const look = async (score: number) => {
      await camera.check({ isRecording: false })
      people.answer([someone(score)])
      await clock.advance(1_490)
    }
    await camera.check({ isRecording: false })
    await look(0.99)
    const reachesToMs = clock.monotonicMs()
    await look(0.9)
    await look(0.8)
    camera.watch.noteClipBegun('clip-1', reachesToMs)
    const seen = [
      [0, 0.9],
      [1_500, 0.8],
    ].map(([atMs, score]) => expect.objectContaining({ atMs, score }))
    expect(camera.told).toEqual([{ clipId: 'clip-1', detections: seen }])
    expect(camera.watch.hasPicture('clip-1')).toBe(true)
  })

  it('leaves out a moment that should be its picture and has none', async () => {
    const { camera, people, clock } = await recording()
    await camera.check()
    people.answer([someone(0.9)], { hasJpeg: false })
    await clock.advance(0)
    expect(camera.told).toEqual([])
  })

  it('rounds boxes to shares of the picture, also those that stand over its edge', async () => {
    const { camera, people, clock } = await recording()
    for (let look = 0; look < 2; look++) {
      await camera.check()
      people.answer([
        { label: 'person', box: { left: -0.01, top: 1 / 3, width: 1.2, height: 0.123456 }, score: 0.987654 },
      ])
      await clock.advance(500)
    }
    expect(camera.told[0]?.detections[0]).toMatchObject({
      box: { left: 0, top: 0.3333, width: 1, height: 0.1235 },
      score: 0.988,
    })
  })

  it('never names more than the hub takes (contract, MAX_DETECTIONS)', async () => {
    const { camera, people, clock } = await recording()
    for (let i = 0; i < 40; i++) {
      await camera.check()
      people.answer(Array.from({ length: 10 }, (_, k) => someone(0.8 - k / 100)))
      await clock.advance(700)
    }
    expect(camera.told.at(-1)?.detections.length).toBe(300)
  })
})

describe('whoever watches the settings (LABEL-11)', () => {
  it('is told of each look: what moves, what it cost, and how old its frame is', async () => {
    const { camera, people, clock } = await recording()
    await camera.check()
    const still: Found = { label: 'car', box: { left: 0, top: 0, width: 0.05, height: 0.05 }, score: 0.9 }
    await clock.advance(90)
    people.answer([someone(0.6), still], { tookMs: 80 })
    await clock.advance(0)
    const things = [{ label: 'person', score: 0.6 }]
    expect(camera.looked).toMatchObject([{ things, tookMs: 80, parts: 1, agoMs: 100 }])
  })
})
