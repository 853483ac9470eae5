import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listVideos, pathOf, send } from '../support/calls'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { recordingNetwork } from '../support/outside-network'
import { annsNames, bodyOf, joinedBy, makeWorld, matrix, ORIGIN, type Row, type World } from '../support/route-matrix'

/** Each invites two people, and an address of the network may invite 30 in an hour. */
const MOST_WORLDS = 12

let hub: TestHub
let worlds = 0
async function open(): Promise<void> {
  // Pushes of these go nowhere: there is no name in its world.
  const deps = { outsideNetwork: recordingNetwork() }
  hub = await startTestHub({ tier: 'TEAM', environment: { PUBLIC_URL: ORIGIN }, deps })
  worlds = 0
}
beforeAll(open)
afterAll(() => hub.close())

interface SeparateWorld extends World {
  /** Was a member of Ann's. */
  readonly carl: SignedInUser
}

async function openWorld(): Promise<SeparateWorld> {
  if (worlds === MOST_WORLDS) {
    await hub.close()
    await open()
  }
  worlds++
  const domain = `${worlds}.example.org`
  const world = await makeWorld(hub, domain)
  const carl = await joinedBy(hub, world.ann, `carl@${domain}`)
  await send(hub.fastify, world.ann, 'DELETE', `/members/${carl.id}`)
  await postSnapshot(hub.fastify, world.ann, world.cameraId)
  return { ...world, carl }
}

/** Everything that only Ann's workspace may see. */
const secretsOf = ({ ann, bob, carl, ...ids }: SeparateWorld) => [
  ann.workspaceId,
  ann.email,
  ...Object.values(ids),
  ...Object.values(annsNames),
  'anns-secret-path',
]

const rows = Object.entries(matrix)
const guarded = rows.flatMap(([key, row]) => (row.kind === 'guarded' ? [[key, row] as const] : []))
const isRead = ([key]: readonly [string, Row]) => key.startsWith('GET ')

test('every route of the hub has a line in the matrix, and every line a route (SEC-01)', () => {
  const routes = hub.hub.routes.map(({ method, url }) => `${method} ${url}`)
  expect([...new Set(routes)].sort()).toEqual(rows.map(([key]) => key).sort())
})

type Guarded = Extract<Row, { kind: 'guarded' }>

async function ask(key: string, row: Guarded, world: World, headers: Readonly<Record<string, string>>) {
  const asked = row.ask(world)
  const { payload, headers: type } = bodyOf(asked)
  const method = key.slice(0, key.indexOf(' ')) as NonNullable<InjectOptions['method']>
  return hub.fastify.inject({ method, url: asked.url, headers: { ...type, ...headers }, ...(payload && { payload }) })
}

/** What Ann sees of her workspace; the clock stands, so that it stays the same to the letter. */
async function seenByAnn(ann: SignedInUser): Promise<string[]> {
  const paths = [
    '/cameras',
    '/screenshots',
    '/videos',
    '/notifications',
    '/wsconfig',
    '/members',
    '/chats/latest',
    '/tokens',
    '/webhooks',
    '/sessions',
    '/passkeys',
  ]
  const answers = await Promise.all(paths.map((path) => send(hub.fastify, ann, 'GET', path)))
  return answers.map(({ body }) => body)
}

/** Signed out, removed, forged and foreign get nothing and change nothing; the owner has an answer. */
async function tryEverybody(key: string, row: Guarded, world: SeparateWorld): Promise<void> {
  const { ann, bob, carl } = world
  const before = await seenByAnn(ann)
  const signedOut = await ask(key, row, world, {})
  expect([signedOut.statusCode, signedOut.json().code]).toEqual([401, 'unauthenticated'])
  const removed = await ask(key, row, world, carl.headers)
  expect([removed.statusCode, removed.json().code]).toEqual([401, 'unauthenticated'])
  const forged = await ask(key, row, world, { ...bob.headers, 'x-workspace-id': ann.workspaceId })
  expect([forged.statusCode, forged.json().code]).toEqual([404, 'not-found'])
  const foreign = await ask(key, row, world, bob.headers)
  expect([key, foreign.statusCode]).toEqual([key, row.foreign])
  for (const answer of [signedOut, removed, forged, foreign])
    for (const secret of secretsOf(world)) expect(answer.body).not.toContain(secret)
  expect(await seenByAnn(ann)).toEqual(before)
  const own = await ask(key, row, world, ann.headers)
  expect([key, own.statusCode]).toEqual([key, row.own])
}

const NOTHING =
  '%s: signed out, removed, forged and foreign get nothing of a workspace and change nothing in it (SEC-01)'

describe('what reads, in one world, as it stays the same', () => {
  let world: SeparateWorld
  beforeAll(async () => {
    world = await openWorld()
  })

  test.each(guarded.filter(isRead))(NOTHING, (key, row) => tryEverybody(key, row, world))
})

describe('what writes, each in a world of its own', () => {
  test.each(guarded.filter((one) => !isRead(one)))(NOTHING, async (key, row) =>
    tryEverybody(key, row, await openWorld()),
  )
})

describe('signed links', () => {
  test.each(['GET', 'HEAD'] as const)('no byte of a signed link can be changed: %s (SEC-02)', async (method) => {
    const { ann } = await openWorld()
    const link = pathOf((await listVideos(hub.fastify, ann)).videos[0]?.videoUrl)
    const read = (url: string) => hub.fastify.inject({ method, url })
    expect((await read(link)).statusCode).toBe(200)
    for (let index = 0; index < link.length; index++) {
      for (const other of othersOf(link[index] ?? '')) {
        const answer = await read(link.slice(0, index) + other + link.slice(index + 1))
        expect([index, other, answer.statusCode]).toEqual([index, other, 404])
      }
    }
  })

  /** Characters that differ in one bit or in case, and one of each kind that a link is made of. */
  function othersOf(character: string): string[] {
    const flipped = [0, 1, 5].map((bit) => String.fromCharCode(character.charCodeAt(0) ^ (1 << bit)))
    // Another spelling of the same character is the same link.
    const candidates = [...flipped, 'A', '0', '-', ...(character === '0' ? [] : ['%30'])]
    return [...new Set(candidates)].filter((other) => other !== character && /^[\w%&./=?~-]+$/.test(other))
  }

  test('a link made longer or shorter, or for another object, opens nothing (SEC-02)', async () => {
    const { ann, cameraId } = await openWorld()
    const link = pathOf((await listVideos(hub.fastify, ann)).videos[0]?.videoUrl)
    const { pathname, searchParams } = new URL(link, 'http://localhost')
    const [expires = '', signature = ''] = [searchParams.get('expires'), searchParams.get('signature')].map(String)
    const urls = [
      link.slice(0, -1),
      `${link}A`,
      `${pathname}?expires=${Number(expires) + 300}&signature=${signature}`,
      `${pathname}?expires=0${expires}&signature=${signature}`,
      `${pathname}?expires=${expires}&expires=${expires}&signature=${signature}`,
      `${pathname}?signature=${signature}`,
      `${pathname}?expires=${expires}`,
      `/media/${ann.workspaceId}/snapshots/${cameraId}.jpg?expires=${expires}&signature=${signature}`,
    ]
    for (const url of urls) expect([url, (await hub.fastify.inject({ url })).statusCode]).toEqual([url, 404])
  })
})
