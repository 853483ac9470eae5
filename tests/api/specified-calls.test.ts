import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Result } from '../../src/api/result'
import { calls } from '../../src/contract/calls'
import { addCamera, pathOf } from '../server/support/calls'
import { passTime } from '../server/support/days'
import { postClip, postSnapshot, webm } from '../server/support/forms'
import { codeIn, type SignedInUser } from '../server/support/hub'
import type { SentRequest } from '../support/backend'
import { answers } from '../support/scenarios'
import { type Client, startClient } from './support/client'

/** What the specification's table of calls says, against the hub itself: the request as it went out, and what was read. */

let client: Client
beforeEach(async () => {
  client = await startClient()
})
afterEach(() => client.close())

const EMAIL = 'ann@example.org'
const last = (): SentRequest => client.backend.sent.at(-1) as SentRequest
const lineOf = ({ method, path }: SentRequest) => `${method} ${path}`
function answerOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${lineOf(last())} failed.`)
  return result.value
}

/** The tab's session, for what other machines do. */
async function signedIn(): Promise<SignedInUser> {
  await client.signIn(EMAIL)
  const { token = '', refreshToken, workspaceId } = client.session.read() ?? {}
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId ?? '' }
  return { email: EMAIL, token, refreshToken: refreshToken ?? '', workspaceId: workspaceId ?? '', headers }
}

/** As a call with a session is sent; a read has nothing in its body. */
function expectRead(line: string): void {
  expect([lineOf(last()), last().json, last().form]).toEqual([line, undefined, null])
  expect(last().headers.get('authorization')).toBe(`Bearer ${client.session.read()?.token}`)
}

/** As a call without a session is sent (API-04 to API-06). */
function expectOpen(line: string, json: object): void {
  expect([lineOf(last()), last().json]).toEqual([line, json])
  expect(Object.fromEntries(last().headers)).toEqual({ 'content-type': 'application/json' })
}

describe('signing in (API-04 to API-06)', () => {
  const requestCode = () => client.http.send(calls.auth.requestOtp, { body: { email: EMAIL } })

  test('asks for a code by e-mail alone, and reads isNewUser and retryAt, at login as at a resend (API-04)', async () => {
    expect(answerOf(await requestCode())).toEqual({ isNewUser: false, retryAt: '2026-03-10T12:01:00.000Z' })
    expectOpen('POST /v1/auth/request-otp', { email: EMAIL })
    client.backend.hub.clock.advance(60_000)
    expect(answerOf(await requestCode())).toEqual({ isNewUser: false, retryAt: '2026-03-10T12:02:00.000Z' })
    expectOpen('POST /v1/auth/request-otp', { email: EMAIL })
    client.backend.play(answers(200, { isNewUser: true, retryAt: '2030-01-01T00:00:00.000Z' }))
    expect(answerOf(await requestCode())).toEqual({ isNewUser: true, retryAt: '2030-01-01T00:00:00.000Z' })
  })

  test('sends e-mail and code, and reads token, refreshToken and workspaceId, which are good at once (API-05)', async () => {
    await requestCode()
    const otp = codeIn(client.backend.hub.mails, EMAIL)
    const session = answerOf(await client.http.send(calls.auth.verifyOtp, { body: { email: EMAIL, otp } }))
    expectOpen('POST /v1/auth/verify-otp', { email: EMAIL, otp })
    expect(Object.keys(session).sort()).toEqual(['refreshToken', 'token', 'workspaceId'])
    client.session.signIn(session.token, session.refreshToken, session.workspaceId)
    expect((await client.http.send(calls.cameras.list, {})).ok).toBe(true)
    expect(last().headers.get('x-workspace-id')).toBe(session.workspaceId)
  })

  test('refreshes by the refresh token alone, and reads a new pair that is good (API-06)', async () => {
    const { token, refreshToken, workspaceId } = await signedIn()
    client.backend.hub.clock.advance(1_000)
    const pair = answerOf(await client.http.send(calls.auth.refresh, { body: { refreshToken } }))
    expectOpen('POST /v1/auth/refresh', { refreshToken })
    expect(Object.keys(pair).sort()).toEqual(['refreshToken', 'token'])
    expect([pair.token === token, pair.refreshToken === refreshToken]).toEqual([false, false])
    client.session.signIn(pair.token, pair.refreshToken, workspaceId)
    expect((await client.http.send(calls.cameras.list, {})).ok).toBe(true)
  })
})

describe('cameras and their snapshots (API-07 to API-13)', () => {
  test('are listed with all their fields (API-07)', async () => {
    const camera = await addCamera(client.backend.hub.fastify, await signedIn(), 'Gate')
    const listed = answerOf(await client.http.send(calls.cameras.list, {}))
    expectRead('GET /v1/cameras')
    const settings = { isMotionEnabled: false, isAudioEnabled: false, motionSensitivity: null }
    const device = {
      deviceId: 'device-1',
      deviceLabel: 'Front Camera',
      keepClipsOf: null,
      isLiveAllowed: true,
      lastSeenAt: null,
    }
    expect(listed).toEqual([
      { id: camera.id, name: 'Gate', location: 'Hall', status: 'OFFLINE', ...settings, ...device },
    ])
  })

  test('have their states in a list of its own (API-08)', async () => {
    const user = await signedIn()
    const { id } = await addCamera(client.backend.hub.fastify, user)
    const states = async () => answerOf(await client.http.send(calls.cameras.checkStatuses, {}))
    expect(await states()).toEqual([{ id, status: 'OFFLINE' }])
    await postSnapshot(client.backend.hub.fastify, user, id)
    expect(await states()).toEqual([{ id, status: 'ONLINE' }])
    expectRead('GET /v1/cameras/check-statuses')
  })

  test('are listed by cameraId with a screenshotUrl that shows the picture (API-12)', async () => {
    const { fastify } = client.backend.hub
    const user = await signedIn()
    const { id } = await addCamera(fastify, user)
    await postSnapshot(fastify, user, id)
    const shots = answerOf(await client.http.send(calls.screenshots.list, {}))
    expectRead('GET /v1/screenshots')
    expect(shots).toEqual([{ cameraId: id, screenshotUrl: expect.any(String) }])
    const picture = await fastify.inject({ url: pathOf(shots[0]?.screenshotUrl) })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  })
})

describe('recordings (API-27 to API-30)', () => {
  const content = webm(3000, 4)

  async function recorded(): Promise<string> {
    const user = await signedIn()
    const { id: cameraId } = await addCamera(client.backend.hub.fastify, user)
    return (await postClip(client.backend.hub.fastify, user, { cameraId, bytes: content })).json().id
  }
  const fetched = async (url: string) => (await client.backend.hub.fastify.inject({ url: pathOf(url) })).rawPayload

  test('answer one by one with a videoUrl that plays what was recorded (API-28)', async () => {
    const videoId = await recorded()
    const { videoUrl } = answerOf(await client.http.send(calls.videos.one, { params: { videoId } }))
    expectRead(`GET /v1/videos/${videoId}`)
    expect((await fetched(videoUrl)).equals(content)).toBe(true)
  })

  test('answer a download with a url of what was recorded (API-29)', async () => {
    const videoId = await recorded()
    const { url } = answerOf(await client.http.send(calls.videos.download, { params: { videoId } }))
    expectRead(`GET /v1/videos/${videoId}/download`)
    expect((await fetched(url)).equals(content)).toBe(true)
  })

  test('stay for 30 days and are then deleted by the hub, as the screen promises (VID-24, X-18)', async () => {
    const videoId = await recorded()
    const { hub } = client.backend
    const listed = async () => {
      await hub.hub.jobs.runNow('retention')
      return answerOf(await client.http.send(calls.videos.list, { query: { page: 0, pageSize: 6 } })).total
    }
    await passTime(hub, 30 * 24 * 3_600_000)
    // The session of a month ago has run out.
    await client.signIn(EMAIL)
    expect(await listed()).toBe(1)
    hub.clock.advance(1)
    expect(await listed()).toBe(0)
    const gone = await client.http.send(calls.videos.one, { params: { videoId } })
    expect(gone).toMatchObject({ ok: false, failure: { kind: 'http', status: 404 } })
  })

  test('count in the usage of the workspace, as cameras do, each quota with used, total and percentage (API-19)', async () => {
    await recorded()
    const usage = answerOf(await client.http.send(calls.workspaces.usage, {}))
    expectRead('GET /v1/workspaces/usage')
    // The length of all is beyond what is specified (FACT-10).
    expect(Object.keys(usage).sort()).toEqual(['aiChats', 'cameras', 'notifications', 'recordedMs', 'storage'])
    expect(usage.storage).toMatchObject({ used: content.length, total: 200 * 1024 ** 2 })
    expect(usage.cameras).toEqual({ used: 1, total: 1, percentage: 100 })
    expect(usage.aiChats).toEqual({ used: 0, total: 5, percentage: 0 })
    expect(usage.notifications.total).toBe(10)
  })
})
