import { describe, expect, it } from 'vitest'
import { planClips } from '../../../bench/detect/person/clip-plan'
import {
  addPersonScores,
  confusionTable,
  crowdBar,
  personBars,
  personRows,
  personScoreOf,
  videoTable,
} from '../../../bench/detect/person/confusion'
import { type JudgedClip, type PersonRun, runPersonDetectors } from '../../../bench/detect/person/person-run'
import { pixelPicture } from '../../../bench/detect/person/pixel-picture'
import { openBarLine } from '../../../bench/report'
import type { Detector, LookPicture, PicturePart } from '../../../src/engine/naming/detector'
import { partAround, wholeOf } from '../../../src/engine/naming/look-part'
import type { Box } from '../../../src/lib/box'

const CHECK_SEC = 0.3
const region: Box = { left: 0.1, top: 0.2, width: 0.1, height: 0.4 }

/** Motion in these spans of seconds. */
function motionIn(seconds: number, ...spans: readonly (readonly [from: number, to: number])[]) {
  const times = Array.from({ length: Math.round(seconds / CHECK_SEC) }, (_, check) => check * CHECK_SEC)
  const isMoving = (timeSec: number) => spans.some(([from, to]) => timeSec >= from && timeSec < to)
  return {
    differences: times.map((timeSec) => (isMoving(timeSec) ? 0.2 : 0)),
    moved: times.map((timeSec) => (isMoving(timeSec) ? [region] : [])),
  }
}

/** Frames that tell their number. */
function filmOf(seconds: number): LookPicture[] {
  return Array.from({ length: Math.round(seconds / CHECK_SEC) }, (_, check) => {
    return { width: 1280, height: 720, pixels: () => new Uint8ClampedArray([check, 0, 0, 255]) }
  })
}

/** Sees somebody in the frames of these seconds. */
function seeing(isThere: (timeSec: number) => boolean): Detector {
  return {
    name: 'fake',
    groups: ['person'],
    detect: async (picture, part) => {
      const [check = 0] = picture.pixels(part, { width: 1, height: 1 })
      return isThere(check * CHECK_SEC) ? [{ label: 'person', box: region, score: 0.9 }] : []
    },
    close: () => undefined,
  }
}

describe('the clips of bench:detect --person', () => {
  it('are those that the camera records: what was before the motion is in them (BENCH-05, CLIP-02)', () => {
    const { clips } = planClips(motionIn(60, [9, 40]))
    expect(clips.map(({ triggeredAtMs }) => triggeredAtMs)).toEqual([9_000, 24_000, 39_000])
    expect(clips.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [4_000, 19_000],
      [19_000, 34_000],
      [34_000, 49_000],
    ])
  })

  it('are looked at as often as a quarter of a core allows, and only while something moves (PERSON-01)', () => {
    const looks = [...planClips(motionIn(30, [3, 13])).looks]
    expect(looks.every(([check]) => check * CHECK_SEC > 2.99 && check * CHECK_SEC < 13)).toBe(true)
    const parts = looks.reduce((sum, [, looks]) => sum + looks, 0)
    expect(parts).toBeGreaterThan(20)
    expect(parts).toBeLessThan(30)
  })

  it('are looked at between two of them only for motion, in them also for less', () => {
    const still = { ...motionIn(60, [9, 9.3]), moved: Array.from({ length: 200 }, () => [region]) }
    const timesSec = [...planClips(still).looks.keys()].map((check) => check * CHECK_SEC)
    expect([timesSec[0], timesSec.at(-1)]).toEqual([expect.closeTo(9), expect.closeTo(18.6, 0)])
    // One ends at 19 s, the next begins at 24 s.
    const between = [...planClips(motionIn(60, [9, 40])).looks.keys()].filter((check) => check > 64 && check < 80)
    expect(between.length).toBeGreaterThan(5)
  })

  it('show who was seen in the 5 s before the motion that begins them, and nobody from after their end (BENCH-05)', async () => {
    // Somebody is there from 19.5 to 21.5 s, between a clip that ends at 19 s and one that is triggered at 24 s.
    const detector = seeing((timeSec) => timeSec >= 19.5 && timeSec < 21.5)
    const [run] = await runPersonDetectors([detector], motionIn(40, [9, 10], [19, 25]), [], () => filmOf(40))
    expect(run?.clips.map(({ isPerson }) => isPerson)).toEqual([false, true])
    const times = run?.clips[1]?.sightings.map(({ atMs }) => atMs) ?? []
    expect([Math.min(...times) >= 500, Math.max(...times) < 2_500]).toEqual([true, true])
  })

  it('hand the detector the frame of that very check: what moved, that again for a name, and then all of it and what moved in turns', async () => {
    const looked: [level: number | undefined, part: PicturePart][] = []
    const detector: Detector = {
      name: 'fake',
      groups: ['person'],
      detect: async (picture, part) => {
        looked.push([picture.pixels(part, { width: 1, height: 1 })[0], part])
        return [{ label: 'person', box: region, score: 0.9 }]
      },
      close: () => undefined,
    }
    const size = { width: 640, height: 640 }
    const pixels = size.width * size.height * 4
    const frames = Array.from({ length: 40 }, (_, check) => pixelPicture(size, new Uint8Array(pixels).fill(check)))
    const motion = motionIn(12, [3, 5])
    const [run] = await runPersonDetectors([detector], motion, [], () => frames)
    const turns = [partAround(region, size), wholeOf(size)]
    const planned = [...planClips(motion).looks].flatMap(([check, looks]) => Array(looks).fill(check))
    expect(planned.length).toBeGreaterThan(5)
    expect(looked).toEqual(planned.map((check, i) => [check, turns[i === 0 ? 0 : (i - 1) % 2]]))
    expect(run?.clips.map(({ isPerson }) => isPerson)).toEqual([true])
  })
})

describe('looks at nobody', () => {
  it('are made in every frame of an empty span and in no other, at the whole and at places in turns', async () => {
    const looked: [level: number | undefined, width: number][] = []
    const detector: Detector = {
      name: 'fake',
      groups: ['person'],
      detect: async (picture, part) => {
        const [level = 0] = picture.pixels(part, { width: 1, height: 1 })
        looked.push([level, part.width])
        return level === 11 || level === 30 ? [{ label: 'person', box: region, score: 0.5 }] : []
      },
      close: () => undefined,
    }
    const size = { width: 1280, height: 720 }
    const frames = Array.from({ length: 40 }, (_, check) => {
      return { ...size, pixels: () => new Uint8ClampedArray([check, 0, 0, 255]) }
    })
    const empty = [
      [3, 3.9],
      [9, 9.3],
    ] as const
    const [run] = await runPersonDetectors([detector], motionIn(12), empty, () => frames)
    expect(looked.map(([level]) => level)).toEqual([10, 11, 12, 13, 30, 31])
    expect(looked.map(([, width]) => width < size.width)).toEqual([false, true, true, true, true, false])
    expect(run).toMatchObject({ clips: [], costsUs: [], empty: { looks: 6, person: 2 } })
  })
})

describe('the scorecard of a person detector', () => {
  const box = { left: 0.4, top: 0.3, width: 0.1, height: 0.4 }
  /** Begun by motion at once; somebody is seen in it so long after its beginning; null: nobody is. */
  const clip = (startSec: number, seenAfterSec: number | null): JudgedClip => ({
    triggeredAtMs: 1_000 * startSec,
    startMs: 1_000 * startSec,
    endMs: 1_000 * startSec + 15_000,
    isPerson: seenAfterSec !== null,
    sightings:
      seenAfterSec === null
        ? []
        : [1_000 * seenAfterSec, 1_000 * seenAfterSec + 600].map((atMs) => {
            return { label: 'person', track: 0, box, score: 0.9, atMs }
          }),
  })
  const truth = {
    motion: [
      { start: 10, end: 20, kind: 'person' },
      { start: 60, end: 70, kind: 'person' },
      { start: 100, end: 110, kind: 'vehicle' },
      { start: 200, end: 210, kind: 'person', sharePercent: 0.3 },
      { start: 400, end: 410, kind: 'person' },
    ],
    ignore: [[300, 310]],
  } as const
  const clips = [clip(12, 1), clip(62, null), clip(102, 1), clip(202, 1), clip(302, 1), clip(350, null)]
  const run: PersonRun = { name: 'default', costsUs: [40_000, 60_000], clips, empty: { looks: 9, person: 2 } }
  const score = personScoreOf(run, truth)

  it('counts visits, those recorded and those labelled PERSON, of people large enough to see', () => {
    expect(score).toMatchObject({ intervals: 3, found: 2, person: 1 })
  })

  it('counts a visit only where somebody is seen during it, not during the next one in the same clip', () => {
    const motion = [
      { start: 10, end: 13, kind: 'person' },
      { start: 18, end: 22, kind: 'person' },
    ] as const
    const personOf = (seenAfterSec: number) =>
      personScoreOf({ ...run, clips: [clip(10, seenAfterSec)] }, { motion, ignore: [] })
    expect(personOf(9)).toMatchObject({ intervals: 2, found: 2, person: 1 })
    expect(personOf(5)).toMatchObject({ found: 2, person: 0 })
    // As early as motion may be told.
    expect(personOf(7.7 - 0.6)).toMatchObject({ person: 1 })
  })

  it('reckons how late PERSON is told from looks at the visit itself, not at who was there before it', () => {
    const seenAtSec = [1, 1.6, 6.5, 7.1]
    const sightings = seenAtSec.map(
      (sec) => ({ label: 'person', track: 0, box, score: 0.9, atMs: 1_000 * sec }) as const,
    )
    const reachingBack = { ...clip(5, 1), triggeredAtMs: 11_000, sightings }
    const motion = [{ start: 10.5, end: 16, kind: 'person' }] as const
    expect(personScoreOf({ ...run, clips: [reachingBack] }, { motion, ignore: [] }).delaysSec).toEqual([
      expect.closeTo(12.1 - 10.5),
    ])
  })

  it('counts clips without anybody, and nobody is judged by spans to ignore or people too small', () => {
    expect(score.byKind).toEqual({
      person: { clips: 2, person: 1 },
      vehicle: { clips: 1, person: 1 },
      other: { clips: 1, person: 0 },
    })
  })

  it('prints truth in rows and labels in columns', () => {
    const lines = confusionTable('default', score).split('\n')
    expect(lines[0]).toMatch(/default\s+PERSON\s+MOTION/)
    expect(lines[1]).toMatch(/person clip\s+1\s+1/)
    expect(lines[2]).toMatch(/vehicle clip\s+1\s+0/)
  })

  it('has a line a video: what was there, what became of it, and the cost of a look', () => {
    const lines = videoTable([['yard', score]]).split('\n')
    expect(lines[0]).toMatch(
      /video +visits +recorded +PERSON +clips +false +looks +ms a look +animals +vehicles +empty +overlap +s to PERSON/,
    )
    expect(lines[1]).toMatch(/^yard +3 +2 +1 +1\/2 +1 +2 +50 +0 +0 +2\/9 +- +3\.60$/)
  })

  it('is written as a result, and adds up (BENCH-01)', () => {
    const rows = personRows('default', 'total', addPersonScores([score, score]))
    const value = (metric: string) => rows.find((row) => row.metric === metric)?.value
    expect(rows.every(({ name, case: caseName }) => name === 'person-default' && caseName === 'total')).toBe(true)
    const metrics = ['found', 'person', 'false', 'clips', 'clips-person', 'empty-looks', 'empty-person']
    expect(metrics.map(value)).toEqual([4, 2, 2, 4, 2, 18, 4])
  })

  it('is held to its bars, and a bar that nothing decides says so (BENCH-05)', () => {
    const verdicts = (one: typeof score) =>
      [...personBars('default', one), crowdBar('default', 'vtest', one)].map((bar) =>
        openBarLine(bar).split(' ').at(-1),
      )
    expect(verdicts({ ...score, overlaps: [0.3, 0.6, 0.4] })).toEqual(Array(5).fill('missed'))
    const good = {
      intervals: 1,
      found: 1,
      person: 1,
      overlaps: [0.3, 0.6, 0.7],
      empty: { looks: 9, person: 0 },
      byKind: { person: { clips: 10, person: 9 }, vehicle: { clips: 1, person: 0 }, other: { clips: 0, person: 0 } },
    }
    expect(verdicts({ ...score, ...good })).toEqual(Array(5).fill('ok'))
    const nothing = personScoreOf({ ...run, clips: [], empty: { looks: 0, person: 0 } }, { motion: [], ignore: [] })
    expect([...personBars('default', nothing)].map(openBarLine)).toEqual(
      Array(4).fill(expect.stringMatching(/: not decided, there was none$/)),
    )
  })
})
