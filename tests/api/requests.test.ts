import { afterEach, beforeEach, expect, test } from 'vitest'
import { urlOf } from '../../src/api/request'
import { calls } from '../../src/contract/calls'
import { jpeg, webm } from '../server/support/forms'
import type { SentRequest } from '../support/backend'
import { type Client, startClient } from './support/client'

let client: Client
beforeEach(async () => {
  client = await startClient()
  await client.signIn()
})
afterEach(() => client.close())

const last = (): SentRequest => client.backend.sent.at(-1) as SentRequest
const headersOf = ({ headers }: SentRequest) => Object.fromEntries(headers)
const signedIn = () => ({
  authorization: `Bearer ${client.session.read()?.token}`,
  'x-workspace-id': client.session.read()?.workspaceId ?? 'none',
})

test('a read carries the content type, the bearer token and the workspace (API-02, X-84)', async () => {
  const result = await client.http.send(calls.cameras.list, {})
  expect(result).toEqual({ ok: true, value: [] })
  expect([last().method, last().path]).toEqual(['GET', '/v1/cameras'])
  expect(headersOf(last())).toEqual({ 'content-type': 'application/json', ...signedIn() })
})

test('a call without a body still says JSON (X-62)', async () => {
  await client.http.send(calls.chats.create, {})
  expect([last().method, last().path, last().json]).toEqual(['POST', '/v1/chats', undefined])
  expect(last().headers.get('content-type')).toBe('application/json')
})

test('a call with a body sends it as JSON (API-09)', async () => {
  const body = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }
  const result = await client.http.send(calls.cameras.create, { body })
  expect(result).toMatchObject({ ok: true, value: { ...body, status: 'OFFLINE' } })
  expect(last().json).toEqual(body)
  expect(headersOf(last())).toEqual({ 'content-type': 'application/json', ...signedIn() })
})

test('an upload leaves the content type to the browser (API-03)', async () => {
  const body = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }
  const added = await client.http.send(calls.cameras.create, { body })
  const cameraId = added.ok ? added.value.id : ''
  const snapshot = new FormData()
  snapshot.set('screenshot', new Blob([new Uint8Array(jpeg())]), 'screenshot.jpg')
  const sent = await client.http.send(calls.screenshots.upload, { params: { cameraId }, form: snapshot })
  expect(sent).toEqual({ ok: true, value: { snapshotIntervalMs: 10_000 } })
  expect([last().method, last().path]).toEqual(['POST', `/v1/screenshots/${cameraId}/upload`])
  expect(headersOf(last())).toEqual(signedIn())
  const clip = new FormData()
  for (const [name, value] of Object.entries({ cameraId, size: '1000', hasAudio: 'false' })) clip.set(name, value)
  clip.set('video', new Blob([new Uint8Array(webm(1000))]), 'clip.webm')
  expect((await client.http.send(calls.videos.upload, { form: clip })).ok).toBe(true)
  expect(headersOf(last())).toEqual(signedIn())
})

test('a missing workspace is sent as an empty header (SESS-12)', async () => {
  client.storage.removeItem('workspaceId')
  expect((await client.http.send(calls.cameras.list, {})).ok).toBe(true)
  expect(last().headers.get('x-workspace-id')).toBe('')
})

test('a call without sign-in carries neither token nor workspace, even while signed in (API-04 to API-06)', async () => {
  await client.http.send(calls.auth.requestOtp, { body: { email: 'bob@example.org' } })
  expect(last().path).toBe('/v1/auth/request-otp')
  expect(last().json).toEqual({ email: 'bob@example.org' })
  expect(headersOf(last())).toEqual({ 'content-type': 'application/json' })
})

test('cookies are never sent along: the token is all there is', async () => {
  await client.http.send(calls.cameras.list, {})
  expect(last().credentials).toBe('omit')
})

test('a query names exactly what was asked (API-15, API-16)', async () => {
  await client.http.send(calls.events.list, { query: { page: 0, pageSize: 5 } })
  expect(last().path).toBe('/v1/notifications?page=0&pageSize=5')
  const dates = { dateStart: '2026-03-09T12:00:00.000Z', dateEnd: undefined }
  await client.http.send(calls.events.list, { query: { page: 0, pageSize: 100, ...dates } })
  expect(last().path).toBe('/v1/notifications?page=0&pageSize=100&dateStart=2026-03-09T12%3A00%3A00.000Z')
})

test('parameters are encoded into the path', async () => {
  const result = await client.http.send(calls.videos.one, { params: { videoId: '../a b?c#d' } })
  expect(last().path).toBe('/v1/videos/..%2Fa%20b%3Fc%23d')
  expect(result).toMatchObject({ ok: false, failure: { kind: 'http', status: 404 } })
})

test('another provider is asked at its own address and version (X-83)', () => {
  const { download } = calls.videos
  expect(urlOf('https://api.example.org/v2', download, { params: { videoId: 'v1' } })).toBe(
    'https://api.example.org/v2/videos/v1/download',
  )
})
