import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import { type Detection, detectionsOfThumbnail, labelCountsOf, MAX_DETECTIONS } from '../../src/contract/detection'
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

  test('the thumbnail shows everybody of the moment of the best score, and nobody else', () => {
    const best = [seen(500, { score: 0.9 }), seen(500, { score: 0.2, box: right })]
    expect(detectionsOfThumbnail([seen(0), ...best, seen(1000, { score: 0.89 })])).toEqual(best)
    expect(detectionsOfThumbnail([])).toEqual([])
  })

  test('people are counted by the moment with the most', () => {
    expect(labelCountsOf([seen(0), seen(500), seen(500), seen(1000)])).toEqual([{ label: 'person', count: 2 }])
    expect(labelCountsOf([])).toEqual([])
  })
})
