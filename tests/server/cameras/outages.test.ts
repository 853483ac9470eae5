import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const ROUND_MS = 5 * SECOND_MS

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  await tellStatus(true)
  hub.mails.length = 0
  // The hub has watched for a while.
  await passSilently(2 * MINUTE_MS)
})
afterEach(() => hub.close())

const subjects = () => hub.mails.map(({ subject }) => subject)

async function tellStatus(notifyOnError: boolean, notifyOnAlert = true) {
  const settings = { notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert, notifyOnError }
  expect((await send(hub.fastify, ann, 'PUT', '/wsconfig/notifications', settings)).statusCode).toBe(200)
}

async function round() {
  await hub.hub.jobs.runNow('camera-status')
  await hub.hub.jobs.runNow('notifications')
}

/** Time passes as it does in a hub, with a round of watching every 5 s. */
async function passWith(ms: number, each: () => Promise<unknown>) {
  for (let passedMs = 0; passedMs < ms; passedMs += ROUND_MS) {
    await each()
    await hub.hub.jobs.runNow('camera-status')
    hub.clock.advance(ROUND_MS)
  }
  await hub.hub.jobs.runNow('notifications')
  ann = await later(hub, ann, 0)
}
const passSilently = (ms: number) => passWith(ms, async () => undefined)
const passOnline = (ms: number) => passWith(ms, () => postSnapshot(hub.fastify, ann, cameraId))

describe('System Status (MSG-08)', () => {
  test('tells once that a camera went offline, when it has been so for a minute', async () => {
    await passOnline(MINUTE_MS)
    // The last snapshot came 5 s ago; the camera counts as online for 15 s after it.
    await passSilently(MINUTE_MS + 10 * SECOND_MS)
    expect(subjects()).toEqual([])
    await round()
    expect(subjects()).toEqual(['Door went offline'])
    expect(hub.mails[0]?.text).toContain('Door (Hall) went offline at 2026-03-10 12:02:55 UTC')
    expect(hub.mails[0]?.text).toContain('Open the cameras: http://localhost:8080/cameras')
    await passSilently(10 * MINUTE_MS)
    expect(subjects()).toHaveLength(1)
  })

  test('tells once that it is back, when it has been so for 30 s', async () => {
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    await passOnline(30 * SECOND_MS)
    expect(subjects()).toEqual(['Door went offline'])
    await passOnline(ROUND_MS)
    expect(subjects()).toEqual(['Door went offline', 'Door is back online'])
    await passOnline(2 * MINUTE_MS)
    expect(subjects()).toHaveLength(2)
  })

  test('tells a camera that comes and goes once', async () => {
    await passOnline(MINUTE_MS)
    await passSilently(80 * SECOND_MS)
    for (let turn = 0; turn < 5; turn++) {
      await passOnline(10 * SECOND_MS)
      await passSilently(80 * SECOND_MS)
    }
    expect(subjects()).toEqual(['Door went offline'])
  })

  test('wants a camera that failed again to stay for ten minutes before it is called back', async () => {
    await passOnline(MINUTE_MS)
    for (let turn = 0; turn < 5; turn++) {
      await passSilently(2 * MINUTE_MS)
      await passOnline(MINUTE_MS)
    }
    expect(subjects()).toEqual(['Door went offline', 'Door is back online', 'Door went offline'])
    await passOnline(10 * MINUTE_MS)
    expect(subjects().slice(3)).toEqual(['Door is back online'])
  })

  test('says nothing of a shorter gap', async () => {
    for (let turn = 0; turn < 4; turn++) {
      await passOnline(20 * SECOND_MS)
      await passSilently(MINUTE_MS)
    }
    expect(subjects()).toEqual([])
  })

  test('says nothing of a camera that was never seen (MSG-08)', async () => {
    await passSilently(10 * MINUTE_MS)
    expect(subjects()).toEqual([])
  })

  test('says nothing while its toggle is off, nor later of what went before (MSG-02)', async () => {
    await tellStatus(false)
    await passOnline(MINUTE_MS)
    await passSilently(3 * MINUTE_MS)
    await tellStatus(true)
    await passSilently(MINUTE_MS)
    await passOnline(MINUTE_MS)
    expect(subjects()).toEqual([])
  })

  test('tells each camera for itself', async () => {
    const gate = await addCamera(hub.fastify, ann, 'Gate')
    await passOnline(MINUTE_MS)
    await passWith(2 * MINUTE_MS, () => postSnapshot(hub.fastify, ann, gate.id))
    expect(subjects()).toEqual(['Door went offline'])
  })

  test('does not take its own absence for that of the cameras', async () => {
    await passOnline(MINUTE_MS)
    const first = hub
    await hub.hub.close()
    hub = await startTestHub({ dataDir: first.dataDir, clock: first.clock, tier: 'PRO' })
    hub.clock.advance(60 * MINUTE_MS)
    await passSilently(50 * SECOND_MS)
    await passOnline(MINUTE_MS)
    expect(subjects()).toEqual([])
    await hub.hub.close()
    hub = first
  })

  test('goes on over a restart: what was told is not told again, what comes back is', async () => {
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    const first = hub
    await hub.hub.close()
    hub = await startTestHub({ dataDir: first.dataDir, clock: first.clock, tier: 'PRO' })
    await passSilently(3 * MINUTE_MS)
    expect(subjects()).toEqual([])
    await passOnline(MINUTE_MS)
    expect(subjects()).toEqual(['Door is back online'])
    await hub.hub.close()
    hub = first
  })
})

describe('a camera that went offline while it looked for motion (MSG-09)', () => {
  beforeEach(async () => {
    const change = { isMotionEnabled: true, isAudioEnabled: false }
    expect((await send(hub.fastify, ann, 'PATCH', `/cameras/${cameraId}/motion-audio`, change)).statusCode).toBe(200)
  })

  const alerts = async () => {
    const { events } = (await send(hub.fastify, ann, 'GET', '/notifications?page=0&pageSize=100')).json()
    return events as { type: string; title: string; createdAt: string; video: unknown }[]
  }

  test('makes one ALERT event per outage, and one message, which is not told as a status too', async () => {
    await passOnline(MINUTE_MS)
    await passSilently(MINUTE_MS + 10 * SECOND_MS)
    expect(await alerts()).toEqual([])
    await passSilently(5 * MINUTE_MS)
    expect(await alerts()).toMatchObject([
      {
        type: 'ALERT',
        title: 'Camera offline: Door',
        createdAt: '2026-03-10T12:02:55.000Z',
        video: { camera: { name: 'Door' } },
      },
    ])
    expect(subjects()).toEqual(['Camera offline: Door'])
    expect(hub.mails[0]?.text).toContain('Check the browser tab that films')
  })

  test('tells its return as a status, and a second outage as a second alert', async () => {
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    expect(subjects()).toEqual(['Camera offline: Door', 'Door is back online', 'Camera offline: Door'])
    expect(await alerts()).toHaveLength(2)
  })

  test.each([
    ['off', 'armed', true, 'Camera offline: Door'],
    ['armed', 'off', true, 'Camera offline: Door'],
    ['armed', 'off', false, 'Door went offline'],
  ] as const)(
    'is told of where the mode went from %s to %s after its last picture, Security Alerts being on: %s (MODE-06)',
    async (before, after, notifyOnAlert, subject) => {
      await tellStatus(true, notifyOnAlert)
      const choose = (mode: string) => send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode, lasts: 'for-good' } })
      await choose(before)
      await passOnline(MINUTE_MS)
      await passSilently(10 * SECOND_MS)
      await choose(after)
      await passSilently(2 * MINUTE_MS)
      expect(subjects()).toEqual([subject])
      // Its return is told where the mode says so by which it is certain.
      await choose('armed')
      await passOnline(10 * SECOND_MS)
      await choose('off')
      await passOnline(MINUTE_MS)
      expect(subjects()).toEqual([subject])
    },
  )

  test('is told of before its return where the mails did not pass meanwhile', async () => {
    hub.mailer.isFailing = true
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    hub.mailer.isFailing = false
    await passOnline(MINUTE_MS)
    expect(subjects()).toEqual(['Camera offline: Door', 'Door is back online'])
  })

  test('is told as a status where Security Alerts are off, and still is an event', async () => {
    await tellStatus(true, false)
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    expect(subjects()).toEqual(['Door went offline'])
    expect(await alerts()).toHaveLength(1)
  })

  test('is told as an alert where System Status is off; its return is not', async () => {
    await tellStatus(false)
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    await passOnline(MINUTE_MS)
    expect(subjects()).toEqual(['Camera offline: Door'])
  })

  test('makes no alert of a camera whose detection is off', async () => {
    const change = { isMotionEnabled: false, isAudioEnabled: false }
    await send(hub.fastify, ann, 'PATCH', `/cameras/${cameraId}/motion-audio`, change)
    await passOnline(MINUTE_MS)
    await passSilently(2 * MINUTE_MS)
    expect(await alerts()).toEqual([])
    expect(subjects()).toEqual(['Door went offline'])
  })
})
