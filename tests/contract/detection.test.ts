import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import {
  type Detection,
  detectionsOfThumbnail,
  labelCountsOf,
  labelOf,
  MAX_DETECTIONS,
  thumbnailMomentOf,
} from '../../src/contract/detection'
import { seen } from '../server/support/detections'
import { refusalsOf } from './support/refusals'

const { fields } = calls.videos.upload.form
const upload = (detections?: string) =>
  fields.safeParse({ cameraId: 'c', size: '5', hasAudio: 'false', ...(detections !== undefined && { detections }) })

describe('the field detections of an upload (extension detections)', () => {
  test('is JSON that becomes a list, and may be missing', () => {
    expect(upload(JSON.stringify([seen(0)])).data?.detections).toEqual([seen(0)])
    expect(upload('[]').data?.detections).toEqual([])
    expect(upload().data?.detections).toBeUndefined()
  })

  test('may name what was seen, and which are the same (EXT-18)', () => {
    const dog = seen(0, { label: 'dog', track: 999 })
    expect(upload(JSON.stringify([dog])).data?.detections).toEqual([dog])
    for (const wrong of [{ label: 'dragon' }, { track: -1 }, { track: 1000 }, { track: 0.5 }, { track: '1' }]) {
      expect(upload(JSON.stringify([{ ...seen(0), ...wrong }])).success, JSON.stringify(wrong)).toBe(false)
    }
  })

  test('says what it must be', () => {
    expect(refusalsOf(upload('{'))).toEqual([
      'detections: Detections are JSON: a list of {"atMs", "box": {"left", "top", "width", "height"}, "score"}, with milliseconds since the first frame and shares from 0 to 1, and perhaps "label" and "track".',
    ])
    expect(refusalsOf(upload(JSON.stringify(Array(MAX_DETECTIONS + 1).fill(seen(0)))))).toEqual([
      'detections: Name at most 300 detections of a clip.',
    ])
  })
})

test.each([undefined, null, 'Ann', {}, 7])(
  'a provider that sends %j in the place of detections loses no row',
  (detections) => {
    const { videos } = calls.videos.list.answer.parse({ videos: [{ id: 'v', detections }] })
    expect([videos[0]?.id, videos[0]?.detections]).toEqual(['v', undefined])
    const { events } = calls.events.list.answer.parse({ events: [{ id: 'e', video: { detections } }] })
    expect([events[0]?.video?.thumbnailUrl, events[0]?.video?.detections]).toEqual([null, undefined])
  },
)

test('a detection that cannot be read is left out of its list', () => {
  const sent = [seen(0), { ...seen(1), score: 7 }, null, seen(2)]
  const { videos } = calls.videos.list.answer.parse({ videos: [{ id: 'v', detections: sent }] })
  expect(videos[0]?.detections).toEqual([seen(0), seen(2)])
})

describe('what is read from detections (PERSON-09)', () => {
  const right: Detection['box'] = { left: 0.8, top: 0, width: 0.1, height: 0.3 }

  test('who is not named is a person', () => {
    expect([labelOf(seen(0)), labelOf(seen(0, { label: 'cat' }))]).toEqual(['person', 'cat'])
  })

  test('looks without tracks: the thumbnail shows all of the moment of the best score, and nothing else', () => {
    const best = [seen(500, { score: 0.9 }), seen(500, { score: 0.2, box: right })]
    expect(detectionsOfThumbnail([seen(0), ...best, seen(1000, { score: 0.89 })])).toEqual(best)
    expect(detectionsOfThumbnail([])).toEqual([])
  })

  test('looks without tracks are counted by the moment with the most', () => {
    expect(labelCountsOf([seen(0), seen(500), seen(500), seen(1000)])).toEqual([{ label: 'person', count: 2 }])
    expect(labelCountsOf([])).toEqual([])
  })
})

describe('what tracks show', () => {
  const track = (number: number, label: Detection['label'], ...looks: readonly (readonly [number, number])[]) =>
    looks.map(([atMs, score]) => seen(atMs, { track: number, score, ...(label !== undefined && { label }) }))

  test('is counted at the moment with the most of a kind, though no look was at both, people first (LABEL-05)', () => {
    const dogs = [...track(0, 'dog', [0, 0.5], [1000, 0.5]), ...track(1, 'dog', [500, 0.5], [1500, 0.5])]
    const person = track(2, undefined, [4000, 0.5], [4500, 0.5])
    expect(labelCountsOf([...dogs, ...person])).toEqual([
      { label: 'person', count: 1 },
      { label: 'dog', count: 2 },
    ])
  })

  test('one after the other is one at a moment, and one thing at many moments is one (LABEL-05)', () => {
    const first = track(0, 'car', [0, 0.5], [1000, 0.5], [2000, 0.5])
    expect(labelCountsOf([...first, ...track(1, 'car', [2500, 0.5], [3000, 0.5])])).toEqual([
      { label: 'car', count: 1 },
    ])
  })

  test('best is the best look at what was seen for longest (LABEL-07)', () => {
    const brief = track(0, undefined, [0, 0.99], [1000, 0.98])
    const long = track(1, 'dog', [500, 0.4], [2000, 0.6], [3000, 0.5])
    expect(thumbnailMomentOf([...brief, ...long])).toBe(2000)
    expect(detectionsOfThumbnail([...brief, ...long, seen(2000)])).toEqual([long[1], seen(2000)])
    expect(thumbnailMomentOf([])).toBeNull()
  })

  test('for as long as another is best where it was looked at best (LABEL-07)', () => {
    const one = track(0, undefined, [0, 0.7], [1000, 0.5])
    const other = track(1, 'cat', [200, 0.5], [1200, 0.8])
    expect(thumbnailMomentOf([...one, ...other])).toBe(1200)
    expect(thumbnailMomentOf([...other, ...one])).toBe(1200)
  })
})

test.each([undefined, null, 'dog', {}, 7])('a provider that sends %j in the place of labels loses no row', (labels) => {
  const { videos } = calls.videos.list.answer.parse({ videos: [{ id: 'v', labels }] })
  const { events } = calls.events.list.answer.parse({ events: [{ id: 'e', labels }] })
  expect([videos[0]?.labels, events[0]?.labels]).toEqual([undefined, undefined])
})

test('a label that is not known, and none of something, is left out of its list (EXT-18)', () => {
  const dog = { label: 'dog', count: 2 }
  const sent = [dog, { label: 'dragon', count: 1 }, { label: 'cat', count: 0 }, null]
  const { videos } = calls.videos.list.answer.parse({ videos: [{ id: 'v', labels: sent }] })
  const { events } = calls.events.list.answer.parse({ events: [{ id: 'e', labels: sent }] })
  expect([videos[0]?.labels, events[0]?.labels]).toEqual([[dog], [dog]])
})
