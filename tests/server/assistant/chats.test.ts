import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Assistant } from '../../../server/assistant/assistant'
import { quickQuestions } from '../../../src/state/assistant/chat'
import { addCamera, listEvents, listVideos, pathOf, send } from '../support/calls'
import { postClip, postSnapshot, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { watchForLong } from '../support/watching'

const HOUR_MS = 3_600_000

let hub: TestHub
let ann: SignedInUser
afterEach(() => hub.close())

interface Said {
  readonly role: string
  readonly message: string
  readonly content: string
  readonly timestamp: string
}
interface ChatAnswer {
  readonly id: string | null
  readonly workspaceId: string
  readonly chatMessages: Said[]
}

async function start(tier: 'FREE' | 'TEAM' = 'FREE', assistant?: Assistant) {
  hub = await startTestHub({ tier, ...(assistant && { deps: { assistant } }) })
  ann = await hub.signIn()
}
const say = (message: string, existingChatId: string | null = null) =>
  send(hub.fastify, ann, 'POST', '/ai/chat', { message, existingChatId })
const ask = async (message: string): Promise<string> => (await say(message)).json().answer
const latest = async (): Promise<ChatAnswer> => (await send(hub.fastify, ann, 'GET', '/chats/latest')).json()
const chatsUsed = async () => (await send(hub.fastify, ann, 'GET', '/workspaces/usage')).json().aiChats.used
const linksIn = (answer: string) => [...answer.matchAll(/\[[^\]]+\]\(([^)]+)\)/g)].map(([, url]) => url)

describe('the calls', () => {
  test('POST /chats begins a chat, also with an empty body that claims to be JSON (API-26, HUB-02)', async () => {
    await start()
    expect(await latest()).toEqual({ id: null, workspaceId: ann.workspaceId, chatMessages: [] })
    const headers = { ...ann.headers, 'content-type': 'application/json' }
    const answer = await hub.fastify.inject({ method: 'POST', url: '/v1/chats', headers })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), workspaceId: ann.workspaceId, chatMessages: [] },
    ])
    expect(await latest()).toEqual(answer.json())
  })

  test('a message is kept with its answer, in both spellings, by user and bot (API-24, API-25, CHAT-17)', async () => {
    await start()
    const { id } = (await send(hub.fastify, ann, 'POST', '/chats')).json<ChatAnswer>()
    const answer = await say('Which cameras are online?', id)
    const text = 'You have no cameras yet. Add one on the Cameras screen.'
    expect([answer.statusCode, answer.json()]).toEqual([200, { answer: text }])
    const timestamp = '2026-03-10T12:00:00.000Z'
    const { id: chatId, chatMessages } = await latest()
    expect(chatId).toBe(id)
    expect(chatMessages).toMatchObject([
      {
        role: 'user',
        type: 'user',
        message: 'Which cameras are online?',
        content: 'Which cameras are online?',
        timestamp,
      },
      { role: 'bot', type: 'bot', message: text, content: text, timestamp },
    ])
  })

  test('a message without a chat begins one, which is then the latest (X-17)', async () => {
    await start()
    const first = (await send(hub.fastify, ann, 'POST', '/chats')).json<ChatAnswer>()
    await say('storage?')
    const { id, chatMessages } = await latest()
    expect(id).not.toBe(first.id)
    await say('plan?', id)
    expect((await latest()).chatMessages.map(({ message }) => message).filter((_, at) => at % 2 === 0)).toEqual([
      chatMessages[0]?.message,
      'plan?',
    ])
  })

  test("another workspace's chat does not exist, and a message to it takes nothing (SEC-01)", async () => {
    await start()
    const bob = await hub.signIn('bob@example.org')
    const { id } = (await send(hub.fastify, bob, 'POST', '/chats')).json<ChatAnswer>()
    for (const chatId of [id, 'nonsense']) {
      const answer = await say('storage?', chatId)
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { code: 'not-found', message: 'There is no such chat.' },
      ])
    }
    expect([await chatsUsed(), (await latest()).id]).toEqual([0, null])
  })

  test('chats that nobody writes in do not pile up', async () => {
    await start()
    await say('storage?')
    const { id: written } = await latest()
    const ids: (string | null)[] = []
    for (let made = 0; made < 25; made++) ids.push((await send(hub.fastify, ann, 'POST', '/chats')).json().id)
    expect((await say('plan?', ids[0])).statusCode).toBe(404)
    expect((await say('plan?', ids[10])).statusCode).toBe(200)
    expect((await say('plan?', written)).statusCode).toBe(200)
  })

  test.each([
    [{ message: '  ', existingChatId: null }],
    [{ message: 'x'.repeat(4001), existingChatId: null }],
    [{ message: 'hello' }],
    [{ message: 'hello', existingChatId: 7 }],
  ])('refuses %j and counts nothing (CHAT-24)', async (body) => {
    await start()
    const answer = await send(hub.fastify, ann, 'POST', '/ai/chat', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-input'])
    expect(await chatsUsed()).toBe(0)
  })
})

describe('the quota (KEEP-03)', () => {
  test('five messages a month, also when ten come together, in the specified words (CHAT-13, KEEP-01)', async () => {
    await start()
    const answers = await Promise.all(Array.from({ length: 10 }, () => say('storage?')))
    const refused = answers.filter(({ statusCode }) => statusCode === 402)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json()).toEqual({
      code: 'chat-limit',
      message: "You've reached your chat limit for this month. Upgrade to continue chatting with your AI assistant.",
    })
    expect(await chatsUsed()).toBe(5)
    hub.clock.advance(22 * 24 * HOUR_MS)
    ann = await hub.signIn()
    expect(await chatsUsed()).toBe(0)
    expect((await say('storage?')).statusCode).toBe(200)
  })

  test('an answer that does not come is told and takes nothing', async () => {
    const shaky = { isFailing: true }
    await start('FREE', {
      answer: async () => {
        if (shaky.isFailing) throw new Error('the model is away')
        return 'here'
      },
    })
    const answer = await say('hello')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        code: 'unavailable',
        message: 'The assistant could not answer, and the chat was not counted. Try again in a moment.',
      },
    ])
    expect([await chatsUsed(), (await latest()).chatMessages]).toEqual([0, []])
    shaky.isFailing = false
    expect((await say('hello')).json()).toEqual({ answer: 'here' })
    expect(await chatsUsed()).toBe(1)
  })

  test('messages are counted before they are answered, and given back where the hub ended in between', async () => {
    let giveAnswer = (_answer: string) => {}
    let noteAsked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      noteAsked = resolve
    })
    await start('FREE', {
      answer: () => {
        noteAsked()
        return new Promise((resolve) => {
          giveAnswer = resolve
        })
      },
    })
    const waiting = say('hello')
    await isAsked
    expect(await chatsUsed()).toBe(1)
    expect((await latest()).chatMessages).toEqual([])
    hub.clock.advance(9 * 60_000)
    await hub.hub.jobs.runNow('lost-messages')
    expect(await chatsUsed()).toBe(1)
    hub.clock.advance(60_001)
    await hub.hub.jobs.runNow('lost-messages')
    await hub.hub.jobs.runNow('lost-messages')
    expect(await chatsUsed()).toBe(0)
    giveAnswer('late')
    await waiting
  })

  test("no answer opens another workspace's recording (SEC-01)", async () => {
    let clip = ''
    await start('FREE', { answer: async () => `Look: [there](clip:${clip}).` })
    const { id: cameraId } = await addCamera(hub.fastify, ann)
    clip = (await postClip(hub.fastify, ann, { cameraId })).json().id
    expect(linksIn(await ask('hello'))).toHaveLength(1)
    ann = await hub.signIn('bob@example.org')
    expect(await ask('hello')).toBe('Look: there (deleted).')
  })

  test('what a recording was called becomes no link when it is deleted (ASK-04)', async () => {
    const clip = '12345678-1234-4234-8234-123456789abc'
    await start('FREE', { answer: async () => `[here][(https://evil.example/login)](clip:${clip})` })
    const answer = await ask('hello')
    expect(answer).toBe('[here]- (https://evil.example/login) (deleted)')
    expect(linksIn(answer)).toEqual([])
  })

  test('the assistant is reminded of what was said in this chat', async () => {
    const seen: string[][] = []
    await start('FREE', {
      answer: async ({ text, history }) => {
        seen.push(history.map(({ message, answer }) => `${message}:${answer}`))
        return `re ${text}`
      },
    })
    await say('one')
    const { id } = await latest()
    await say('two', id)
    await say('other')
    expect(seen).toEqual([[], ['one:re one'], []])
  })
})

describe('the built-in assistant answers from the database alone', () => {
  let cameraId: string
  beforeEach(async () => {
    await start('TEAM')
    cameraId = (await addCamera(hub.fastify, ann, 'Front Door')).id
    await watchForLong(hub)
  })

  test.each(quickQuestions)('"%s" of an empty workspace invents nothing (ASK-02)', async (question) => {
    expect(await ask(question)).toMatch(
      /^There was no (motion event|person event|security alert|recording) (today \(since [^)]+\)|in the last hour \(since [^)]+\)|in all that is kept)\.$/,
    )
  })

  test("today's motion events come with links that open, yesterday's apart", async () => {
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(900) })
    hub.clock.advance(24 * HOUR_MS)
    await watchForLong(hub)
    ann = await hub.signIn()
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(2000) })
    const answer = await ask("Show me today's motion events")
    const [link = ''] = linksIn(answer)
    expect(answer).toBe(
      `There was 1 motion event today (since 2026-03-11 00:00 UTC).\n- 2026-03-11 12:00 UTC: Motion at Front Door, [open the clip](${link})`,
    )
    expect((await hub.fastify.inject({ url: pathOf(link) })).rawPayload).toHaveLength(2000)
    expect(await ask('How much motion was there yesterday?')).toMatch(
      /^There was 1 motion event yesterday \(2026-03-10 00:00 to 2026-03-11 00:00 UTC\)\.\n- 2026-03-10 12:00 UTC: /,
    )
  })

  test('links of a kept answer open later too, and a deleted recording is said to be', async () => {
    await postClip(hub.fastify, ann, { cameraId })
    await ask("Show me today's motion events")
    hub.clock.advance(HOUR_MS / 5)
    await watchForLong(hub)
    const shown = (await latest()).chatMessages[1]?.message ?? ''
    expect((await hub.fastify.inject({ url: pathOf(linksIn(shown)[0]) })).statusCode).toBe(200)
    const [video] = (await listVideos(hub.fastify, ann)).videos
    await send(hub.fastify, ann, 'DELETE', `/videos/${video?.id}`)
    expect((await latest()).chatMessages[1]?.message).toMatch(/, open the clip \(deleted\)$/)
    expect(await ask("Show me today's motion events")).toMatch(/, its recording is deleted$/)
  })

  test('the last hour of footage is counted and summed up', async () => {
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(700) })
    hub.clock.advance(2 * HOUR_MS)
    ann = await hub.signIn()
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(1024) })
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(2048) })
    const answer = await ask('Show me the last hour of footage')
    expect(answer).toMatch(
      /^There were 2 recordings in the last hour \(since 2026-03-10 13:00 UTC\), 3\.00 KB in all\./,
    )
    expect(linksIn(answer)).toHaveLength(2)
    expect(answer).toContain('[2026-03-10 14:00 UTC, Front Door](')
  })

  test('cameras are told with their state', async () => {
    await addCamera(hub.fastify, ann, 'Garage')
    await postSnapshot(hub.fastify, ann, cameraId)
    expect(await ask('Which of my cameras are online?')).toBe(
      [
        '1 of 2 cameras is online: Front Door.',
        '- Front Door (Hall): online, motion detection on',
        '- Garage (Hall): offline, never seen, motion detection off',
      ].join('\n'),
    )
  })

  test('plan and storage are the numbers of the screens', async () => {
    await postClip(hub.fastify, ann, { cameraId, bytes: webm(2048) })
    expect(await ask('How much storage do I have left?')).toBe(
      'Storage: 2.00 KB of 20.00 GB used, 20.00 GB left. When it is full, the oldest recordings are deleted. Your plan is Team.',
    )
    expect(await ask('What plan am I on?')).toBe(
      [
        'Your plan is Team.',
        '- Storage: 2.00 KB of 20.00 GB used, 20.00 GB left. When it is full, the oldest recordings are deleted.',
        '- Recorded this month: 2.00 KB of 20.00 GB.',
        '- AI chats this month: 2 of 100 used, this one included, 98 left.',
        '- Cameras: 1 of 10, so 9 more cameras can be added.',
        '- Recordings are kept for 365 days, unless storage is full before.',
        'A new month begins at 2026-04-01 00:00 UTC.',
      ].join('\n'),
    )
  })

  test('who has access are the members, and who was sent a share', async () => {
    expect(await ask('Who has access to my cameras?')).toBe(
      'This workspace has 1 user of at most 5: ann@example.org. Who was sent a share sees what is in it: the screen Secure Video Sharing lists them. Your plan is Team.',
    )
  })

  test('one camera is told of alone where the question names it', async () => {
    const garage = await addCamera(hub.fastify, ann, 'Garage')
    await postClip(hub.fastify, ann, { cameraId })
    await postClip(hub.fastify, ann, { cameraId })
    await postClip(hub.fastify, ann, { cameraId: garage.id })
    expect(await ask('Any motion at the garage today?')).toMatch(/^There was 1 motion event at Garage today /)
    expect(await ask('Any motion at the front door today?')).toMatch(/^There were 2 motion events at Front Door today /)
  })

  test('long lists say how many there are and show the newest ten', async () => {
    for (let made = 0; made < 12; made++) await postClip(hub.fastify, ann, { cameraId })
    const answer = await ask('What happened today?')
    expect(answer).toMatch(
      /^There were 12 events today \(since 2026-03-10 00:00 UTC\)\. Motion: 12\.\nThe newest 10:\n/,
    )
    expect(linksIn(answer)).toHaveLength(10)
  })

  test('it says plainly what it cannot answer', async () => {
    expect(await ask('What is the meaning of life?')).toMatch(
      /^That is beyond me: I answer from what this hub has recorded/,
    )
  })

  test('a name that looks like a link is no link, and orders in names change nothing (ASK-07)', async () => {
    const evil = await addCamera(hub.fastify, ann, '[free](https://evil.example) alerts')
    await postClip(hub.fastify, ann, { cameraId: evil.id })
    const answer = await ask("Show me today's motion events")
    expect(answer).toContain('Motion at (free)(https://evil.example) alerts, [open the clip](')
    expect(linksIn(answer)).toHaveLength(1)
    expect(linksIn(await ask('Show me the recordings of today')).join()).not.toContain('evil')
  })

  test('every number it gives is in the database, whatever was recorded', async () => {
    const steps = [3, 40, 1, 90, 7, 300, 2, 15, 600, 5]
    for (const [index, minutes] of steps.entries()) {
      hub.clock.advance(minutes * 60_000)
      ann = await hub.signIn()
      await postClip(hub.fastify, ann, { cameraId, bytes: webm(1000 + index) })
      for (const [question, fromMs] of [
        ['How many events were there in the last hour?', hub.clock.now() - HOUR_MS],
        [
          'How many events were there today?',
          Date.parse(`${new Date(hub.clock.now()).toISOString().slice(0, 10)}T00:00Z`),
        ],
        ['How many events were there in the last 3 days?', hub.clock.now() - 72 * HOUR_MS],
      ] as const) {
        const answer = await ask(question)
        const told = Number(/^There (?:was|were) (\d+) events?/.exec(answer)?.[1])
        const { total } = await listEvents(hub.fastify, ann, `?dateStart=${new Date(fromMs).toISOString()}`)
        expect([question, told]).toEqual([question, total])
      }
    }
  }, 30_000)
})
