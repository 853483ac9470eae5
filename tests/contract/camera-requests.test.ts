import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import { refusalsOf } from './support/refusals'

const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }

describe('a new camera (API-09)', () => {
  const { body } = calls.cameras.create

  test('has exactly name, location, deviceId and deviceLabel (API-09, CAM-25)', () => {
    const typed = { ...door, imageUrl: 'blob:x', videoRef: {}, name: ' Door ' }
    expect(body.safeParse(typed).data).toEqual(door)
  })

  test.each([
    [{ name: '' }, "name: Give the camera's name."],
    [{ name: '  ' }, "name: Give the camera's name."],
    [{ name: 7 }, "name: Give the camera's name."],
    [{ location: '' }, "location: Give the camera's location."],
    [{ deviceId: '' }, 'deviceId: Choose a camera device.'],
    [{ deviceId: undefined }, 'deviceId: Choose a camera device.'],
    [{ deviceLabel: null }, "deviceLabel: Give the device's label."],
    [{ name: 'x'.repeat(101) }, "name: The camera's name has at most 100 characters."],
    [{ location: 'x'.repeat(101) }, "location: The camera's location has at most 100 characters."],
  ])('%j is refused (CAM-36)', (change, sentence) => {
    expect(refusalsOf(body.safeParse({ ...door, ...change }))).toEqual([sentence])
  })

  test('a device without a label and a name of 100 characters are taken', () => {
    expect(body.safeParse({ ...door, deviceLabel: '', name: 'x'.repeat(100) }).success).toBe(true)
  })
})

describe('settings of a camera (API-10)', () => {
  const { body } = calls.cameras.update
  const settings = { ...door, isMotionEnabled: true, isAudioEnabled: false, motionSensitivity: 50 }

  test('have exactly the seven fields (API-10)', () => {
    expect(body.safeParse({ ...settings, status: 'ONLINE', id: 'x' }).data).toEqual(settings)
  })

  test.each([0, 1, 100, null])('sensitivity %j is taken (X-55)', (motionSensitivity) => {
    expect(body.safeParse({ ...settings, motionSensitivity }).success).toBe(true)
  })

  test.each([
    [-1, 'The sensitivity is at least 0.'],
    [101, 'The sensitivity is at most 100.'],
    [50.5, 'The sensitivity is a whole number from 0 to 100.'],
    ['50', 'The sensitivity is a number from 0 to 100.'],
  ])('sensitivity %j is refused', (motionSensitivity, sentence) => {
    const refusals = refusalsOf(body.safeParse({ ...settings, motionSensitivity }))
    expect(refusals).toEqual([`motionSensitivity: ${sentence}`])
  })
})

test('motion and audio are true or false, both of them (API-11)', () => {
  const { body } = calls.cameras.setMotionAudio
  expect(body.safeParse({ isMotionEnabled: true, isAudioEnabled: false, name: 'x' }).data).toEqual({
    isMotionEnabled: true,
    isAudioEnabled: false,
  })
  expect(refusalsOf(body.safeParse({ isMotionEnabled: 'true' }))).toEqual([
    'isMotionEnabled: isMotionEnabled is true or false.',
    'isAudioEnabled: isAudioEnabled is true or false.',
  ])
})

describe('the text parts of a clip (REC-12)', () => {
  const { fields } = calls.videos.upload.form
  const parts = { cameraId: 'camera-1', size: '1234', hasAudio: 'true' }

  test('size becomes a number of bytes and hasAudio a boolean (X-44, X-45)', () => {
    expect(fields.safeParse(parts).data).toEqual({ cameraId: 'camera-1', size: 1234, hasAudio: true })
    expect(fields.safeParse({ ...parts, hasAudio: 'false' }).data?.hasAudio).toBe(false)
  })

  test.each([
    [{ cameraId: undefined }, 'cameraId: Give the cameraId of the clip.'],
    [{ size: 'many' }, "size: Give the clip's size in bytes."],
    [{ size: '12.5' }, "size: The clip's size is a whole number of bytes."],
    [{ hasAudio: 'yes' }, 'hasAudio: hasAudio is true or false.'],
    [{ clipId: 'clip-1' }, 'clipId: The clip id is a UUID.'],
    [{ startedAt: 'noon' }, 'startedAt: Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.'],
    [{ startedAt: '2026-03-10T12:00:00' }, 'startedAt: Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.'],
    [{ hubAheadMs: 'slow' }, 'hubAheadMs: hubAheadMs is a whole number of milliseconds.'],
    [{ hubAheadMs: '1.5' }, 'hubAheadMs: hubAheadMs is a whole number of milliseconds.'],
    [{ hubAheadMs: 'Infinity' }, 'hubAheadMs: hubAheadMs is a whole number of milliseconds.'],
  ])('%j is refused', (change, sentence) => {
    expect(refusalsOf(fields.safeParse({ ...parts, ...change }))).toEqual([sentence])
  })

  test('details are taken where they are sent (EXT-03)', () => {
    const details = {
      clipId: '0b6ff0c8-2f0b-4f8e-9d7a-0e3f0c1d2e3f',
      startedAt: '2026-03-10T12:00:00.000Z',
      thumbnail: '/9j/',
    }
    expect(fields.safeParse({ ...parts, ...details }).data).toMatchObject(details)
  })
})

describe('how far the hub is ahead of a camera (EXT-27)', () => {
  const alert = {
    alertId: '0b6ff0c8-2f0b-4f8e-9d7a-0e3f0c1d2e3f',
    kind: 'covered',
    occurredAt: '2026-03-10T12:00:00.000Z',
  }

  test('is milliseconds, beside a clip as beside an alert, in either direction', () => {
    const parts = { cameraId: 'camera-1', size: '1234', hasAudio: 'true', hubAheadMs: '-600000' }
    expect(calls.videos.upload.form.fields.safeParse(parts).data?.hubAheadMs).toBe(-600_000)
    expect(calls.cameras.alert.body.safeParse({ ...alert, hubAheadMs: -600_000 }).data?.hubAheadMs).toBe(-600_000)
  })

  test.each(['600000', null, 1.5])('is not %j in JSON', (hubAheadMs) => {
    expect(refusalsOf(calls.cameras.alert.body.safeParse({ ...alert, hubAheadMs }))).toEqual([
      'hubAheadMs: hubAheadMs is a whole number of milliseconds.',
    ])
  })
})
