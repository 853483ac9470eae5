import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret } from '../../../server/lib/random-secrets'
import { planLimits } from '../../../src/contract/plans'
import type { Share } from '../../../src/contract/shares'
import { DAY_MS } from '../../../src/lib/durations'
import { addCamera, listVideos, send } from '../support/calls'
import { postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'

let hub: TestHub
let ann: SignedInUser
let cameraId: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
})
afterEach(() => hub.close())

const call = (method: 'POST' | 'DELETE', path: string, body?: object) => send(hub.fastify, ann, method, path, body)
function upload() {
  hub.clock.advance(1000)
  return postClip(hub.fastify, ann, { cameraId, bytes: webm(1000, 3) })
}
async function shareOf(videoId: string, changed: object = {}): Promise<Share> {
  const wanted = { videoId, title: 'Fox', description: '', isPublic: true, expiryDays: 30, password: null }
  return (await call('POST', '/shares', { ...wanted, ...changed })).json<Share>()
}
const pathOf = ({ shareUrl }: Pick<Share, 'shareUrl'>) => new URL(shareUrl ?? '').pathname
/** As a stranger's browser does. */
const ask = (url: string, form?: string) =>
  hub.fastify.inject({
    method: form === undefined ? 'GET' : 'POST',
    url,
    ...(form !== undefined && { payload: form }),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })

test('takes no password and no pass for a share that has ended, and says no more of it by any other method (SHARE-17, SHARE-21)', async () => {
  const clip = (await upload()).json<{ id: string }>().id
  const [locked, inner] = [await shareOf(clip, { password: 'correct horse' }), await shareOf(clip, { isPublic: false })]
  const { url } = (await call('POST', `/shares/${inner.id}/pass`)).json<{ url: string }>()
  for (const { id } of [locked, inner]) await call('DELETE', `/shares/${id}`)
  const guess = `/s/${newSecret()}`
  const looks = await Promise.all([
    ask(pathOf(locked), 'password=correct+horse'),
    ask(guess, 'password=correct+horse'),
    ask(new URL(url).pathname + new URL(url).search),
    ask(guess),
  ])
  expect(new Set(looks.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(looks.map(({ statusCode, cookies }) => [statusCode, cookies])).toEqual(Array(4).fill([404, []]))
  for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answers = await Promise.all([pathOf(locked), guess].map((path) => hub.fastify.inject({ method, url: path })))
    expect([method, answers[0]?.statusCode]).toEqual([method, answers[1]?.statusCode])
    expect(answers[0]?.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('a pass, and what a browser keeps, of a clock that was ahead opens nothing once that is set right (SHARE-18, SHARE-19)', async () => {
  const clip = (await upload()).json<{ id: string }>().id
  const [locked, inner] = [await shareOf(clip, { password: 'correct horse' }), await shareOf(clip, { isPublic: false })]
  hub.clock.advance(DAY_MS)
  ann = await hub.signIn()
  const passed = async () => {
    const { url } = (await call('POST', `/shares/${inner.id}/pass`)).json<{ url: string }>()
    return new URL(url).pathname + new URL(url).search
  }
  const unused = await passed()
  const given = [await ask(pathOf(locked), 'password=correct+horse'), await ask(await passed())]
  const kept = given.flatMap(({ cookies }) => cookies.map(({ name, value }) => `${name}=${value}`))
  expect(kept).toHaveLength(2)
  const look = async ({ shareUrl }: Share) => {
    const headers = { accept: 'text/html', cookie: kept.join('; ') }
    return /<h1>(.*)<\/h1>/.exec((await hub.fastify.inject({ url: pathOf({ shareUrl }), headers })).body)?.[1]
  }
  expect([await look(locked), await look(inner)]).toEqual(['Fox', 'Fox'])
  hub.clock.advance(-DAY_MS)
  expect([await look(locked), await look(inner)]).toEqual(['A password, please', 'For members only'])
  expect((await ask(unused)).cookies).toEqual([])
})

test('a full store lets the oldest clips go for a new one, but none that is shared (SHARE-22, KEEP-06)', async () => {
  const made = async () => (await upload()).json<{ id: string }>().id
  const clips = [await made(), await made(), await made()]
  const [first = '', , third = ''] = clips
  const shared = await shareOf(first)
  // As large as the store together: so many bytes are not written for this.
  const size = Math.floor(planLimits.TEAM.storageBytes / 3)
  const db = await openHubDatabase(hub)
  await db.updateTable('videos').set({ size_bytes: size }).where('id', 'in', clips).execute()
  const fill = () =>
    db
      .updateTable('recording_days')
      .set({ video_bytes: 3 * size })
      .execute()
  await fill()
  const listed = async () => (await listVideos(hub.fastify, ann)).videos.map((video) => video.id)
  const fourth = await made()
  expect(await listed()).toEqual([fourth, third, first])
  await shareOf(third)
  await shareOf(fourth)
  await fill()
  const refused = await upload()
  expect([refused.statusCode, refused.json().message]).toEqual([402, expect.stringContaining('kept or shared')])
  expect((await ask(pathOf(shared))).statusCode).toBe(200)
  await call('DELETE', `/shares/${shared.id}`)
  const fifth = await made()
  expect(await listed()).toEqual([fifth, fourth, third])
  await db.destroy()
})
