import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCamera, door, send } from '../support/calls'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser

const settings = {
  name: 'Gate',
  location: 'Street',
  isMotionEnabled: true,
  isAudioEnabled: false,
  motionSensitivity: 80,
  deviceId: 'device-2',
  deviceLabel: 'Back Camera',
}

async function start(tier: 'FREE' | 'BASIC' | 'PRO' | 'TEAM') {
  hub = await startTestHub({ tier })
  ann = await hub.signIn()
}
afterEach(() => hub.close())

describe('on a PRO plan', () => {
  beforeEach(() => start('PRO'))

  test('a new camera is offline, with motion and audio off (HUB-10)', async () => {
    const answer = await send(hub.fastify, ann, 'POST', '/cameras', door)
    expect(answer.statusCode).toBe(201)
    const camera = answer.json()
    expect(camera).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...door,
      status: 'OFFLINE',
      isMotionEnabled: false,
      isAudioEnabled: false,
      motionSensitivity: null,
      keepClipsOf: null,
      isLiveAllowed: true,
      lastSeenAt: null,
    })
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()).toEqual([camera])
  })

  test('lists cameras in the order of their creation', async () => {
    for (const name of ['C', 'A', 'B']) await addCamera(hub.fastify, ann, name)
    const names = (await send(hub.fastify, ann, 'GET', '/cameras')).json<{ name: string }[]>().map(({ name }) => name)
    expect(names).toEqual(['C', 'A', 'B'])
  })

  test('PUT changes every setting (API-10)', async () => {
    const { id } = await addCamera(hub.fastify, ann)
    const answer = await send(hub.fastify, ann, 'PUT', `/cameras/${id}`, { ...settings, isAudioEnabled: true })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        id,
        ...settings,
        isAudioEnabled: true,
        status: 'OFFLINE',
        keepClipsOf: null,
        isLiveAllowed: true,
        lastSeenAt: null,
      },
    ])
    const [stored] = (await send(hub.fastify, ann, 'GET', '/cameras')).json()
    expect(stored).toEqual({
      id,
      ...settings,
      isAudioEnabled: true,
      status: 'OFFLINE',
      keepClipsOf: null,
      isLiveAllowed: true,
      lastSeenAt: null,
    })
  })

  test('keeps which clips a camera keeps until it is told otherwise; at first every clip (LABEL-09, EXT-19)', async () => {
    const { id, keepClipsOf } = await addCamera(hub.fastify, ann)
    expect(keepClipsOf).toBeNull()
    const put = (change: object) => send(hub.fastify, ann, 'PUT', `/cameras/${id}`, { ...settings, ...change })
    const stored = async () => (await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].keepClipsOf
    expect((await put({ keepClipsOf: ['animal', 'person'] })).json().keepClipsOf).toEqual(['animal', 'person'])
    await put({})
    expect(await stored()).toEqual(['animal', 'person'])
    for (const refused of [[], ['dog'], ['person', 'person'], 'person']) {
      const answer = await put({ keepClipsOf: refused })
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/^keepClipsOf/)])
    }
    expect(await stored()).toEqual(['animal', 'person'])
    await put({ keepClipsOf: null })
    expect(await stored()).toBeNull()
  })

  test('PATCH changes motion and audio and nothing else (API-11)', async () => {
    const camera = await addCamera(hub.fastify, ann)
    const change = { isMotionEnabled: true, isAudioEnabled: true }
    const answer = await send(hub.fastify, ann, 'PATCH', `/cameras/${camera.id}/motion-audio`, change)
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...camera, ...change }])
  })

  test.each([
    [{ ...door, name: '  ' }, "name: Give the camera's name."],
    [{ ...door, location: undefined }, "location: Give the camera's location."],
    [{ ...door, name: 'x'.repeat(101) }, "name: The camera's name has at most 100 characters."],
    [{ ...door, deviceId: '' }, 'deviceId: Choose a camera device.'],
  ])('refuses the new camera %j (CAM-36)', async (body, message) => {
    const answer = await send(hub.fastify, ann, 'POST', '/cameras', body)
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', message }])
  })

  test.each([
    [{ motionSensitivity: 101 }, 'motionSensitivity: The sensitivity is at most 100.'],
    [{ motionSensitivity: -1 }, 'motionSensitivity: The sensitivity is at least 0.'],
    [{ motionSensitivity: 50.5 }, 'motionSensitivity: The sensitivity is a whole number from 0 to 100.'],
    [{ isMotionEnabled: 'yes' }, 'isMotionEnabled: isMotionEnabled is true or false.'],
  ])('refuses the setting %j and changes nothing (CAM-39)', async (change, message) => {
    const camera = await addCamera(hub.fastify, ann)
    const answer = await send(hub.fastify, ann, 'PUT', `/cameras/${camera.id}`, { ...settings, ...change })
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'invalid-input', message }])
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()).toEqual([camera])
  })

  test('a camera is online until 15 s after its last snapshot (HUB-10)', async () => {
    const { id } = await addCamera(hub.fastify, ann)
    const statuses = async () => (await send(hub.fastify, ann, 'GET', '/cameras/check-statuses')).json()
    expect(await statuses()).toEqual([{ id, status: 'OFFLINE' }])
    await postSnapshot(hub.fastify, ann, id)
    hub.clock.advance(15_000)
    expect(await statuses()).toEqual([{ id, status: 'ONLINE' }])
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].status).toBe('ONLINE')
    hub.clock.advance(1)
    expect(await statuses()).toEqual([{ id, status: 'OFFLINE' }])
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()[0].status).toBe('OFFLINE')
  })

  test('a camera that was asked to be slow is online for three of its intervals (HUB-10)', async () => {
    const { id } = await addCamera(hub.fastify, ann)
    const status = async () => (await send(hub.fastify, ann, 'GET', '/cameras/check-statuses')).json()[0].status
    await postSnapshot(hub.fastify, ann, id)
    hub.clock.advance(10_000)
    await postSnapshot(hub.fastify, ann, id)
    hub.clock.advance(30_000)
    expect(await status()).toBe('ONLINE')
    hub.clock.advance(1)
    expect(await status()).toBe('OFFLINE')
    // Back after ten minutes: those are no interval.
    hub.clock.advance(600_000)
    await postSnapshot(hub.fastify, ann, id)
    hub.clock.advance(30_001)
    expect(await status()).toBe('OFFLINE')
  })

  test('never exceeds the camera limit, also when ten come together (CAM-41)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(hub.fastify, ann, 'POST', '/cameras', door)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3)
    expect(answers.filter(({ statusCode }) => statusCode === 402)).toHaveLength(7)
    expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()).toHaveLength(3)
  })

  test('counts the cameras of a workspace, not of the hub', async () => {
    for (let count = 0; count < 3; count++) await addCamera(hub.fastify, ann)
    const bob = await hub.signIn('bob@example.org')
    expect((await send(hub.fastify, bob, 'POST', '/cameras', door)).statusCode).toBe(201)
  })

  test('answers 404 for a camera that does not exist', async () => {
    const put = await send(hub.fastify, ann, 'PUT', '/cameras/nonsense', settings)
    const patch = await send(hub.fastify, ann, 'PATCH', '/cameras/nonsense/motion-audio', {
      isMotionEnabled: true,
      isAudioEnabled: false,
    })
    for (const answer of [put, patch]) {
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { code: 'not-found', message: 'There is no such camera.' },
      ])
    }
  })
})

test.each(['FREE', 'BASIC'] as const)('%s allows one camera (CAM-41)', async (tier) => {
  await start(tier)
  await addCamera(hub.fastify, ann)
  const answer = await send(hub.fastify, ann, 'POST', '/cameras', door)
  expect([answer.statusCode, answer.json()]).toEqual([
    402,
    { code: 'camera-limit', message: 'The plan allows 1 camera. Upgrade the plan to add more.' },
  ])
})

test('TEAM allows ten cameras (CAM-41)', async () => {
  await start('TEAM')
  for (let count = 0; count < 10; count++) await addCamera(hub.fastify, ann)
  expect((await send(hub.fastify, ann, 'POST', '/cameras', door)).statusCode).toBe(402)
})

test('FREE has no audio, by PUT or by PATCH (CAM-41)', async () => {
  await start('FREE')
  const camera = await addCamera(hub.fastify, ann)
  const path = `/cameras/${camera.id}`
  const put = await send(hub.fastify, ann, 'PUT', path, { ...settings, isAudioEnabled: true })
  const patch = await send(hub.fastify, ann, 'PATCH', `${path}/motion-audio`, {
    isMotionEnabled: true,
    isAudioEnabled: true,
  })
  for (const answer of [put, patch]) expect([answer.statusCode, answer.json().code]).toEqual([402, 'audio-not-in-plan'])
  expect((await send(hub.fastify, ann, 'GET', '/cameras')).json()).toEqual([camera])
  expect((await send(hub.fastify, ann, 'PUT', path, settings)).statusCode).toBe(200)
})
