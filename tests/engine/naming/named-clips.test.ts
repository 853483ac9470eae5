import { describe, expect, it } from 'vitest'
import { MotionWatch } from '../../../src/engine/motion/motion-watch'
import type { Found } from '../../../src/engine/naming/detector'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import { CheckPacer } from '../../../src/engine/pacing/check-pacer'
import { type LabelGroup, labelGroups } from '../../../src/lib/label'
import { FakeStream } from '../../support/browser/fake-media'
import { SlowMotion } from '../../support/engine/check-loop'
import { classic, measured, nothing } from '../../support/engine/check-results'
import { ClipLog } from '../../support/engine/clip-log'
import { FakeFrames } from '../../support/engine/fake-frames'
import { FakeLooks, someone } from '../../support/engine/fake-looks'
import { fakeRecorders } from '../../support/engine/fake-recorder'
import { manualClock } from '../../support/manual-clock'
import { specTimings } from '../../support/timings'

/** A watch whose checks find what the test says, whose clips and looks the test drives. */
function watchPeople(isNamingWanted = true, keepClipsOf: readonly LabelGroup[] | null = null) {
  const clock = manualClock()
  const motion = new SlowMotion(clock)
  const pacer = new CheckPacer(specTimings.checkIntervalMs, clock, clock)
  const people = new FakeLooks()
  const recorders = fakeRecorders()
  recorders.isBeginning = false
  const frames = new FakeFrames()
  frames.isOnCanvas = false
  const log = new ClipLog()
  const ignore = () => undefined
  let clips = 0
  const watch = new MotionWatch(
    {
      id: 'front',
      sensitivityPercent: 50,
      detection: classic,
      isNamingWanted,
      keepClipsOf,
      isMotionRecorded: true,
      longestClipMs: 15_000,
      lastEndedAtMs: null,
      frames,
      recorder: recorders.open(new FakeStream('video').asMediaStream, frames),
    },
    specTimings,
    {
      clock,
      motion,
      pacer,
      newClipId: () => `clip-${++clips}`,
      looks: new LookTurns(people, clock, () => pacer.isLess('no-looks')),
    },
    {
      onCycle: ignore,
      onChange: ignore,
      onMeasured: ignore,
      onLearning: ignore,
      onUnmeasurable: ignore,
      onClipBegun: log.onClipBegun,
      onClipPart: log.onClipPart,
      onClipThumbnail: log.onClipThumbnail,
      onClipMoved: log.onClipMoved,
      onClipDetections: log.onClipDetections,
      onClipEnded: log.onClipEnded,
      onClipLeftOut: log.onClipLeftOut,
      onLooked: ignore,
      onRecordingFailed: ignore,
    },
  )
  return {
    clock,
    motion,
    people,
    recorders,
    frames,
    log,
    watch,
    take: () => recorders.started.at(-1) ?? expect.fail('Nothing is recorded.'),
  }
}

/** Something moves; the clip it began reaches 2 s back. */
async function walk(isNamingWanted = true, isHanging = false, keepClipsOf: readonly LabelGroup[] | null = null) {
  const around = watchPeople(isNamingWanted, keepClipsOf)
  around.recorders.isHanging = isHanging
  const { clock, motion } = around
  await clock.advance(3_000)
  motion.answer = measured(0.5)
  await clock.advance(300)
  const startedAtMs = clock.monotonicMs() - 2_000
  around.take().begin(startedAtMs)
  await clock.advance(300)
  return { ...around, startedAtMs }
}

/** Answers the open look, and the next one at a later check: two that agree are a person (PERSON-05). */
async function seeTwice({ people, clock }: Pick<Awaited<ReturnType<typeof walk>>, 'people' | 'clock'>, score: number) {
  people.answer([someone(0.5)])
  await clock.advance(600)
  people.answer([someone(score)])
}

describe('a clip with people in it (PERSON-06)', () => {
  it('says when they were seen, in milliseconds since its first frame', async () => {
    const around = await walk()
    await seeTwice(around, 0.9)
    around.take().end()
    await around.clock.advance(0)
    expect(around.log.clips[0]?.detections).toMatchObject([
      { atMs: 2_000, score: 0.5 },
      { atMs: 2_600, score: 0.9 },
    ])
  })

  it('has the best of their pictures, also where the picture of the motion comes later', async () => {
    const around = watchPeople()
    const { clock, motion, frames, people, log } = around
    frames.holdStills()
    await clock.advance(3_000)
    motion.answer = measured(0.5)
    await clock.advance(300)
    around.take().begin(clock.monotonicMs())
    await clock.advance(300)
    await seeTwice({ people, clock }, 0.9)
    await clock.advance(0)
    frames.letStillsGo()
    await clock.advance(0)
    around.take().end()
    await clock.advance(0)
    expect(await log.clips[0]?.thumbnail?.text()).toBe('person 0.9')
  })

  it('keeps the picture of the motion where nobody is surely seen', async () => {
    const { people, log, take, clock } = await walk()
    people.answer([someone(0.6)])
    take().end()
    await clock.advance(0)
    expect([await log.clips[0]?.thumbnail?.text(), log.clips[0]?.detections]).toEqual(['jpeg', []])
  })

  it('shows nobody who comes in the next one, where it was stopped before it had begun (LABEL-09)', async () => {
    const around = watchPeople(true, ['person'])
    const { clock, motion, people, recorders, log, take } = around
    recorders.isHanging = true
    await clock.advance(3_000)
    motion.answer = measured(0.5)
    await clock.advance(300)
    const stopped = take()
    stopped.giveUp = () => false
    const startedAtMs = clock.monotonicMs()
    people.answer([])
    motion.answer = nothing
    await clock.advance(14_000)
    expect(stopped.stops).toBe(1)
    stopped.begin(startedAtMs)
    motion.answer = measured(0.5)
    await clock.advance(1_500)
    take().begin(clock.monotonicMs() - 2_000)
    await seeTwice(around, 0.9)
    await clock.advance(0)
    stopped.end()
    take().end()
    await clock.advance(10_000)
    expect(log.clips.map(({ id, detections }) => [id, detections.length])).toEqual([
      ['clip-1', 0],
      ['clip-2', 2],
    ])
  })

  it('ends after its last look, and without it after 2 s', async () => {
    const { people, log, take, clock } = await walk()
    people.answer([someone(0.5)])
    await clock.advance(300)
    take().end()
    await clock.advance(1_000)
    expect(log.clips).toEqual([])
    people.answer([someone(0.9)])
    await clock.advance(0)
    expect(log.clips[0]?.detections.length).toBe(2)
  })

  it('names nobody from after its last frame, however long the recorder takes to hand it over', async () => {
    const { people, log, take, clock } = await walk(true, true)
    await seeTwice({ people, clock }, 0.9)
    await clock.advance(12_400)
    people.answer([someone(0.95)])
    await clock.advance(600)
    expect(take().stops).toBe(1)
    people.answer([someone(0.99)])
    take().end()
    await clock.advance(0)
    expect(log.clips[0]?.detections.map(({ score }) => score)).toEqual([0.5, 0.9, 0.95])
  })

  it('is not looked at where the hub does not want to know (EXT-04)', async () => {
    const { people, log, take, clock } = await walk(false)
    await clock.advance(3_000)
    take().end()
    await clock.advance(0)
    expect([people.wakes, people.requests.length, log.clips.length]).toEqual([0, 0, 1])
  })

  it('is no longer looked at when the camera has to learn its scene anew', async () => {
    const { people, motion, clock } = await walk()
    people.answer([])
    await clock.advance(600)
    people.answer([])
    motion.answer = nothing
    await clock.advance(3_000)
    const before = people.requests.length
    motion.answer = measured(0.5)
    await clock.advance(300)
    expect(people.requests.length).toBe(before + 1)
  })
})

describe('a camera that keeps clips of some things only (LABEL-09)', () => {
  /** Each look at the clip that is open finds this, until it ends. */
  async function seeAndEnd(around: Awaited<ReturnType<typeof walk>>, found: readonly Found[]) {
    for (let i = 0; i < 4; i++) {
      around.people.answer(found)
      await around.clock.advance(600)
    }
    around.people.answer(found)
    around.take().end()
    await around.clock.advance(0)
  }

  /** What becomes of a clip in which each look finds this. */
  async function clipShowing(
    found: readonly Found[],
    keepClipsOf: readonly LabelGroup[] | null = ['person'],
    { isAskedFor = false, toldAfterMs = null as number | null } = {},
  ) {
    const around = await walk(true, false, keepClipsOf)
    if (isAskedFor) around.watch.recordNow()
    await seeAndEnd(around, found)
    await around.clock.advance(toldAfterMs ?? 0)
    if (toldAfterMs !== null) around.watch.noteTampered()
    await around.clock.advance(10_000)
    return { kept: around.log.clips.map(({ id }) => id), leftOut: around.log.leftOut }
  }
  const kept = { kept: ['clip-1'], leftOut: [] }
  const leftOut = { kept: [], leftOut: ['clip-1'] }

  it('keeps what shows one of them, and leaves out what shows none', async () => {
    expect(await clipShowing([someone(0.9)])).toEqual(kept)
    expect(await clipShowing([someone(0.9, 0.4, 'cat')])).toEqual(leftOut)
    expect(await clipShowing([someone(0.9, 0.4, 'cat')], ['vehicle', 'animal'])).toEqual(kept)
    expect(await clipShowing([])).toEqual(leftOut)
  })

  it('keeps all where everything is wanted', async () => {
    expect(await clipShowing([], null)).toEqual(kept)
  })

  it('keeps a clip that somebody asked for, whatever it shows (LIVE-64)', async () => {
    expect(await clipShowing([], ['person'], { isAskedFor: true })).toEqual(kept)
  })

  it('tells of what moves in such a clip only where it would have kept it unasked (LABEL-09, LIVE-98)', async () => {
    const recordByHand = async (keepClipsOf: readonly LabelGroup[] | null, found: readonly Found[], touch = false) => {
      const around = watchPeople(true, keepClipsOf)
      await around.clock.advance(3_000)
      around.motion.answer = nothing
      around.watch.recordNow()
      around.take().begin(around.clock.monotonicMs())
      await around.clock.advance(300)
      around.motion.answer = measured(0.5)
      await around.clock.advance(300)
      if (touch) around.watch.noteTampered()
      await seeAndEnd({ ...around, startedAtMs: 0 }, found)
      expect(around.log.clips).toMatchObject([{ id: 'clip-1', isByHand: true }])
      return around.log.clips[0]?.hasMoved
    }
    expect(await recordByHand(['person'], [])).toBe(false)
    expect(await recordByHand(['person'], [someone(0.9)])).toBe(true)
    expect(await recordByHand(null, [])).toBe(true)
    // What is kept unasked, as somebody touched the camera, is told of as well.
    expect(await recordByHand(['person'], [], true)).toBe(true)
  })

  it('says at once what moves in it where it keeps clips of everything: the tab may end first (LIVE-98)', async () => {
    const { clock, motion, watch, log, take } = watchPeople()
    await clock.advance(3_000)
    watch.recordNow()
    take().begin(clock.monotonicMs())
    motion.answer = measured(0.5)
    await clock.advance(600)
    expect([log.openIds, log.movedIds]).toEqual([['clip-1'], ['clip-1']])
  })

  it('keeps a clip that ended up to 10 s before somebody is told to have touched the camera (TAMP-06)', async () => {
    expect(await clipShowing([], ['person'], { toldAfterMs: 0 })).toEqual(kept)
    expect(await clipShowing([], ['person'], { toldAfterMs: 9_900 })).toEqual(kept)
    expect(await clipShowing([], ['person'], { toldAfterMs: 10_100 })).toEqual(leftOut)
  })

  it('keeps the clip that is open then, and not the next one (TAMP-06)', async () => {
    const around = await walk(true, false, ['person'])
    around.watch.noteTampered()
    await seeAndEnd(around, [])
    await around.clock.advance(6_000)
    around.take().begin(around.clock.monotonicMs())
    await seeAndEnd(around, [])
    await around.clock.advance(10_000)
    expect([around.log.clips.map(({ id }) => id), around.log.leftOut]).toEqual([['clip-1'], ['clip-2']])
  })

  it('keeps the clip that only the recorder does not know of yet (TAMP-06)', async () => {
    const around = watchPeople(true, ['person'])
    await around.clock.advance(3_000)
    around.motion.answer = measured(0.5)
    await around.clock.advance(300)
    around.watch.noteTampered()
    around.take().begin(around.clock.monotonicMs())
    await around.clock.advance(300)
    await seeAndEnd({ ...around, startedAtMs: 0 }, [])
    expect(around.log.clips.map(({ id }) => id)).toEqual(['clip-1'])
  })

  it('leaves out at once what waits when motion is no longer looked for', async () => {
    const around = await walk(true, false, ['person'])
    await seeAndEnd(around, [])
    expect([around.log.clips, around.log.leftOut]).toEqual([[], []])
    around.watch.stop()
    expect([around.log.clips, around.log.leftOut]).toEqual([[], ['clip-1']])
  })

  it('keeps a clip that it could not look at: what is in it nobody knows', async () => {
    const around = await walk(true, false, ['person'])
    around.people.answer([])
    around.people.isReady = false
    await around.clock.advance(5_000)
    around.take().end()
    await around.clock.advance(0)
    expect([around.log.clips.length, around.log.leftOut]).toEqual([1, []])
  })

  it('keeps a clip that it could not look at before its first frame was known', async () => {
    const around = watchPeople(true, ['person'])
    await around.clock.advance(3_000)
    around.people.isReady = false
    around.motion.answer = measured(0.5)
    const movedAtMs = around.clock.monotonicMs()
    await around.clock.advance(4_500)
    around.take().begin(movedAtMs)
    around.people.isReady = true
    await around.clock.advance(300)
    await seeAndEnd({ ...around, startedAtMs: movedAtMs }, [])
    await around.clock.advance(10_000)
    expect([around.log.clips.length, around.log.leftOut]).toEqual([1, []])
  })

  it('keeps a clip whose looks come too far apart to make a name, though each sees somebody', async () => {
    const around = await walk(true, false, ['person'])
    for (let i = 0; i < 4; i++) {
      await around.clock.advance(2_700)
      around.people.answer([someone(0.9)])
    }
    around.take().end()
    await around.clock.advance(10_000)
    expect([around.log.clips.map(({ detections }) => detections), around.log.leftOut]).toEqual([[[]], []])
  })

  it('keeps a clip that was looked at while it began, and no more while much moved', async () => {
    const around = await walk(true, false, ['person'])
    for (let i = 0; i < 6; i++) {
      around.people.answer([])
      await around.clock.advance(600)
    }
    around.people.answer([])
    around.people.isReady = false
    await around.clock.advance(8_000)
    around.take().end()
    await around.clock.advance(10_000)
    expect([around.log.clips.length, around.log.leftOut]).toEqual([1, []])
  })

  it('keeps a clip that shows somebody of whom no picture could be made, and names nobody (PERSON-07)', async () => {
    const around = await walk(true, false, ['person'])
    for (let i = 0; i < 5; i++) {
      around.people.answer([someone(0.9)], { hasJpeg: false })
      await around.clock.advance(600)
    }
    around.take().end()
    await around.clock.advance(10_000)
    expect([around.log.clips.map(({ detections }) => detections), around.log.leftOut]).toEqual([[[]], []])
  })

  it('keeps whatever clip where it keeps something that the detector has no name for: a model of people alone', async () => {
    const around = await walk(true, false, ['vehicle'])
    around.people.groups = ['person']
    await seeAndEnd(around, [])
    expect(around.log.clips.map(({ id }) => id)).toEqual(['clip-1'])
    await around.clock.advance(6_000)
    around.take().begin(around.clock.monotonicMs())
    // The built-in detector takes the model's place in the middle of a clip.
    around.people.groups = labelGroups
    await seeAndEnd(around, [])
    expect(around.log.clips.map(({ id }) => id)).toEqual(['clip-1', 'clip-2'])
    await around.clock.advance(6_000)
    around.take().begin(around.clock.monotonicMs())
    await seeAndEnd(around, [])
    await around.clock.advance(10_000)
    expect(around.log.leftOut).toEqual(['clip-3'])
  })

  it('leaves out what shows nobody where it keeps people alone, as that model does', async () => {
    const around = await walk(true, false, ['person'])
    around.people.groups = ['person']
    await seeAndEnd(around, [])
    await around.clock.advance(10_000)
    expect([around.log.clips, around.log.leftOut]).toEqual([[], ['clip-1']])
  })
})
