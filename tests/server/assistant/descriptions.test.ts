import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { descriptionJob } from '../../../server/assistant/descriptions/description-job'
import { EXTENSIONS_HEADER } from '../../../src/contract/extensions'
import { addCamera, listVideos, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type ModelReply, type ModelServer, startModelServer } from '../support/model-server'
import {
  askNow,
  describeCamera,
  describedCamera,
  descriptions,
  postSeen,
  stillsField,
} from '../support/vision/described'
import { drawnJpeg, jpegFacts } from '../support/vision/jpegs'

const HOUR_MS = 3_600_000
const JACKET = 'A man in a red jacket carries a box to the door.'
const text = (said: string): ModelReply => ({ kind: 'text', text: said })

let hub: TestHub
let ann: SignedInUser
let model: ModelServer
let reply: (index: number) => ModelReply
beforeEach(async () => {
  reply = () => text(JACKET)
  model = await startModelServer((_asked, index) => reply(index))
  hub = await start({ LLM_VISION: '1' })
  ann = await hub.signIn()
})
afterEach(async () => {
  await hub.close()
  await model.close()
})

function start(more: Readonly<Record<string, string>>, modelLimitMs = 20_000) {
  const environment = { LLM_BASE_URL: model.url, LLM_MODEL: 'eye', LLM_API_KEY: 'key-1', ...more }
  return startTestHub({ tier: 'TEAM', environment, deps: { modelLimitMs } })
}

const cameraNow = async () => (await send(hub.fastify, ann, 'GET', '/cameras')).json()[0]
const written = () => ({ phase: 'written', text: JACKET })

describe('what is offered', () => {
  test('with a model that takes pictures: the extension, and where the model is (VIS-01)', async () => {
    const answer = await send(hub.fastify, ann, 'GET', '/descriptions')
    expect(answer.json()).toEqual({ host: new URL(model.url).host, isOnHub: true, perHour: 60 })
    expect(answer.headers[EXTENSIONS_HEADER]).toContain('descriptions')
  })

  test('without LLM_VISION nothing: no extension, no setting, no stills kept, nothing asked (VIS-01)', async () => {
    await hub.close()
    hub = await start({})
    ann = await hub.signIn()
    const { id } = await addCamera(hub.fastify, ann)
    const answer = await send(hub.fastify, ann, 'GET', '/descriptions')
    expect([answer.statusCode, String(answer.headers[EXTENSIONS_HEADER]).includes('descriptions')]).toEqual([
      404,
      false,
    ])
    expect(await cameraNow()).not.toHaveProperty('isDescribed')
    const refused = await describeCamera(hub, ann, id, true)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This hub has no language model that takes pictures. Its operator sets LLM_VISION=1 where there is one.',
    ])
    await postSeen(hub, ann, id)
    await askNow(hub)
    expect([await descriptions(hub, ann), model.requests]).toEqual([[undefined], []])
  })

  test('a camera is not described until its owner says so; a member may end it, not begin it (VIS-02)', async () => {
    const { id } = await addCamera(hub.fastify, ann)
    expect((await cameraNow()).isDescribed).toBe(false)
    await postSeen(hub, ann, id)
    await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
    const bob = await hub.signIn('bob@example.org')
    expect((await describeCamera(hub, bob, id, true)).json()).toMatchObject({ code: 'owner-only' })
    expect((await cameraNow()).isDescribed).toBe(false)
    expect((await describeCamera(hub, ann, id, true)).statusCode).toBe(200)
    // What was recorded before stays where it is.
    await askNow(hub)
    expect(model.requests).toEqual([])
    // Other settings of a described camera are anybody's, as before.
    expect((await describeCamera(hub, bob, id, true)).statusCode).toBe(200)
    expect((await describeCamera(hub, bob, id, false)).statusCode).toBe(200)
    expect((await cameraNow()).isDescribed).toBe(false)
  })
})

describe('what leaves the hub (VIS-04)', () => {
  test('at most three bare pictures of bounded size, and a fixed question: no names, times or places', async () => {
    const cameraId = await describedCamera(hub, ann)
    const secrets = ['Exif GPS 52.5N', 'a comment', 'Photoshop']
    const stills = [
      drawnJpeg({ filler: 1, secrets }),
      drawnJpeg({ filler: 2 }),
      drawnJpeg({ filler: 3, width: 288, height: 512 }),
    ]
    await postSeen(hub, ann, cameraId, {
      stills: stillsField(stills),
      thumbnail: drawnJpeg({ filler: 9 }).toString('base64'),
    })
    await askNow(hub)
    expect(model.requests).toHaveLength(1)
    const [asked] = model.requests
    expect(asked?.pictures.map(jpegFacts)).toEqual([
      { width: 512, height: 288, bytes: expect.any(Number), parts: ['db', 'c0', 'c4', 'da'] },
      { width: 512, height: 288, bytes: expect.any(Number), parts: ['db', 'c0', 'c4', 'da'] },
      { width: 288, height: 512, bytes: expect.any(Number), parts: ['db', 'c0', 'c4', 'da'] },
    ])
    expect(asked?.pictures.map((picture) => picture.at(-5))).toEqual([1, 2, 3])
    for (const secret of secrets)
      for (const picture of asked?.pictures ?? []) expect(picture.includes(secret)).toBe(false)
    expect(asked).toMatchObject({ authorization: 'Bearer key-1', model: 'eye', tools: [], maxTokens: 300 })
    const words =
      asked?.messages.map(({ content }) => content.replaceAll(/[A-Za-z0-9+/]{100,}=*/g, '')).join('\n') ?? ''
    for (const known of ['Door', 'Hall', ann.email, ann.workspaceId, cameraId, '2026'])
      expect(words).not.toContain(known)
    const again = model.requests[0]?.messages[1]?.content ?? ''
    expect(again).toContain('What do these stills show?')
  })

  test('the thumbnail where no stills came; never a snapshot of another moment, nor what is too large', async () => {
    const cameraId = await describedCamera(hub, ann)
    await postSnapshot(hub.fastify, ann, cameraId, drawnJpeg({ filler: 4 }))
    await postSeen(hub, ann, cameraId, {})
    await postSeen(hub, ann, cameraId, { thumbnail: drawnJpeg({ width: 640, height: 360 }).toString('base64') })
    await postSeen(hub, ann, cameraId, { thumbnail: drawnJpeg({ width: 1280, height: 720 }).toString('base64') })
    await postSeen(hub, ann, cameraId, {
      stills: stillsField([drawnJpeg({ dataBytes: 140_000 }), Buffer.from('none')]),
    })
    await askNow(hub)
    expect(model.requests.map(({ pictures }) => pictures.map((one) => jpegFacts(one).width))).toEqual([[640]])
    const states = (await descriptions(hub, ann)).map((one) => one?.phase ?? 'not asked')
    expect(states.sort()).toEqual(['given-up', 'given-up', 'not asked', 'written'])
  })

  test('a redirect is not followed, and a form with other stills than the contract has is refused', async () => {
    const cameraId = await describedCamera(hub, ann)
    reply = () => ({ kind: 'raw', status: 307, body: '', headers: { location: '/v1/elsewhere' } })
    await postSeen(hub, ann, cameraId)
    await askNow(hub)
    expect(model.requests).toHaveLength(1)
    for (const stills of ['no json', '["<svg>"]', JSON.stringify(Array.from({ length: 4 }, () => 'AAAA'))])
      await expect(postSeen(hub, ann, cameraId, { stills })).rejects.toThrow('a list of at most 3 JPEG pictures')
  })
})

describe('what is kept (VIS-05, VIS-06)', () => {
  test('each event is asked about once; lists of events and of videos tell what it shows', async () => {
    const cameraId = await describedCamera(hub, ann)
    await postSeen(hub, ann, cameraId)
    expect(await descriptions(hub, ann)).toEqual([{ phase: 'waiting' }])
    await askNow(hub)
    await askNow(hub)
    expect(await descriptions(hub, ann)).toEqual([written()])
    expect((await listVideos(hub.fastify, ann)).videos[0]?.description).toEqual(written())
    expect(model.requests).toHaveLength(1)
    const db = await openTestDatabase(hub.dataDir)
    const rows = await db.selectFrom('event_descriptions').select(['stills', 'model']).execute()
    await db.destroy()
    expect(rows).toEqual([{ stills: null, model: 'eye' }])
  })

  const failures: [string, ModelReply, number][] = [
    ['an HTTP error', { kind: 'raw', status: 500, body: '{}' }, 5],
    ['too many requests', { kind: 'raw', status: 429, body: '{}' }, 5],
    ['garbage', { kind: 'raw', status: 200, body: '<html>' }, 5],
    ['silence', { kind: 'silence' }, 5],
    ['a reply without end', { kind: 'raw', status: 200, body: `{"x":"${'y'.repeat(2 * 1024 * 1024)}"}` }, 5],
    ['an empty answer', text(' \n'), 2],
    ['a refusal', text("I'm sorry, but I can't help with identifying people."), 2],
    ['a filtered answer', { kind: 'text', text: 'A man.', finish: 'content_filter' }, 2],
    ['an answer that is cut off', { kind: 'text', text: 'A man', finish: 'length' }, 2],
    ['an answer that is too long', text('A man walks. '.repeat(60)), 2],
    ['a word again and again', text('the the the the the the the the the the the the'), 2],
    ['JSON', text('{"description":"a man"}'), 2],
    ['that nothing can be made out', text('NOTHING'), 1],
  ]
  test.each(failures)(
    'of %s nothing; after its tries it is given up, which is a state and no text',
    async (_name, said, tries) => {
      if (said.kind === 'silence') {
        await hub.close()
        hub = await start({ LLM_VISION: '1' }, 200)
        ann = await hub.signIn()
      }
      const cameraId = await describedCamera(hub, ann)
      reply = () => said
      await postSeen(hub, ann, cameraId)
      for (const waitMs of [0, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 24 * 3_600_000]) {
        hub.clock.advance(waitMs)
        await askNow(hub)
        // Before its time nothing is tried again.
        await askNow(hub)
      }
      ann = await hub.signIn()
      expect(await descriptions(hub, ann)).toEqual([{ phase: 'given-up' }])
      expect(model.requests).toHaveLength(tries)
      const db = await openTestDatabase(hub.dataDir)
      const rows = await db.selectFrom('event_descriptions').select(['stills', 'text', 'search_text']).execute()
      await db.destroy()
      expect(rows).toEqual([{ stills: null, text: null, search_text: null }])
    },
  )

  test('what failed once is written at a later try', async () => {
    const cameraId = await describedCamera(hub, ann)
    reply = (index) => (index === 0 ? { kind: 'raw', status: 503, body: '{}' } : text(JACKET))
    await postSeen(hub, ann, cameraId)
    await askNow(hub)
    expect(await descriptions(hub, ann)).toEqual([{ phase: 'waiting' }])
    hub.clock.advance(60_000)
    await askNow(hub)
    expect(await descriptions(hub, ann)).toEqual([written()])
    expect(model.requests[1]?.pictures).toEqual(model.requests[0]?.pictures)
  })
})

test('what has no answer is given up 12 h after it came, by no clock that leaps ahead (VIS-06)', async () => {
  await hub.hub.jobs.runNow('retention')
  await postSeen(hub, ann, await describedCamera(hub, ann))
  reply = () => ({ kind: 'raw', status: 503, body: '{}' })
  hub.clock.advance(3 * 24 * HOUR_MS)
  await askNow(hub)
  hub.clock.advance(-60 * HOUR_MS)
  await askNow(hub)
  ann = await hub.signIn()
  expect(await descriptions(hub, ann)).toEqual([{ phase: 'waiting' }])
  hub.clock.advance(1)
  await askNow(hub)
  expect(await descriptions(hub, ann)).toEqual([{ phase: 'given-up' }])
})

describe('switched off, it ends at once (VIS-08)', () => {
  test('what waits goes with the setting, and comes back with no other', async () => {
    const cameraId = await describedCamera(hub, ann)
    await postSeen(hub, ann, cameraId)
    await describeCamera(hub, ann, cameraId, false)
    await postSeen(hub, ann, cameraId)
    await askNow(hub)
    await describeCamera(hub, ann, cameraId, true)
    await askNow(hub)
    expect([model.requests, await descriptions(hub, ann)]).toEqual([[], [undefined, undefined]])
  })

  test('a request under way is cut off, and what still comes of it is not kept', async () => {
    const cameraId = await describedCamera(hub, ann)
    let answerLate = () => {}
    const isAsked = new Promise<void>((resolve) => {
      reply = () => {
        resolve()
        return { kind: 'held', until: new Promise((release) => (answerLate = () => release(text(JACKET)))) }
      }
    })
    await postSeen(hub, ann, cameraId)
    const round = askNow(hub)
    await isAsked
    await describeCamera(hub, ann, cameraId, false)
    await round
    if (model.cutOff === 0) await once(model.asked, 'cut-off')
    answerLate()
    expect(await descriptions(hub, ann)).toEqual([undefined])
  })

  test('a camera that is removed is asked about no more; what was written stays', async () => {
    const cameraId = await describedCamera(hub, ann)
    await postSeen(hub, ann, cameraId)
    await askNow(hub)
    await postSeen(hub, ann, cameraId)
    await send(hub.fastify, ann, 'DELETE', `/cameras/${cameraId}`)
    await askNow(hub)
    expect(model.requests).toHaveLength(1)
    expect((await descriptions(hub, ann)).map((one) => one?.phase).sort()).toEqual(['written', undefined])
  })

  test('a hub that is started without the model forgets what waited, stills and all', async () => {
    const cameraId = await describedCamera(hub, ann)
    await postSeen(hub, ann, cameraId)
    const db = await openTestDatabase(hub.dataDir)
    const rows = () => db.selectFrom('event_descriptions').select('state').execute()
    expect(await rows()).toEqual([{ state: 'waiting' }])
    const job = descriptionJob({ db, describer: null })
    await job.run(new AbortController().signal)
    expect(await rows()).toEqual([])
    await db.destroy()
  })
})

describe('its limits (VIS-09)', () => {
  test('a workspace has 60 an hour, the newest first; the rest comes in the next', async () => {
    const cameraId = await describedCamera(hub, ann)
    const bob = await hub.signIn('bob@example.org')
    const other = await describedCamera(hub, bob)
    for (let count = 0; count < 61; count++) {
      hub.clock.advance(1000)
      await postSeen(hub, ann, cameraId)
    }
    await postSeen(hub, bob, other)
    await askNow(hub)
    expect(model.requests).toHaveLength(61)
    expect(await descriptions(hub, bob)).toEqual([written()])
    const db = await openTestDatabase(hub.dataDir)
    const waiting = await db
      .selectFrom('event_descriptions')
      .select('happened_at')
      .where('state', '=', 'waiting')
      .execute()
    const oldest = await db
      .selectFrom('event_descriptions')
      .select((row) => row.fn.min('happened_at').as('at'))
      .executeTakeFirst()
    await db.destroy()
    expect(waiting).toEqual([{ happened_at: Number(oldest?.at) }])
    hub.clock.advance(3_600_000)
    await askNow(hub)
    expect(model.requests).toHaveLength(62)
  })

  test('two are asked about at once', async () => {
    const cameraId = await describedCamera(hub, ann)
    const held: (() => void)[] = []
    reply = () => ({ kind: 'held', until: new Promise((release) => held.push(() => release(text(JACKET)))) })
    for (let count = 0; count < 3; count++) await postSeen(hub, ann, cameraId)
    const round = askNow(hub)
    while (held.length < 2) await once(model.asked, 'asked')
    expect(model.requests).toHaveLength(2)
    reply = () => text(JACKET)
    for (const release of held) release()
    await round
    expect(model.requests).toHaveLength(3)
  })
})

test('a description goes with its recording, and with the workspace; an export has it (VIS-12)', async () => {
  const cameraId = await describedCamera(hub, ann)
  const videoId = await postSeen(hub, ann, cameraId)
  await askNow(hub)
  await send(hub.fastify, ann, 'DELETE', `/videos/${videoId}`)
  expect(await descriptions(hub, ann)).toEqual([undefined])
  await postSeen(hub, ann, cameraId)
  await askNow(hub)
  const db = await openTestDatabase(hub.dataDir)
  const count = async () => (await db.selectFrom('event_descriptions').select('event_id').execute()).length
  expect(await count()).toBe(1)
  await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
  expect(await count()).toBe(0)
  await db.destroy()
})
