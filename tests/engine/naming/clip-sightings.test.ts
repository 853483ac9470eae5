import { describe, expect, it } from 'vitest'
import { detectionsOfThumbnail, labelCountsOf, MAX_DETECTIONS } from '../../../src/contract/detection'
import { ClipSightings } from '../../../src/engine/naming/clip-sightings'
import type { MovingThing } from '../../../src/engine/naming/moving'
import type { Label } from '../../../src/lib/label'

const HEIGHT = 0.4
const STARTED_MS = 50_000

interface Shown {
  readonly label?: Label
  readonly score?: number
  readonly height?: number
  readonly movedShare?: number
}

function thing(
  left: number,
  { label = 'person', score = 0.55, height = HEIGHT, movedShare = 1 }: Shown = {},
): MovingThing {
  return { label, score, movedShare, box: { left, top: 0.3, width: height / 4, height } }
}

type TimedThings = readonly [atMs: number, ...things: MovingThing[]]

/** A clip with these looks; times count from its first frame. */
function clipOf(...looks: readonly TimedThings[]) {
  const clip = new ClipSightings(STARTED_MS)
  for (const [atMs, ...things] of looks) {
    clip.add({ atMs: STARTED_MS + atMs, things, jpeg: new Blob([`at ${atMs}`]), isJpegMissing: false })
  }
  return clip
}

describe('whether a clip shows a person (PERSON-05)', () => {
  const isPerson = (...looks: readonly TimedThings[]) => clipOf(...looks).groups.has('person')

  it('is no where nobody was found', () => {
    expect(isPerson([0], [600])).toBe(false)
  })

  it('is no after one look, however sure: leaves look like somebody for a moment', () => {
    expect(isPerson([0, thing(0.2, { score: 0.99 })])).toBe(false)
  })

  it('is yes after two looks that can be at the same walker', () => {
    expect(isPerson([0, thing(0.2)], [600, thing(0.3)])).toBe(true)
  })

  it('is no while all looks doubt it, and yes once one is as sure as 0.4', () => {
    const doubted: readonly TimedThings[] = [0, 300, 600].map((atMs) => [atMs, thing(0.2, { score: 0.39 })])
    expect(isPerson(...doubted)).toBe(false)
    expect(isPerson(...doubted, [900, thing(0.2, { score: 0.4 })])).toBe(true)
  })

  it('is no where two shapes are in one frame', () => {
    expect(isPerson([600, thing(0.2), thing(0.25)])).toBe(false)
  })

  it('is no where the second is further away than anybody walks', () => {
    expect(isPerson([0, thing(0.1)], [600, thing(0.8)])).toBe(false)
  })

  it('is no where the second is twice as tall', () => {
    expect(isPerson([0, thing(0.2)], [600, thing(0.2, { height: 2 * HEIGHT })])).toBe(false)
  })

  it('is no where the second comes many seconds later', () => {
    expect(isPerson([0, thing(0.2)], [6_000, thing(0.2)])).toBe(false)
  })

  it('is no where the two are of different groups', () => {
    const clip = clipOf([0, thing(0.2)], [600, thing(0.2, { label: 'dog' })])
    expect([...clip.groups]).toEqual([])
  })
})

describe('tracks (LABEL-02)', () => {
  it('are one for each thing, each look with the one that it is nearest to', () => {
    const clip = clipOf([0, thing(0.1), thing(0.5)], [300, thing(0.48), thing(0.13)], [600, thing(0.16), thing(0.46)])
    const lefts = (track: number) => clip.sightings.filter((one) => one.track === track).map(({ box }) => box.left)
    expect([lefts(0), lefts(1)].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
      [0.1, 0.13, 0.16],
      [0.5, 0.48, 0.46],
    ])
  })

  it('have the label that their looks are surest of, at each of their moments', () => {
    const clip = clipOf(
      [0, thing(0.2, { label: 'cat', score: 0.6 })],
      [300, thing(0.22, { label: 'dog', score: 0.7 })],
      [600, thing(0.24, { label: 'dog', score: 0.5 })],
    )
    expect(clip.sightings.map(({ label, atMs }) => [label, atMs])).toEqual([
      ['dog', 0],
      ['dog', 300],
      ['dog', 600],
    ])
  })

  it('leave out what was seen once', () => {
    const clip = clipOf([0, thing(0.1), thing(0.7)], [300, thing(0.12)])
    expect(clip.sightings.every(({ box }) => box.left < 0.5)).toBe(true)
    expect(labelCountsOf(clip.sightings)).toEqual([{ label: 'person', count: 1 }])
  })

  it('count who is there at once, also where each look shows one of them only', () => {
    const clip = clipOf([0, thing(0.1)], [300, thing(0.6)], [600, thing(0.12)], [900, thing(0.62)])
    expect(labelCountsOf(clip.sightings)).toEqual([{ label: 'person', count: 2 }])
  })
})

describe('a vehicle (LABEL-03)', () => {
  const car = (left: number, movedShare = 1) => thing(left, { label: 'car', movedShare })

  it('that drives is named, also one that stood until then', () => {
    const clip = clipOf([0, car(0.2)], [300, car(0.21)], [600, car(0.28)], [900, car(0.4)])
    expect([...clip.groups]).toEqual(['vehicle'])
  })

  it('that stands is not, however often somebody moves before it', () => {
    const clip = clipOf([0, car(0.2)], [300, car(0.21)], [600, car(0.2)], [900, car(0.19)])
    expect([...clip.groups]).toEqual([])
  })

  it('that seems to shift while somebody small passes before it is not', () => {
    const clip = clipOf([0, car(0.2, 0.2)], [300, car(0.26, 0.2)], [600, car(0.34, 0.2)])
    expect([...clip.groups]).toEqual([])
  })

  it('that comes straight towards the camera is named by its growth', () => {
    const near = (height: number) => thing(0.4 - height / 8, { label: 'car', height })
    expect([...clipOf([0, near(0.2)], [300, near(0.25)], [600, near(0.3)]).groups]).toEqual(['vehicle'])
  })
})

describe('the picture of a clip (LABEL-07)', () => {
  it('is of the best look at what was seen for longest, and so are the boxes that are told with it', async () => {
    const clip = clipOf(
      [0, thing(0.1, { score: 0.5 })],
      [300, thing(0.12, { score: 0.7 }), thing(0.6, { score: 0.95 })],
      [600, thing(0.14, { score: 0.6 }), thing(0.62, { score: 0.9 })],
      [900, thing(0.16, { score: 0.65 })],
    )
    expect(await clip.picture?.text()).toBe('at 300')
    expect(detectionsOfThumbnail(clip.sightings).map(({ atMs }) => atMs)).toEqual([300, 300])
  })

  it('is asked for only where a track that goes on would have a better one', () => {
    const clip = clipOf([0, thing(0.1, { score: 0.5 }), thing(0.6, { score: 0.9 })], [300, thing(0.11, { score: 0.7 })])
    expect(clip.jpegAboveAt(STARTED_MS + 600)).toBe(0.7)
    expect(clip.jpegAboveAt(STARTED_MS + 60_000)).toBe(-1)
  })

  it('is none of a look that has none: that look is left out', () => {
    const clip = clipOf([0, thing(0.1)], [300, thing(0.1)])
    clip.add({ atMs: STARTED_MS + 600, things: [thing(0.1, { score: 0.99 })], jpeg: null, isJpegMissing: true })
    expect(clip.sightings.map(({ atMs }) => atMs)).toEqual([0, 300])
  })

  const person = () => thing(0.1, { score: 0.75 })
  const dog = () => thing(0.6, { label: 'dog', score: 0.5 })

  /** Looks 300 ms apart, each with a JPEG only where the naming worker would make one. */
  function sparingClipOf(...looks: readonly (readonly MovingThing[])[]) {
    const clip = new ClipSightings(STARTED_MS)
    for (const [i, things] of looks.entries()) {
      const atMs = STARTED_MS + i * 300
      const isWanted = things.some(({ score }) => score > clip.jpegAboveAt(atMs))
      clip.add({ atMs, things, jpeg: isWanted ? new Blob([`at ${i * 300}`]) : null, isJpegMissing: false })
    }
    return clip
  }

  it('is asked for where somebody comes beside one who is surer: both are told of, without a hole (LABEL-02)', () => {
    const looks = Array.from({ length: 10 }, (_, i) => (i >= 3 && i <= 8 ? [person(), dog()] : [person()]))
    const clip = sparingClipOf(...looks)
    expect([...clip.groups].sort()).toEqual(['animal', 'person'])
    const times = clip.sightings.filter(({ label }) => label === 'person').map(({ atMs }) => atMs)
    const gaps = times.map((atMs, i) => (times[i + 1] ?? 2_700) - atMs)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(600)
  })

  it('is waited for also where the newcomer is missed by every other look (LABEL-02)', () => {
    const looks = Array.from({ length: 10 }, (_, i) => (i % 2 === 1 && i >= 3 ? [person(), dog()] : [person()]))
    expect(sparingClipOf(...looks).groups.has('animal')).toBe(true)
  })

  it('is asked for no longer once the newcomer has one, or was seen for a moment only', () => {
    expect(sparingClipOf([person()], [person(), dog()], [person(), dog()]).jpegAboveAt(STARTED_MS + 900)).toBe(0.5)
    const passed = sparingClipOf([person()], [person(), dog()], ...Array.from({ length: 9 }, () => [person()]))
    expect(passed.jpegAboveAt(STARTED_MS + 3_300)).toBe(0.75)
  })
})

describe('a long clip', () => {
  it('never names more than the hub takes (contract, MAX_DETECTIONS), and keeps the ends and the best of each track', () => {
    const looks = Array.from({ length: 200 }, (_, i) => {
      const score = i === 77 ? 0.9 : 0.6
      return [i * 300, thing(0.1, { score }), thing(0.6, { score })] as const
    })
    const { sightings } = clipOf(...looks)
    expect(sightings).toHaveLength(MAX_DETECTIONS)
    for (const atMs of [0, 77 * 300, 199 * 300]) {
      expect(sightings.filter((one) => one.atMs === atMs)).toHaveLength(2)
    }
    const gaps = sightings
      .filter(({ track }) => track === 0)
      .map(({ atMs }, i, own) => (own[i + 1]?.atMs ?? atMs) - atMs)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(600)
  })

  it('forgets whole tracks where there are too many, the shortest first', () => {
    const many = Array.from({ length: 10 }, (_, i) => thing(i / 10, { height: 0.04 }))
    const looks = Array.from({ length: 40 }, (_, i) => [i * 3_000, ...many] as const)
    const pairs = looks.flatMap(([atMs, ...things]) => [[atMs, ...things] as const, [atMs + 300, ...things] as const])
    expect(clipOf(...pairs).sightings.length).toBeLessThanOrEqual(MAX_DETECTIONS)
  })
})
