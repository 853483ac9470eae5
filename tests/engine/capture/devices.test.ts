import { describe, expect, it } from 'vitest'
import { withAnswerLimit } from '../../../src/engine/capture/answer-limit'
import { fallbackDevices, listDevices, namedDevices } from '../../../src/engine/capture/devices'
import { FakeMedia, mediaDevices } from '../../support/browser/fake-media'
import { manualClock } from '../../support/manual-clock'

function videoInput(deviceId: string, label = '') {
  return { kind: 'videoinput' as const, deviceId, label }
}

const fallback = {
  kind: 'fallback',
  devices: [
    { id: 'user', label: 'Front Camera' },
    { id: 'environment', label: 'Back Camera' },
  ],
}

describe('the devices of this machine', () => {
  it('have the id and label that the browser gives (CAM-26)', () => {
    expect(namedDevices([videoInput('a', 'Webcam'), videoInput('b', 'Desk')])).toEqual([
      { id: 'a', label: 'Webcam' },
      { id: 'b', label: 'Desk' },
    ])
  })

  it('without labels are Front Camera, Back Camera, then Camera 3 and on (CAM-27, X-82)', () => {
    const labels = namedDevices(['a', 'b', 'c', 'd'].map((id) => videoInput(id))).map(({ label }) => label)
    expect(labels).toEqual(['Front Camera', 'Back Camera', 'Camera 3', 'Camera 4'])
  })

  it('without a label are counted among all cameras, named ones too (X-82)', () => {
    const labels = namedDevices([videoInput('a', 'Webcam'), videoInput('b'), videoInput('c')]).map(({ label }) => label)
    expect(labels).toEqual(['Webcam', 'Back Camera', 'Camera 3'])
  })

  it('are cameras only: microphones and speakers are neither listed nor counted', () => {
    const listed = [
      { kind: 'audioinput' as const, deviceId: 'mic', label: '' },
      videoInput('a'),
      { kind: 'audiooutput' as const, deviceId: 'out', label: '' },
      videoInput('b'),
    ]
    expect(namedDevices(listed)).toEqual([
      { id: 'a', label: 'Front Camera' },
      { id: 'b', label: 'Back Camera' },
    ])
  })

  it('leave out empty ids, which browsers give before permission', () => {
    expect(namedDevices([videoInput(''), videoInput('a')])).toEqual([{ id: 'a', label: 'Front Camera' }])
  })
})

describe('listing devices', () => {
  it('answers what is there', async () => {
    const media = mediaDevices(async () => [videoInput('a', 'Webcam')])
    expect(await listDevices(media)).toEqual({ kind: 'listed', devices: [{ id: 'a', label: 'Webcam' }] })
  })

  it('tells apart that it fails (ENG-13)', async () => {
    const media = mediaDevices(() => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError')))
    expect(await listDevices(media)).toBe(null)
  })

  it('answers the two facing modes when no device is there, or none has an id (CAM-43)', async () => {
    expect(await listDevices(mediaDevices(async () => []))).toEqual(fallback)
    expect(await listDevices(mediaDevices(async () => [videoInput('')]))).toEqual(fallback)
  })

  it('fails when it is given up (ENG-13)', async () => {
    const clock = manualClock()
    const media = new FakeMedia()
    media.isListHung = true
    const listing = listDevices(withAnswerLimit(media, clock))
    await clock.advance(10_000)
    expect(await listing).toBe(null)
  })

  it('answers the two facing modes on a page without the API', async () => {
    expect(await listDevices(undefined)).toEqual(fallback)
    expect(fallbackDevices).toEqual(fallback.devices)
  })
})
