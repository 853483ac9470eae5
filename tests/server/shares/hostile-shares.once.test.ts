import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret } from '../../../server/lib/random-secrets'
import type { Share } from '../../../src/contract/shares'
import { addCamera, send, talk } from '../support/calls'
import { postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const MINUTE = 60_000

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

async function share(): Promise<Share> {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  const { id: videoId } = (await postClip(hub.fastify, ann, { cameraId })).json<{ id: string }>()
  const wanted = { title: 'Fox', description: 'At dawn', isPublic: true, expiryDays: 7, password: null }
  return (await send(hub.fastify, ann, 'POST', '/shares', { videoId, ...wanted })).json<Share>()
}
const pathOf = ({ shareUrl }: Pick<Share, 'shareUrl'>) => new URL(shareUrl ?? '').pathname

/** Somebody with a browser and nothing else. */
const ask = (url: string) => hub.fastify.inject({ url, remoteAddress: '203.0.113.9', headers: { accept: 'text/html' } })

function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}

test('10,000 guessed addresses of shares find nothing, and few are looked up; a share goes on for who has it (SHARE-23)', async () => {
  const made = await share()
  expect((await ask(pathOf(made))).statusCode).toBe(200)
  const counts = new Map<number, number>()
  for (let round = 0; round < 100; round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(`/s/${newSecret()}`)))
    for (const { statusCode } of answers) counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
  }
  expect([...counts].sort()).toEqual([
    [404, 60],
    [429, 9940],
  ])
  expect((await ask(pathOf(made))).statusCode).toBe(200)
  expect((await ask(`/s/${newSecret()}`)).body).toContain('Too many requests. Try again in 60 s.')
  hub.clock.advance(MINUTE)
  expect((await ask(`/s/${newSecret()}`)).statusCode).toBe(404)
}, 60_000)

test('a share is not found by an address that is nearly its own, nor by tricks with the path (SHARE-17)', async () => {
  const path = pathOf(await share())
  const token = path.slice('/s/'.length)
  const bits = Buffer.from(token, 'base64url')
  const flipped = [0, 100, 255].map((bit) => {
    const other = Buffer.from(bits)
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return other.toString('base64url')
  })
  // The last letter of 256 bits has two that stand for nothing: the same bits in another writing are no address either.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const rewritten = token.slice(0, -1) + letters[letters.indexOf(token.slice(-1)) ^ 1]
  expect(Buffer.from(rewritten, 'base64url').equals(bits)).toBe(true)
  const cut = [token.slice(0, -1), token.slice(1), `${token}=`, `${token}A`, `${token}%20`, `${token}%00`]
  const near = [...flipped, rewritten, ...cut, swappedCase(token), token.toUpperCase(), token.toLowerCase()]
  for (const guess of near.filter((one) => one !== token)) {
    const { statusCode, body } = await ask(`/s/${guess}`)
    expect([guess, statusCode, body.includes('Fox')]).toEqual([guess, 404, false])
  }
  expect((await ask(path)).statusCode).toBe(200)

  const { port } = new URL(await hub.listen())
  const folder = hub.dataDir
  for (const trick of [
    `/s/../s/${token}/../../../../etc/passwd`,
    `/s/${token}/../../v1/videos`,
    `/s/${token}/..%2f..%2f..%2fnightjar.db`,
    `/s/..%2f..%2f${encodeURIComponent(folder)}%2fsecret`,
    `//s/${token}/..;/secret`,
    `/s/%2e%2e/%2e%2e/secret`,
  ]) {
    const answer = await talk(Number(port), `GET ${trick} HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n`)
    expect([trick, answer]).toEqual([trick, expect.stringMatching(/^HTTP\/1\.1 (400|401|404) /)])
    expect(answer).not.toContain('Fox')
  }
})

test('one network address is shown a share 300 times a minute, then a page asks it to wait; others go on (SHARE-23)', async () => {
  const made = await share()
  const path = pathOf(made)
  const counts = new Map<number, number>()
  for (let round = 0; round < 320; round++) {
    const { statusCode } = await ask(path)
    counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
  }
  expect([...counts]).toEqual([
    [200, 300],
    [429, 20],
  ])
  const refused = await ask(path)
  expect([refused.headers['content-type'], refused.body]).toEqual([
    expect.stringContaining('text/html'),
    expect.stringContaining('Too many requests. Try again in 60 s.'),
  ])
  const list = (await send(hub.fastify, ann, 'GET', '/shares')).json<{ shares: Share[] }>()
  expect(list.shares.map(({ views }) => views)).toEqual([300])
  expect((await hub.fastify.inject({ url: path, remoteAddress: '203.0.113.10' })).statusCode).toBe(200)
  hub.clock.advance(MINUTE)
  expect((await ask(path)).statusCode).toBe(200)
}, 60_000)

test('who floods a share with passwords is slowed down before they are read, by a page (SEC-07)', async () => {
  const path = pathOf(await share())
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const guess = () =>
    hub.fastify.inject({ method: 'POST', url: path, remoteAddress: '203.0.113.9', headers, payload: 'password=x' })
  for (let tries = 0; tries < 300; tries++) expect((await guess()).statusCode).toBe(303)
  const refused = await guess()
  expect([refused.statusCode, refused.headers['content-type'], refused.body]).toEqual([
    429,
    expect.stringContaining('text/html'),
    expect.stringContaining('Too many requests.'),
  ])
})
