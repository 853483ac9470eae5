import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { webhookBodies } from '../../../src/contract/notifications/webhook-bodies'
import { webhookMessageType } from '../../../src/contract/notifications/webhooks'
import { addCamera, type Caller, pathOf, send } from '../support/calls'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'
import { isSignedBy, listDeliveries, listWebhooks, makeWebhook } from './support/webhooks'

let hub: TestHub
let receiver: WebhookReceiver
let ann: SignedInUser
/** A member of Ann's workspace. */
let dan: SignedInUser
/** Of a workspace of his own. */
let bob: SignedInUser
let doorId: string
let yardId: string
beforeAll(async () => {
  receiver = await startReceiver()
  hub = await startTestHub({ tier: 'TEAM', environment: { WEBHOOK_HOSTS: receiver.host } })
  ann = await hub.signIn('ann@example.org')
  bob = await hub.signIn('bob@example.org')
  await send(hub.fastify, ann, 'POST', '/members', { email: 'dan@example.org' })
  dan = await hub.signIn('dan@example.org')
  doorId = (await addCamera(hub.fastify, ann)).id
  yardId = (await addCamera(hub.fastify, ann, 'Yard')).id
})
afterAll(async () => {
  await hub.close()
  await receiver.close()
})
afterEach(async () => {
  for (const { id } of await listWebhooks(hub.fastify, ann)) await remove(id)
  receiver.posts.length = 0
  receiver.answer = { status: 200 }
})

const round = () => hub.hub.jobs.runNow('webhooks')
const make = (by: Caller = ann, wanted: Partial<Parameters<typeof makeWebhook>[2]> = {}) =>
  makeWebhook(hub.fastify, by, { url: receiver.url, ...wanted })
const remove = (id: string, by: Caller = ann) => send(hub.fastify, by, 'DELETE', `/webhooks/${id}`)
const change = (id: string, body: object, by: Caller = ann) => send(hub.fastify, by, 'PATCH', `/webhooks/${id}`, body)
const log = (id: string) => listDeliveries(hub.fastify, ann, id)
const clip = (cameraId = doorId, fields: Record<string, string> = {}) =>
  postClip(hub.fastify, ann, { cameraId, fields })
const bodies = () => receiver.posts.map(({ json }) => json)
/** Each body is as /v1/openapi.json describes it, to the field. */
function requireDescribed(): void {
  for (const body of bodies()) {
    const { type } = z.object({ type: webhookMessageType }).parse(body)
    expect(webhookBodies[type].parse(body)).toEqual(body)
  }
}
const person = JSON.stringify([{ atMs: 500, box: { left: 0.2, top: 0.2, width: 0.2, height: 0.4 }, score: 0.9 }])

describe('a webhook', () => {
  test('is answered with its secret once, which the hub keeps sealed (HOOK-01, HOOK-02)', async () => {
    const made = await make(ann, { name: ' Lights ', kinds: ['clip.created'], cameraIds: [doorId] })
    expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const shown = {
      id: made.id,
      name: 'Lights',
      url: receiver.url,
      kinds: ['clip.created'],
      cameraIds: [doorId],
      state: 'on',
      problem: null,
      createdAt: '2026-03-10T12:00:00.000Z',
      createdBy: 'ann@example.org',
    }
    expect(made).toEqual({ ...shown, secret: made.secret })
    expect(await listWebhooks(hub.fastify, ann)).toEqual([shown])
    const db = await openHubDatabase(hub)
    const rows = JSON.stringify(await db.selectFrom('webhooks').selectAll().execute())
    await db.destroy()
    expect(rows).not.toContain(made.secret.slice(6))
    expect((await make()).secret).not.toBe(made.secret)
  })

  test("is its maker's and the owner's, and goes with the membership of who made it (HOOK-03)", async () => {
    const [hers, his] = [await make(ann), await make(dan)]
    const idsFor = async (by: Caller) => (await listWebhooks(hub.fastify, by)).map(({ id }) => id).sort()
    expect([await idsFor(ann), await idsFor(dan)]).toEqual([[hers.id, his.id].sort(), [his.id]])
    for (const by of [dan, bob])
      expect([(await remove(hers.id, by)).statusCode, (await change(hers.id, { isOn: false }, by)).statusCode]).toEqual(
        [404, 404],
      )
    const people = (await send(hub.fastify, ann, 'GET', '/members')).json<{ id: string; email: string }[]>()
    await send(hub.fastify, ann, 'DELETE', `/members/${people.find(({ email }) => email === dan.email)?.id}`)
    expect(await idsFor(ann)).toEqual([hers.id])
    await send(hub.fastify, ann, 'POST', '/members', { email: dan.email })
    dan = await hub.signIn(dan.email)
  })

  test('a workspace has 20 of them (HOOK-04)', async () => {
    for (let n = 0; n < 20; n++) await make()
    const body = { name: 'One more', url: receiver.url, kinds: ['clip.created'] }
    const refused = await send(hub.fastify, ann, 'POST', '/webhooks', body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'webhook-limit'])
    expect((await send(hub.fastify, bob, 'POST', '/webhooks', body)).statusCode).toBe(201)
  })

  test.each([
    [{ kinds: [] }, 'kinds: Choose at least one thing that the webhook is called for.'],
    [{ kinds: ['clip.removed'] }, 'kinds.0: A kind is event.created, clip.created, camera.offline or camera.online.'],
    [
      { cameraIds: [] },
      'cameraIds: cameraIds is null for all cameras, or a list of their ids, each once, at least one.',
    ],
    [{ name: ' ' }, 'name: Give the webhook a name.'],
    [{ url: 'ftp://example.org/x' }, /^url: This is not a webhook URL/],
    [{ url: 'https://ann:secret@example.org/x' }, 'url: A webhook URL has no user name and no password in it.'],
    [
      { url: 'http://192.168.1.20:8123/api' },
      'url: 192.168.1.20 is in a private network, where the hub calls nobody unless its operator allows it: WEBHOOK_HOSTS=192.168.1.20:8123.',
    ],
    [{ url: 'https://[::1]/x' }, /^url: \[::1\] is in a private network/],
    [
      { url: 'http://example.org/x' },
      "url: Addresses begin with https://, unless the hub's operator allows this one: WEBHOOK_HOSTS=example.org.",
    ],
  ])('%j is refused with a sentence (HOOK-01, HOOK-09)', async (wrong, sentence) => {
    const body = { name: 'Lights', url: receiver.url, kinds: ['clip.created'], ...wrong }
    const answer = await send(hub.fastify, ann, 'POST', '/webhooks', body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(sentence)])
  })

  test('names cameras of its workspace alone (HOOK-01)', async () => {
    const foreign = await addCamera(hub.fastify, bob, 'Cellar')
    const { id } = await make()
    expect((await change(id, { cameraIds: [doorId, foreign.id] })).statusCode).toBe(404)
  })
})

describe('what is told', () => {
  test('a clip and its event, signed by Standard Webhooks, with links that open (HOOK-05)', async () => {
    const { secret } = await make()
    await clip(doorId, { detections: person })
    expect(receiver.posts).toEqual([])
    await round()
    const camera = { id: doorId, name: 'Door', location: 'Hall' }
    const common = { timestamp: '2026-03-10T12:00:00.000Z', workspaceId: ann.workspaceId }
    const links = { thumbnailUrl: null, videoUrl: expect.stringMatching(/^http:\/\/localhost:8080\/media\//) }
    const labels = [{ label: 'person', count: 1 }]
    const said = { createdAt: common.timestamp, labels, camera, ...links }
    const videoId = expect.any(String)
    const texts = { title: expect.any(String), message: expect.stringContaining('Door') }
    expect(bodies()).toEqual(
      expect.arrayContaining([
        {
          type: 'clip.created',
          ...common,
          data: {
            id: videoId,
            title: 'Door · person',
            type: 'video/webm',
            notificationType: 'PERSON',
            size: 1000,
            hasAudio: false,
            ...said,
          },
        },
        {
          type: 'event.created',
          ...common,
          data: { id: expect.any(String), type: 'PERSON', videoId, alertKind: null, ...texts, ...said },
        },
      ]),
    )
    requireDescribed()
    expect(receiver.posts.map((post) => isSignedBy(secret, post))).toEqual([true, true])
    expect(receiver.posts.map(({ headers }) => headers['webhook-timestamp'])).toEqual(['1773144000', '1773144000'])
    expect(new Set(receiver.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    const [{ data }] = bodies() as [{ data: { videoUrl: string } }]
    expect((await hub.fastify.inject({ url: pathOf(data.videoUrl) })).statusCode).toBe(200)
  })

  test('only the kinds and cameras that were chosen, and nothing of other workspaces (HOOK-05)', async () => {
    const { id } = await make(ann, { kinds: ['event.created'], cameraIds: [yardId] })
    const his = await makeWebhook(hub.fastify, bob, { url: receiver.url })
    await clip(doorId)
    await clip(yardId)
    await round()
    expect(receiver.posts).toHaveLength(1)
    await change(id, { kinds: ['clip.created'], cameraIds: null })
    await clip(doorId)
    await round()
    expect(bodies().map((body) => (body as { type: string }).type)).toEqual(['event.created', 'clip.created'])
    await remove(his.id, bob)
  })

  test('what waits goes as the webhook is now: not of a camera or kind that it is no longer called for (HOOK-07)', async () => {
    const { id } = await make()
    receiver.answer = { status: 503 }
    for (const cameraId of [doorId, yardId]) await clip(cameraId)
    await round()
    const told = (await change(id, { name: 'Siren', kinds: ['event.created'], cameraIds: [yardId] })).json()
    expect(told.cameraIds).toEqual([yardId])
    expect((await log(id)).map(({ state }) => state).sort()).toEqual(['dropped', 'dropped', 'dropped', 'waiting'])
    receiver.answer = { status: 200 }
    receiver.posts.length = 0
    await change(id, { url: `${receiver.url}/other`, cameraIds: null })
    await round()
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook/other'])
    expect(bodies()).toMatchObject([{ type: 'event.created', data: { camera: { id: yardId } } }])
  })

  test('taking a camera out drops what waits of it (HOOK-07)', async () => {
    const { id } = await make(ann, { kinds: ['clip.created'] })
    receiver.answer = { status: 503 }
    for (const cameraId of [doorId, yardId]) await clip(cameraId)
    await change(id, { cameraIds: [yardId] })
    expect((await log(id)).map(({ state }) => state).sort()).toEqual(['dropped', 'waiting'])
    receiver.answer = { status: 200 }
    await round()
    expect(bodies()).toMatchObject([{ data: { camera: { id: yardId } } }])
  })

  test('alerts, whatever modes, snooze and the choices of notifications say (HOOK-05)', async () => {
    await make(ann, { kinds: ['event.created'] })
    await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' }, snooze: '8h' })
    const alert = {
      alertId: '00000000-0000-4000-8000-0000000000c1',
      kind: 'covered',
      occurredAt: '2026-03-10T11:59:00Z',
    }
    await send(hub.fastify, ann, 'POST', `/cameras/${doorId}/alerts`, alert)
    await round()
    const data = { type: 'ALERT', alertKind: 'covered', videoId: null, videoUrl: null }
    requireDescribed()
    expect(bodies()).toMatchObject([{ type: 'event.created', timestamp: '2026-03-10T11:59:00.000Z', data }])
  })

  test('nothing while it is off, nor afterwards what was missed (HOOK-07)', async () => {
    const { id } = await make()
    receiver.answer = { status: 500 }
    await clip()
    await round()
    expect((await change(id, { isOn: false })).json().state).toBe('off')
    expect((await log(id)).map(({ state }) => state)).toEqual(['dropped', 'dropped'])
    await clip()
    receiver.answer = { status: 200 }
    await change(id, { isOn: true })
    await round()
    expect([receiver.posts.length, (await log(id)).length]).toEqual([1, 2])
  })
})

describe('a test (HOOK-10)', () => {
  test('calls at once, also while the webhook is off, and answers with status and time', async () => {
    const { id, secret } = await make()
    await change(id, { isOn: false })
    const answer = await send(hub.fastify, ann, 'POST', `/webhooks/${id}/test`)
    const told = { type: 'webhook.test', state: 'delivered', status: 200, tookMs: expect.any(Number), problem: null }
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ ...told, isDelivered: true })])
    const [post] = receiver.posts
    expect(post && isSignedBy(secret, post)).toBe(true)
    requireDescribed()
    expect(post?.json).toMatchObject({ type: 'webhook.test', data: { name: 'Lights in the hall' } })
    expect(await log(id)).toEqual([expect.objectContaining(told)])
  })

  test('says what went wrong, and hands nothing on of what the receiver answered', async () => {
    const { id } = await make()
    receiver.answer = { status: 302, headers: { location: `${receiver.url}2` }, body: 'the key is 12345' }
    const answer = await send(hub.fastify, ann, 'POST', `/webhooks/${id}/test`)
    expect(answer.json()).toMatchObject({
      state: 'failed',
      status: 302,
      isDelivered: false,
      tries: 1,
      nextTryAt: null,
      problem: 'The receiver sends the hub elsewhere (status 302), where it does not follow. Give the address itself.',
    })
    expect(answer.body).not.toContain('12345')
    expect(receiver.posts).toHaveLength(1)
  })

  test('counts for the 20 tests an hour of the workspace', async () => {
    const { id } = await make(bob)
    const statuses: number[] = []
    for (let n = 0; n < 21; n++)
      statuses.push((await send(hub.fastify, bob, 'POST', `/webhooks/${id}/test`)).statusCode)
    expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429])
    await remove(id, bob)
  })
})

test('the export names webhooks without secret and address (HOOK-12)', async () => {
  const { secret } = await make(ann, { url: `${receiver.url}?key=hidden` })
  const { url } = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  const zip = (await hub.fastify.inject({ url: pathOf(url) })).rawPayload
  const text = String(unzip(zip).get('workspace.json'))
  expect(JSON.parse(text).webhooks).toMatchObject([{ name: 'Lights in the hall', host: receiver.host }])
  expect([text.includes(secret.slice(6)), text.includes('key=hidden')]).toEqual([false, false])
})
