import { request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCamera, type Caller, send } from '../support/calls'
import { clipParts, FORM_TYPE, formOf, jpeg } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

/** Longer than a hub takes a body for one that came at once. */
const HELD_MS = 1_100

let hub: TestHub
let origin: string
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  origin = await hub.listen()
})
afterAll(() => hub.close())

interface Held {
  /** Sends the last byte, and resolves to the answer's status. */
  readonly finish: () => Promise<number>
}

/** Sends a request but for its last byte. */
function hold(caller: Caller, method: string, path: string, body: Buffer, contentType = 'application/json'): Held {
  const headers = { ...caller.headers, 'content-type': contentType, 'content-length': body.length }
  const request = httpRequest(`${origin}/v1${path}`, { method, headers })
  const status = new Promise<number>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
  })
  request.write(body.subarray(0, -1))
  return {
    finish: () => {
      request.end(body.subarray(-1))
      return status
    },
  }
}

const json = (body: object) => Buffer.from(JSON.stringify(body))

/** One of everything that reads a body its own way. */
function holdAll(caller: Caller, cameraId: string): readonly Held[] {
  const picture = formOf([{ name: 'screenshot', fileName: 'x.jpg', type: 'image/jpeg', bytes: jpeg(200, 9) }])
  return [
    hold(caller, 'PUT', '/modes', json({ choice: { mode: 'off', lasts: 'for-good' } })),
    hold(caller, 'POST', '/videos/upload', formOf(clipParts({ cameraId })), FORM_TYPE),
    hold(caller, 'POST', `/screenshots/${cameraId}/upload`, picture, FORM_TYPE),
    hold(caller, 'DELETE', `/cameras/${cameraId}`, json({})),
  ]
}

async function everythingOf(ann: SignedInUser) {
  const [cameras, events, modes] = await Promise.all(
    ['/cameras', '/notifications', '/modes'].map(async (path) => (await send(hub.fastify, ann, 'GET', path)).json()),
  )
  return JSON.stringify([cameras, events, modes])
}

test('what was held back while its device was signed out, its member removed or its token revoked does nothing (HUB-07, DEV-05)', async () => {
  const ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await send(hub.fastify, ann, 'POST', '/members', { email: 'mia@example.org' })
  const mia = await hub.signIn('mia@example.org')
  const stolen = await hub.signIn(ann.email)
  const { id: tokenId, token } = (
    await send(hub.fastify, ann, 'POST', '/tokens', { name: 'x', scopes: ['read', 'write'] })
  ).json()
  const before = await everythingOf(ann)
  const held = [mia, stolen, { headers: { authorization: `Bearer ${token}` } }].map((who) => holdAll(who, cameraId))
  const links = [
    hold(stolen, 'POST', '/pairings', json({})),
    hold(stolen, 'POST', '/tokens', json({ name: 'y', scopes: ['read'] })),
  ]
  await wait(HELD_MS)
  const members = (await send(hub.fastify, ann, 'GET', '/members')).json<{ id: string; email: string }[]>()
  const leaving = members.find(({ email }) => email === mia.email)?.id
  for (const path of [`/members/${leaving}`, '/sessions', `/tokens/${tokenId}`])
    expect((await send(hub.fastify, ann, 'DELETE', path)).statusCode).toBe(200)
  const statuses = await Promise.all(held.map((all) => Promise.all(all.map(({ finish }) => finish()))))
  expect(statuses).toEqual([
    [401, 401, 401, 401],
    [401, 401, 401, 401],
    [401, 401, 401, 401],
  ])
  expect(await Promise.all(links.map(({ finish }) => finish()))).toEqual([401, 401])
  expect(await everythingOf(ann)).toBe(before)
})

test('what was long on its way from somebody who is still there is done', async () => {
  const bob = await hub.signIn('bob@example.org')
  const { id: cameraId } = await addCamera(hub.fastify, bob)
  const held = holdAll(bob, cameraId)
  await wait(HELD_MS)
  const statuses: number[] = []
  for (const { finish } of held) statuses.push(await finish())
  expect(statuses).toEqual([200, 201, 201, 200])
})
