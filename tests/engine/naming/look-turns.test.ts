import { describe, expect, it } from 'vitest'
import type { Found } from '../../../src/engine/naming/detector'
import { someone } from '../../support/engine/fake-looks'
import { namingWatches } from '../../support/engine/naming-watch'

/** Checks of all cameras every 300 ms for so long; looks are answered after `tookMs`. Who was looked at, and when. */
async function run(
  cameras: number,
  ms: number,
  tookMs: number,
  seesAt: (camera: number) => readonly Found[] = () => [],
) {
  const { start, people, clock } = namingWatches()
  const watches = Array.from({ length: cameras }, () => start())
  const looks: { readonly camera: number; readonly atMs: number }[] = []
  const startMs = clock.monotonicMs()
  for (const [camera, { watch }] of watches.entries()) watch.noteClipBegun(`clip-${camera}`, startMs)
  let busyMs = 0
  while (clock.monotonicMs() - startMs < ms) {
    for (const [camera, watch] of watches.entries()) {
      const before = people.requests.length
      await watch.check()
      if (people.requests.length > before) {
        looks.push({ camera, atMs: clock.monotonicMs() - startMs })
        busyMs += tookMs
        clock.after(tookMs, () => people.answer(seesAt(camera), { tookMs }))
      }
      await clock.advance(300 / cameras - 10)
    }
  }
  const named = watches.filter(({ told }) => told.length > 0).length
  return { looks, named, share: busyMs / ms, open: watches.map((watch) => watch.openFrames()) }
}

describe('the turns of cameras with one detector (PERSON-01)', () => {
  it.each([10, 50, 150, 400])(
    'take at most a quarter of one core, or one look a second, where a look takes %i ms',
    async (tookMs) => {
      for (const cameras of [1, 4]) {
        const { share, looks } = await run(cameras, 30_000, tookMs)
        // One look a second, where that is more (look-budget.ts); and what was saved up before, a second at most.
        expect(share).toBeLessThanOrEqual(Math.max(0.25, tookMs / 1_000) + 1 / 30)
        expect(looks.length).toBeGreaterThan(10)
      }
    },
  )

  it.each([5, 70])(
    'look at a camera at each check, four times a second at most, where a look takes %i ms',
    async (tookMs) => {
      const { looks } = await run(1, 30_000, tookMs)
      const gaps = looks.slice(1).map(({ atMs }, i) => atMs - (looks[i]?.atMs ?? 0))
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250)
      expect(looks.length).toBeGreaterThan(90)
    },
  )

  it('are fair: nobody is looked at much more often than another', async () => {
    const { looks } = await run(4, 60_000, 100)
    const counts = [0, 1, 2, 3].map((camera) => looks.filter((look) => look.camera === camera).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
    expect(Math.min(...counts)).toBeGreaterThan(20)
  })

  it.each([
    [8, 86],
    [3, 200],
    [3, 400],
  ])(
    'name who is seen, though each of %i cameras waits longer for its turn than a name may take (LABEL-16)',
    async (cameras, tookMs) => {
      const { named, share } = await run(cameras, 15_000, tookMs, () => [someone(0.9)])
      expect(named).toBe(cameras)
      expect(share).toBeLessThanOrEqual(Math.max(0.25, tookMs / 1_000) + 1 / 15)
    },
  )

  it('give a camera that always has somebody to confirm two looks for one of the others, and starve nobody', async () => {
    let looks = 0
    // Each time elsewhere: never the same one.
    const passing = () => [someone(0.9, 0.2 + (looks++ % 2) * 0.5)]
    const { looks: taken } = await run(8, 60_000, 86, (camera) => (camera === 0 ? passing() : []))
    const counts = Array.from({ length: 8 }, (_, camera) => taken.filter((look) => look.camera === camera).length)
    const [first = 0, ...others] = counts
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(1)
    expect(Math.abs(first - 2 * Math.max(...others))).toBeLessThanOrEqual(2)
  })

  it('leave no frame open', async () => {
    const { open } = await run(3, 10_000, 100)
    // The last frame of all may be on its way to the detector.
    expect(open.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1)
  })

  it("are nobody's while the machine does without (LESS-01)", async () => {
    const { start, people, late } = namingWatches()
    const camera = start()
    late.areChecksLate = true
    for (let i = 0; i < 10; i++) await camera.check()
    expect([people.requests.length, camera.openFrames()]).toEqual([0, 0])
    late.areChecksLate = false
    await camera.check()
    expect(people.requests.length).toBe(1)
  })

  it('wait for the detector to be ready, and keep no frame', async () => {
    const { start, people } = namingWatches()
    people.isReady = false
    const camera = start()
    for (let i = 0; i < 5; i++) await camera.check()
    expect([people.wakes > 0, camera.openFrames()]).toEqual([true, 0])
  })

  it('go on when a camera leaves that held one', async () => {
    const { start, people } = namingWatches()
    const [gone, other] = [start(), start()]
    await gone.check()
    await other.check()
    gone.watch.noteFrame(gone.frames[0]?.frame ?? expect.fail())
    gone.watch.stop()
    await other.check()
    expect(people.requests.length).toBe(1)
  })

  it('are not held up by a camera that was refused, and before which nothing moves any more', async () => {
    const { start, people, clock } = namingWatches()
    const [moving, calm] = [start(), start()]
    await moving.check()
    await calm.check()
    people.answer([])
    await clock.advance(280)
    await calm.check({ isMotion: false, isRecording: false })
    await moving.check()
    expect(people.requests.length).toBe(2)
  })
})

describe('the turns of cameras that kept frames while the detector was loaded (LABEL-13)', () => {
  /** Somebody walks before each of so many cameras, which were looked at once before; who has a name at once, and 10 s later. */
  async function load(cameras: number, tookMs: number) {
    const { start, people, clock, turns } = namingWatches()
    const watches = Array.from({ length: cameras }, () => start())
    const answerAll = async () => {
      while (people.isLooking) {
        await clock.advance(tookMs)
        people.answer([someone(0.9)], { tookMs: tookMs * (people.requests.at(-1)?.around.length ?? 0) })
        await clock.advance(0)
      }
    }
    // Who joined first was looked at last.
    for (const watch of watches.toReversed()) {
      await watch.check({ isRecording: false })
      await answerAll()
      await clock.advance(10_000)
    }
    people.isReady = false
    people.isLoading = true
    for (const [i, { watch }] of watches.entries()) watch.noteClipBegun(`clip-${i}`, clock.monotonicMs())
    for (let i = 0; i < 3; i++) {
      for (const watch of watches) await watch.check()
      await clock.advance(300 - 10 * cameras)
    }
    people.isReady = true
    people.isLoading = false
    const loadedAtMs = clock.monotonicMs()
    void turns.noteReady()
    await clock.advance(0)
    await answerAll()
    const named = () => watches.filter(({ told }) => told.length > 0).length
    const namedAtOnce = named()
    while (clock.monotonicMs() < loadedAtMs + 10_000) {
      for (const watch of watches) await watch.check({ isMotion: false, isMoved: false })
      await answerAll()
      await clock.advance(300 - 10 * cameras)
    }
    return { namedAtOnce, named: named(), open: watches.map((watch) => watch.openFrames()) }
  }

  it.each([
    [2, 200],
    [4, 80],
  ])('leave none out: of %i, where a look takes %i ms, two at once and others soon', async (cameras, tookMs) => {
    const { namedAtOnce, named, open } = await load(cameras, tookMs)
    expect([namedAtOnce, named]).toEqual([2, cameras])
    expect(open).toEqual(Array.from({ length: cameras }, () => 0))
  })
})
