import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newSecret } from '../../../server/lib/random-secrets'
import type { Share } from '../../../src/contract/shares'
import { addCamera, listVideos, send } from '../support/calls'
import { jpeg, mp4, postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 24 * 3_600_000]

let hub: TestHub
let ann: SignedInUser
let bob: SignedInUser
let eve: SignedInUser
let cameraId: string
let videoId: string
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM', logLevel: 'trace' })
  ann = await hub.signIn('ann@example.org')
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  bob = await hub.signIn('bob@example.org')
  eve = await hub.signIn('eve@example.org')
  cameraId = (await addCamera(hub.fastify, ann, 'Secret Garden')).id
})
afterAll(() => hub.close())
// Sessions last, whatever a test does to the clock; limits of networks and hours begin anew.
let network = 0
beforeEach(async () => {
  network++
  hub.clock.advance(2 * HOUR)
  ann = await hub.signIn(ann.email)
  videoId = await record()
})

const film = webm(1000, 3)
const picture = jpeg(300, 4)
async function record(bytes = film): Promise<string> {
  const fields = { thumbnail: picture.toString('base64') }
  return (await postClip(hub.fastify, ann, { cameraId, bytes, fields })).json<{ id: string }>().id
}

const wanted = { title: 'Fox', description: 'At dawn', isPublic: true, expiryDays: 7, password: null }
async function share(changed: object = {}, by = ann): Promise<Share> {
  const answer = await send(hub.fastify, by, 'POST', '/shares', { videoId, ...wanted, ...changed })
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)])
  return answer.json<Share>()
}
const list = async (by = ann) => (await send(hub.fastify, by, 'GET', '/shares')).json<{ shares: Share[] }>().shares
const change = (id: string, changed: object, by = ann) => send(hub.fastify, by, 'PATCH', `/shares/${id}`, changed)
const revoke = (id: string, by = ann) => send(hub.fastify, by, 'DELETE', `/shares/${id}`)
async function remove(email: string): Promise<void> {
  const members = (await send(hub.fastify, ann, 'GET', '/members')).json<{ id: string; email: string }[]>()
  const id = members.find((member) => member.email === email)?.id
  expect((await send(hub.fastify, ann, 'DELETE', `/members/${id}`)).statusCode).toBe(200)
}
const pathOf = ({ shareUrl }: Pick<Share, 'shareUrl'>) => new URL(shareUrl ?? '').pathname

/** A browser: it keeps cookies, and comes from its own network. */
function browser(remoteAddress = `203.0.113.${network}`) {
  const cookies = new Map<string, string>()
  const ask = async (url: string, payload: string | null = null, headers: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await hub.fastify.inject({
      method: payload === null ? 'GET' : 'POST',
      url,
      remoteAddress,
      ...(payload !== null && { payload }),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return answer
  }
  const clipIn = (html: string) => /<video[^>]* src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? 'none'
  const posterIn = (html: string) => /poster="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? 'none'
  return { ask, clipIn, posterIn, cookies }
}

const nothing = 'This link is not whole, or it has ended.'

describe('a share', () => {
  test('is made of a clip and shown to every member, its link again and again, its password never (SHARE-14, SHARE-15)', async () => {
    const made = await share({ password: 'correct horse' })
    expect(made).toMatchObject({
      videoId,
      title: 'Fox',
      description: 'At dawn',
      isPublic: true,
      views: 0,
      hasPassword: true,
      createdBy: ann.email,
      cameraName: 'Secret Garden',
      expiresAt: new Date(hub.clock.now() + 7 * DAY).toISOString(),
    })
    expect(pathOf(made)).toMatch(/^\/s\/[\w-]{43}$/)
    bob = await hub.signIn(bob.email)
    const seen = { ...made, thumbnailUrl: expect.any(String) }
    expect([(await list())[0], (await list(bob))[0]]).toEqual([seen, seen])
    expect(JSON.stringify(await list())).not.toContain('horse')
    expect((await share()).shareUrl).not.toBe(made.shareUrl)
  })

  test('is stored without its token and its password, and no log holds the token (SHARE-15)', async () => {
    const made = await share({ password: 'correct horse' })
    const token = pathOf(made).slice(3)
    await browser().ask(pathOf(made))
    const db = await openHubDatabase(hub)
    const rows = JSON.stringify(await db.selectFrom('shares').selectAll().where('id', '=', made.id).execute())
    await db.destroy()
    expect(rows).toContain('scrypt$15$')
    expect([rows.includes(token), rows.includes('horse')]).toEqual([false, false])
    const paths = hub.logLines.filter((line) => line.includes('"/s/'))
    expect([paths.length > 0, hub.logLines.join().includes(token)]).toEqual([true, false])
  })

  test('has a link for others, and says where there is none (SHARE-29)', async () => {
    const made = await share()
    const at = async (host: string) => {
      const answer = await send(hub.fastify, { headers: { ...ann.headers, host } }, 'GET', '/shares')
      const { shares, isReachable } = answer.json<{ shares: Share[]; isReachable: boolean }>()
      return [isReachable, shares.find(({ id }) => id === made.id)?.shareUrl]
    }
    expect(await at('cam.example.org')).toEqual([true, `http://cam.example.org${pathOf(made)}`])
    expect(await at('localhost:8080')).toEqual([false, `http://localhost:8080${pathOf(made)}`])
  })

  test.each([
    ['title', { title: ' ' }, 'Give the share a title.'],
    ['expiryDays', { expiryDays: 365 }, 'A share lasts 1, 3, 7 or 30 days.'],
    ['password', { password: 'short' }, 'A password has at least 6 characters.'],
    ['isPublic', { isPublic: 'yes' }, 'isPublic is true or false.'],
  ])('is not made with a bad %s (SHARE-14)', async (_field, changed, sentence) => {
    const answer = await send(hub.fastify, ann, 'POST', '/shares', { videoId, ...wanted, ...changed })
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('is changed by every member, and by nobody else; what is left out stays (SHARE-14)', async () => {
    const made = await share()
    bob = await hub.signIn(bob.email)
    eve = await hub.signIn(eve.email)
    hub.clock.advance(10 * MINUTE)
    const changed = (await change(made.id, { title: 'Badger', expiryDays: 30 }, bob)).json()
    const expiresAt = new Date(hub.clock.now() + 30 * DAY).toISOString()
    expect(changed).toEqual({ ...made, title: 'Badger', expiresAt, thumbnailUrl: expect.any(String) })
    expect((await change(made.id, {})).json().message).toContain('Say what to change.')
    for (const answer of [await change(made.id, { title: 'Eve' }, eve), await revoke(made.id, eve)])
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'There is no such share.'])
  })

  test("is never made of another workspace's clip (SHARE-14)", async () => {
    eve = await hub.signIn(eve.email)
    const answer = await send(hub.fastify, eve, 'POST', '/shares', { ...wanted, videoId })
    expect([answer.statusCode, await list(eve)]).toEqual([404, []])
  })

  test('is one of at most 100 at the same time (SHARE-24)', async () => {
    const db = await openHubDatabase(hub)
    const made = await share()
    const row = await db.selectFrom('shares').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    const more = Array.from({ length: 100 - (await list()).length }, (_, n) => ({
      ...row,
      id: `m${n}`,
      token_hash: `m${n}`,
    }))
    await db.insertInto('shares').values(more).execute()
    const refused = await send(hub.fastify, ann, 'POST', '/shares', { videoId, ...wanted })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'share-limit'])
    await db.deleteFrom('shares').execute()
    await db.destroy()
    await share()
  })
})

describe('the public page', () => {
  test('plays, with title, words, picture and end, and holds nothing else of anybody (SHARE-16)', async () => {
    const made = await share({ title: '<b>Fox & "friends"</b>' })
    const { ask, clipIn, posterIn } = browser()
    const page = await ask(pathOf(made))
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<h1>&lt;b&gt;Fox &amp; &quot;friends&quot;&lt;/b&gt;</h1>')
    expect(page.body).toContain('At dawn')
    expect(page.body).toContain(`<time datetime="${made.expiresAt}">`)
    const { workspaceId } = ann
    for (const hidden of [cameraId, videoId, made.id, workspaceId, 'Secret Garden', 'ann@', 'Nightjar'])
      expect([hidden, page.body.includes(hidden)]).toEqual([hidden, false])
    expect((await ask(clipIn(page.body))).rawPayload.equals(film)).toBe(true)
    expect((await ask(posterIn(page.body))).rawPayload.equals(picture)).toBe(true)
  })

  test.each([
    ['video/webm', film],
    ['video/mp4', mp4()],
  ])(
    'plays a film that is %s as the hub stores it, whole and in parts (SHARE-16, SHARE-20)',
    async (mediaType, bytes) => {
      videoId = await record(bytes)
      const { ask, clipIn } = browser()
      const clip = clipIn((await ask(pathOf(await share()))).body)
      const whole = await ask(clip)
      expect([whole.statusCode, whole.headers['content-type'], whole.rawPayload.equals(bytes)]).toEqual([
        200,
        mediaType,
        true,
      ])
      const part = await ask(clip, null, { range: 'bytes=100-899' })
      const { 'content-type': type, 'content-range': range } = part.headers
      expect([part.statusCode, type, range]).toEqual([206, mediaType, 'bytes 100-899/1000'])
      expect(part.rawPayload.equals(bytes.subarray(100, 900))).toBe(true)
    },
  )

  test('is kept from caches, search engines, frames, referrers and all that is not its own (SHARE-16)', async () => {
    const { headers, body } = await browser().ask(pathOf(await share()))
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive, noimageindex',
    })
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "media-src 'self'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
    expect(body).toContain('<meta name="robots" content="noindex, nofollow, noarchive">')
  })

  test('gives its film by links of some minutes, with ranges, and only its own (SHARE-20)', async () => {
    const [one, other] = [await share(), await share()]
    const { ask, clipIn, posterIn } = browser()
    const page = (await ask(pathOf(one))).body
    const clip = clipIn(page)
    const part = await ask(clip, null, { range: 'bytes=0-99' })
    const { 'content-range': range } = part.headers
    expect([part.statusCode, range, part.rawPayload.length]).toEqual([206, 'bytes 0-99/1000', 100])
    const query = clip.slice(clip.indexOf('?'))
    const tries = [
      `${pathOf(other)}/clip${query}`,
      `${pathOf(one)}/poster${query}`,
      posterIn(page).replace('/poster', '/clip'),
      `${pathOf(one)}/clip`,
      clip.replace(/signature=.../, 'signature=AAA'),
      clip.replace(/expires=\d/, 'expires=9'),
      `${pathOf(one)}/../../media/${ann.workspaceId}/clips/${videoId}.webm${query}`,
      `${pathOf(one)}/clip%2f..%2f..%2fnightjar.db${query}`,
      `${pathOf(one)}%2fclip${query}`,
      `/s/..%2f..%2fsecret`,
      '/s/%00',
      `/s/${'a'.repeat(5000)}`,
      '/s/',
      '/s',
    ]
    for (const url of tries) {
      const answer = await ask(url)
      expect([url, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([url, true])
      expect(answer.rawPayload.includes(film.subarray(0, 50))).toBe(false)
    }
    hub.clock.advance(11 * MINUTE)
    expect((await ask(clip)).statusCode).toBe(404)
  })

  test('tells nobody whether a share was wrong, has ended, was revoked or lost its clip (SHARE-17, SHARE-21)', async () => {
    const expiring = await share({ expiryDays: 1, videoId: await record() })
    const [revoked, clipless] = [await share(), await share()]
    const { ask, clipIn } = browser()
    const clip = clipIn((await ask(pathOf(revoked))).body)
    expect((await ask(clip)).statusCode).toBe(200)
    await revoke(revoked.id)
    expect((await ask(clip)).statusCode).toBe(404)
    const answers = [await ask(`/s/${newSecret()}`), await ask(pathOf(revoked))]
    await send(hub.fastify, ann, 'DELETE', `/videos/${videoId}`)
    answers.push(await ask(pathOf(clipless)), await ask('/s/short'))
    hub.clock.advance(DAY - 1)
    const last = clipIn((await ask(pathOf(expiring))).body)
    expect((await ask(last)).statusCode).toBe(200)
    hub.clock.advance(1)
    expect((await ask(last)).statusCode).toBe(404)
    answers.push(await ask(pathOf(expiring)))
    ann = await hub.signIn(ann.email)
    expect(
      (await list()).map(({ id }) => id).filter((id) => [expiring, revoked, clipless].some((it) => it.id === id)),
    ).toEqual([])
    const looks = answers.map(({ statusCode, body }) => [statusCode, body])
    expect(looks[0]).toEqual([404, expect.stringContaining(nothing)])
    expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(1)
  })

  test('counts who watches once an hour, and no member (SHARE-25)', async () => {
    const made = await share()
    const views = async () => (await list()).find(({ id }) => id === made.id)?.views
    const [one, other] = [browser(), browser()]
    await one.ask(pathOf(made))
    await one.ask(pathOf(made))
    await other.ask(pathOf(made))
    await hub.fastify.inject({ method: 'HEAD', url: pathOf(made) })
    expect(await views()).toBe(2)
    const member = browser()
    const { url } = (await send(hub.fastify, ann, 'POST', `/shares/${made.id}/pass`)).json()
    await member.ask(url)
    await member.ask(pathOf(made))
    expect(await views()).toBe(2)
  })
})

describe('a password', () => {
  const pass = (password: string) => new URLSearchParams({ password }).toString()

  test('is asked for before anything shows, opens page and film, and ends with the next one (SHARE-18)', async () => {
    const made = await share({ password: 'correct horse' })
    const { ask, clipIn } = browser()
    const asked = await ask(pathOf(made))
    expect([asked.body.includes('A password, please'), asked.body.includes('Fox')]).toEqual([true, false])
    const wrong = await ask(pathOf(made), pass('wrong horse'))
    expect([wrong.statusCode, wrong.body.includes('This password is wrong.')]).toEqual([403, true])
    const right = await ask(pathOf(made), pass('correct horse'))
    expect([right.statusCode, right.headers.location]).toEqual([303, pathOf(made)])
    expect(String(right.headers['set-cookie'])).toMatch(/Path=\/s\/[\w-]{43}; Max-Age=43200; HttpOnly; SameSite=Lax$/)
    const clip = clipIn((await ask(pathOf(made))).body)
    expect((await ask(clip)).rawPayload.equals(film)).toBe(true)
    // The link to the film, without the password.
    expect((await browser().ask(clip)).statusCode).toBe(404)
    await change(made.id, { password: 'another horse' })
    expect([(await ask(clip)).statusCode, (await ask(pathOf(made))).body.includes('A password')]).toEqual([404, true])
    await change(made.id, { password: null })
    expect((await ask(pathOf(made))).body).toContain('Fox')
  })

  test('opens no other share (SHARE-18)', async () => {
    const [one, other] = [await share({ password: 'correct horse' }), await share({ password: 'correct horse' })]
    const { ask, cookies } = browser()
    await ask(pathOf(one), pass('correct horse'))
    expect(cookies.size).toBe(1)
    expect((await ask(pathOf(other))).body).toContain('A password, please')
  })

  test('is tried 10 times an hour by one client, 50 times by all, the right one too (SHARE-18)', async () => {
    const made = await share({ password: 'correct horse' })
    // The same word by a scrypt of next to no cost, as its tries are counted here: each takes a tenth of a second otherwise.
    const password_hash = 'scrypt$4$c2FsdA$6RkQHNQ6zELzESTzJo0wnZlVAV456dXFIFwb9N3o9WU'
    const db = await openHubDatabase(hub)
    await db.updateTable('shares').set({ password_hash }).where('id', '=', made.id).execute()
    await db.destroy()
    const wrong = async (count: number, from: string) =>
      Promise.all(
        Array.from({ length: count }, async () => (await browser(from).ask(pathOf(made), pass('x'))).statusCode),
      )
    expect((await wrong(10, '198.51.100.1')).every((status) => status === 403)).toBe(true)
    const refused = await browser('198.51.100.1').ask(pathOf(made), pass('correct horse'))
    expect([refused.statusCode, refused.body.includes('Too many tries'), refused.cookies]).toEqual([429, true, []])
    expect((await browser('198.51.100.2').ask(pathOf(made), pass('correct horse'))).statusCode).toBe(303)
    const rest = (await Promise.all([3, 4, 5, 6, 7].map((n) => wrong(9, `198.51.100.${n}`)))).flat()
    const counts = [403, 429].map((status) => rest.filter((one) => one === status).length)
    expect(counts).toEqual([40, 5])
    expect((await browser('198.51.100.9').ask(pathOf(made), pass('correct horse'))).statusCode).toBe(429)
    hub.clock.advance(HOUR)
    expect((await browser('198.51.100.9').ask(pathOf(made), pass('correct horse'))).statusCode).toBe(303)
  })
})

describe('a share for members', () => {
  test('opens by a pass that the app asks for, and to nobody else (SHARE-19)', async () => {
    const made = await share({ isPublic: false })
    bob = await hub.signIn(bob.email)
    eve = await hub.signIn(eve.email)
    const { ask, clipIn } = browser()
    const asked = await ask(pathOf(made))
    expect(asked.body).toContain(`href="/video-sharing?open=${made.id}"`)
    expect([asked.body.includes('Fox'), asked.body.includes('<video')]).toEqual([false, false])
    expect((await send(hub.fastify, eve, 'POST', `/shares/${made.id}/pass`)).statusCode).toBe(404)
    const { url } = (await send(hub.fastify, bob, 'POST', `/shares/${made.id}/pass`)).json<{ url: string }>()
    const let_in = await ask(url)
    expect([let_in.statusCode, let_in.headers.location]).toEqual([303, pathOf(made)])
    const page = (await ask(pathOf(made))).body
    expect((await ask(clipIn(page))).rawPayload.equals(film)).toBe(true)
    expect((await browser().ask(clipIn(page))).statusCode).toBe(404)
  })

  test('a pass is damaged, old or of another share: the page stays shut (SHARE-19)', async () => {
    const [made, other] = [await share({ isPublic: false }), await share({ isPublic: false })]
    const { url } = (await send(hub.fastify, ann, 'POST', `/shares/${made.id}/pass`)).json<{ url: string }>()
    const pass = new URL(url).searchParams.get('pass') ?? ''
    const isShut = async (path: string) => {
      const { ask } = browser()
      await ask(path)
      return (await ask(path.replace(/\?.*/, ''))).body.includes('For members only')
    }
    expect(await isShut(`${pathOf(other)}?pass=${pass}`)).toBe(true)
    expect(await isShut(`${pathOf(made)}?pass=${pass.slice(0, -2)}`)).toBe(true)
    expect(await isShut(`${pathOf(made)}?pass=x`)).toBe(true)
    // A pass is no cookie.
    const { ask, cookies } = browser()
    cookies.set('share-member', pass)
    expect((await ask(pathOf(made))).body).toContain('For members only')
    hub.clock.advance(MINUTE)
    expect(await isShut(`${pathOf(made)}?pass=${pass}`)).toBe(true)
  })

  test('shuts with the session that asked for the pass, also for a pass that nobody used yet (SHARE-19)', async () => {
    const made = await share({ isPublic: false })
    const here = await hub.signIn(ann.email)
    const passOf = async (by: SignedInUser) =>
      (await send(hub.fastify, by, 'POST', `/shares/${made.id}/pass`)).json<{ url: string }>().url
    const [signedOut, late, elsewhere] = [browser(), browser(), browser()]
    await signedOut.ask(await passOf(here))
    await elsewhere.ask(await passOf(ann))
    const unused = await passOf(here)
    const clip = signedOut.clipIn((await signedOut.ask(pathOf(made))).body)
    expect((await signedOut.ask(clip)).statusCode).toBe(200)
    await send(hub.fastify, null, 'POST', '/auth/sign-out', { refreshToken: here.refreshToken })
    expect((await signedOut.ask(clip)).statusCode).toBe(404)
    await late.ask(unused)
    for (const { ask } of [signedOut, late]) expect((await ask(pathOf(made))).body).toContain('For members only')
    expect((await elsewhere.ask(pathOf(made))).body).toContain('Fox')
  })

  test('shuts for whoever is removed, and for strangers once it is public no more; what they made stays (SHARE-19, SHARE-26)', async () => {
    bob = await hub.signIn(bob.email)
    const made = await share({}, { ...bob, headers: { ...bob.headers, 'x-workspace-id': ann.workspaceId } })
    const [member, stranger] = [browser(), browser()]
    await member.ask((await send(hub.fastify, bob, 'POST', `/shares/${made.id}/pass`)).json().url)
    const clips = await Promise.all(
      [member, stranger].map(async ({ ask, clipIn }) => clipIn((await ask(pathOf(made))).body)),
    )
    await change(made.id, { isPublic: false })
    expect((await stranger.ask(clips[1] ?? '')).statusCode).toBe(404)
    expect((await member.ask(clips[0] ?? '')).statusCode).toBe(200)
    await remove(bob.email)
    expect((await member.ask(clips[0] ?? '')).statusCode).toBe(404)
    expect((await list()).find(({ id }) => id === made.id)).toMatchObject({ createdBy: bob.email })
  })

  test('shuts also for a removed member who stays signed in to a workspace of their own (SHARE-19)', async () => {
    await addCamera(hub.fastify, await hub.signIn('fay@example.org'), 'Cellar')
    await send(hub.fastify, ann, 'POST', '/members', { email: 'fay@example.org' })
    const fay = await hub.signIn('fay@example.org')
    expect(fay.workspaceId).not.toBe(ann.workspaceId)
    const made = await share({ isPublic: false })
    const asMember = { headers: { ...fay.headers, 'x-workspace-id': ann.workspaceId } }
    const { ask, clipIn } = browser()
    await ask((await send(hub.fastify, asMember, 'POST', `/shares/${made.id}/pass`)).json<{ url: string }>().url)
    const clip = clipIn((await ask(pathOf(made))).body)
    expect((await ask(clip)).statusCode).toBe(200)
    await remove(fay.email)
    expect((await send(hub.fastify, fay, 'GET', '/cameras')).statusCode).toBe(200)
    expect((await ask(clip)).statusCode).toBe(404)
    expect((await ask(pathOf(made))).body).toContain('For members only')
  })
})

describe('what keeps and ends it', () => {
  test('retention spares a shared clip until its share ends, which the list of recordings says (SHARE-22)', async () => {
    const made = await share({ expiryDays: 30 })
    const other = await record(webm(1000, 9))
    const listed = async () => (await listVideos(hub.fastify, ann, '?pageSize=100')).videos
    const untilOf = async (id: string) => (await listed()).find((video) => video.id === id)?.sharedUntil
    expect([await untilOf(videoId), await untilOf(other)]).toEqual([made.expiresAt, null])
    const db = await openHubDatabase(hub)
    await db
      .updateTable('videos')
      .set({ created_at: hub.clock.now() - 400 * DAY })
      .where('id', 'in', [videoId, other])
      .execute()
    await hub.hub.jobs.runNow('retention')
    const left = async () => {
      const rows = await db.selectFrom('videos').select('id').where('id', 'in', [videoId, other]).execute()
      return rows.map(({ id }) => id)
    }
    expect(await left()).toEqual([videoId])
    await db.updateTable('shares').set({ expires_at: hub.clock.now() }).where('id', '=', made.id).execute()
    await hub.hub.jobs.runNow('retention')
    expect(await left()).toEqual([])
    expect(await db.selectFrom('shares').select('id').where('id', '=', made.id).execute()).toEqual([])
    await db.destroy()
  })

  test('the export tells of shares, without links and passwords (SHARE-26)', async () => {
    const made = await share({ password: 'correct horse' })
    const { url } = (await send(hub.fastify, ann, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
    const { rawPayload } = await hub.fastify.inject({ url: new URL(url).pathname + new URL(url).search })
    const facts = unzip(rawPayload).get('workspace.json')?.toString() ?? ''
    expect(JSON.parse(facts).shares).toContainEqual({
      id: made.id,
      videoId,
      title: 'Fox',
      description: 'At dawn',
      isPublic: true,
      hasPassword: true,
      createdAt: made.createdAt,
      expiresAt: made.expiresAt,
      createdBy: ann.email,
      views: 0,
    })
    expect([facts.includes(pathOf(made).slice(3)), facts.includes('scrypt')]).toEqual([false, false])
  })

  test('a share goes with its workspace (SHARE-26)', async () => {
    const made = await share()
    await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    expect((await browser().ask(pathOf(made))).statusCode).toBe(404)
  })
})
