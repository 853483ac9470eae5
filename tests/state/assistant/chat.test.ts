import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  canSendAtom,
  chatDraftAtom,
  chatMessagesAtom,
  chatTurnAtom,
  isChatLoadingAtom,
  latestChatQueryAtom,
  mayTalkAtom,
  openChatAtom,
} from '../../../src/state/assistant/chat'
import {
  chatsRemainingAtom,
  chatsUsedAtom,
  chatUsageQueryAtom,
  isChatLimitReachedAtom,
  isCountAwaitedAtom,
} from '../../../src/state/assistant/chat-count'
import { newChatAtom, resendChatMessageAtom, sendDraftAtom } from '../../../src/state/assistant/chat-sending'
import type { UserMessage } from '../../../src/state/assistant/conversation'
import { noteExtensionsAtom } from '../../../src/state/http/extensions'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { retryAtOnce, startApp, type TestApp } from '../../support/app'
import { answers, answers500, malformedJson, offline, only, slow } from '../../support/scenarios'

const noUsage = { used: 0, total: 5, percentage: 0 }
const usage = (used: number, total = 5) =>
  only(
    'GET /workspaces/usage',
    answers(200, { storage: noUsage, notifications: noUsage, cameras: noUsage, aiChats: { ...noUsage, used, total } }),
  )
const latest = (chat: object) => only('GET /chats/latest', answers(200, chat))
const answer = (text: string) => only('POST /ai/chat', answers(200, { answer: text }))
const created = (body?: object | string) => only('POST /chats', answers(201, body ?? ''))

const noChat = { id: null, workspaceId: 'w', chatMessages: [] }
const twoMessages = [
  { id: 'm1', role: 'user', message: 'Who came?', timestamp: '2026-03-10T08:00:00.000Z' },
  { id: 'm2', role: 'bot', message: 'Ann.', timestamp: '2026-03-10T08:00:02.000Z' },
]
const knownChat = { id: 'chat-1', workspaceId: 'w', chatMessages: twoMessages }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  app.backend.play(usage(0))
  app.backend.play(latest(noChat))
  app.backend.play(answer('Nobody.'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

/** Opens the screen as its components do. */
async function open() {
  app.watch(chatMessagesAtom, chatsRemainingAtom, isChatLoadingAtom, isCountAwaitedAtom)
  app.store.set(openChatAtom)
  await app.settle()
}
async function send(text: string) {
  app.store.set(chatDraftAtom, text)
  await app.store.set(sendDraftAtom)
}
const messages = () => app.store.get(chatMessagesAtom)
const texts = () => messages().map(({ from, text }) => `${from}: ${text}`)
const remaining = () => app.store.get(chatsRemainingAtom)
const sent = () => app.backend.sentTo('POST /ai/chat').map(({ json }) => json)
const sentTo = () => sent().map((body) => (body as { existingChatId: string | null }).existingChatId)
const unsent = () =>
  messages().filter((message): message is UserMessage => message.from === 'user' && message.delivery !== 'sent')
const greeting = expect.stringMatching(/^bot: Hello/)
const welcome = expect.stringMatching(/^bot: Welcome to a new chat/)

describe('the start', () => {
  test('reads the latest chat, and its messages follow the greeting (CHAT-03, CHAT-15, CHAT-19, API-25, X-16)', async () => {
    app.backend.play(latest(knownChat))
    await open()
    expect(app.backend.sentTo('GET /chats/latest').length).toBe(1)
    expect(texts()).toEqual([greeting, 'user: Who came?', 'bot: Ann.'])
  })

  test('shows the greeting alone where there is no chat yet, with the time of opening (CHAT-03, X-16)', async () => {
    await open()
    expect(texts()).toEqual([greeting])
    expect(messages()[0]?.at).toBe(new Date(app.backend.hub.clock.now()).toISOString())
  })

  test('reads both spellings of a message, leaves out what cannot be read, and keeps its time (CHAT-17)', async () => {
    const rows = [
      { type: 'user', content: 'One', timestamp: '2026-03-10T08:00:00.000Z' },
      { type: 'bot', content: 'Two' },
      { role: 'USER', message: 'Three' },
      { role: 'assistant', message: 'Four' },
      { role: 'bot', message: '  ' },
      null,
      'row',
    ]
    app.backend.play(latest({ id: 'c', workspaceId: 'w', chatMessages: rows }))
    await open()
    expect(texts()).toEqual([greeting, 'user: One', 'bot: Two', 'user: Three', 'bot: Four'])
    expect(messages().map(({ at }) => at?.slice(11, 16) ?? null)).toEqual(['08:00', '08:00', null, null, null])
  })

  test('waits for the first attempt only; a failure is reported once and not shown (CHAT-25, ERR-30)', async () => {
    retryAtOnce(app)
    app.backend.play(only('GET /chats/latest', answers500))
    app.watch(isChatLoadingAtom, chatMessagesAtom)
    expect(app.store.get(isChatLoadingAtom)).toBe(true)
    await app.until(isChatLoadingAtom, (isLoading) => !isLoading)
    expect(app.store.get(latestChatQueryAtom).isPending).toBe(true)
    expect(texts()).toEqual([greeting])
    await app.until(latestChatQueryAtom, ({ isError }) => isError)
    expect(app.reports).toEqual(['Something went wrong: Internal Server Error'])
    expect(app.toasts).toEqual([])
  })
})

describe('a message', () => {
  test('is sent with the id of the latest chat, and the answer follows it (CHAT-16, CHAT-18, API-24)', async () => {
    app.backend.play(latest(knownChat))
    await open()
    await send('  And today? ')
    expect(sent()).toEqual([{ message: 'And today?', existingChatId: 'chat-1' }])
    expect(texts().slice(3)).toEqual(['user: And today?', 'bot: Nobody.'])
    expect(app.store.get(chatDraftAtom)).toBe('')
    expect(messages().every(({ at }) => at !== null)).toBe(true)
  })

  test('goes with the zone of this browser to a hub that takes it, and to no other (EXT-16)', async () => {
    await open()
    app.store.set(noteExtensionsAtom, new Set(['time-zone']))
    await send('One')
    app.store.set(noteExtensionsAtom, new Set())
    await send('Two')
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(sent()).toEqual([
      { message: 'One', existingChatId: null, timeZone },
      { message: 'Two', existingChatId: null },
    ])
  })

  test('is sent with null where there is no chat (CHAT-18), and with the id once it is known (X-17)', async () => {
    await open()
    await send('One')
    await send('Two')
    app.backend.play(latest({ ...noChat, id: 'chat-2' }))
    await send('Three')
    await send('Four')
    expect(sentTo()).toEqual([null, null, 'chat-2', 'chat-2'])
  })

  test('that follows an answer at once goes to the same chat, whose id is still on its way (X-17)', async () => {
    await open()
    const line = slow()
    app.backend.play(latest({ ...noChat, id: 'chat-2' }))
    app.backend.play(only('GET /chats/latest', line.scenario))
    const first = send('One')
    await line.arrived()
    const second = send('And before that?')
    await line.arrived(2)
    expect(texts()).toEqual([greeting, 'user: One', 'bot: Nobody.', 'user: And before that?'])
    expect(sentTo()).toEqual([null])
    line.letGo()
    await Promise.all([first, second])
    expect(sentTo()).toEqual([null, 'chat-2'])
    expect(texts().slice(3)).toEqual(['user: And before that?', 'bot: Nobody.'])
  })

  test('waits 10 s at most for the id of its chat, and then goes without (X-17)', async () => {
    await open()
    const [after10s, never] = [new AbortController(), new AbortController()]
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockImplementation((ms) => (ms === 10_000 ? after10s : never).signal)
    const line = slow()
    app.backend.play(only('GET /chats/latest', line.scenario))
    const first = send('One')
    await line.arrived()
    const second = send('And before that?')
    await line.arrived(2)
    expect(sentTo()).toEqual([null])
    after10s.abort(new DOMException('out of time', 'TimeoutError'))
    await Promise.all([first, second])
    expect(sentTo()).toEqual([null, null])
    line.letGo()
  })

  test('goes to the same chat, too, where reading its id failed before (X-17)', async () => {
    await open()
    const stop = app.backend.play(only('GET /chats/latest', answers500))
    await send('One')
    stop()
    app.backend.play(latest({ ...noChat, id: 'chat-2' }))
    await send('Two')
    expect(sentTo()).toEqual([null, 'chat-2'])
  })

  test('does not go to the chat that somebody else has begun meanwhile (X-17)', async () => {
    await open()
    const stop = app.backend.play(only('GET /chats/latest', answers500))
    await send('One')
    stop()
    app.backend.play(latest(knownChat))
    await send('Two')
    expect(sentTo()).toEqual([null, null])
  })

  test('that is sent before the latest chat is known waits for it (X-17)', async () => {
    const line = slow()
    app.backend.play(latest(knownChat))
    app.backend.play(only('GET /chats/latest', line.scenario))
    app.watch(chatMessagesAtom, chatsRemainingAtom)
    const sending = send('And today?')
    await line.arrived()
    expect(sent()).toEqual([])
    expect(texts()).toEqual([greeting, 'user: And today?'])
    line.letGo()
    await sending
    expect(sent()).toEqual([{ message: 'And today?', existingChatId: 'chat-1' }])
    expect(texts()).toEqual([greeting, 'user: Who came?', 'bot: Ann.', 'user: And today?', 'bot: Nobody.'])
  })

  test.each(['', '   ', '\n'])('that is blank (%j) is not sent (CHAT-24)', async (text) => {
    await open()
    await send(text)
    expect(app.store.get(canSendAtom)).toBe(false)
    expect(sent()).toEqual([])
  })

  test('is awaited before the next one: the draft stays', async () => {
    const line = slow()
    app.backend.play(only('POST /ai/chat', line.scenario))
    await open()
    const first = send('One')
    await line.arrived()
    expect(app.store.get(chatTurnAtom).phase).toBe('sending')
    await send('Two')
    expect(app.store.get(chatDraftAtom)).toBe('Two')
    expect(texts()).toEqual([greeting, 'user: One'])
    line.letGo()
    await first
    expect(app.store.get(chatTurnAtom).phase).toBe('idle')
    expect(sent().length).toBe(1)
  })

  test('shows once, also where the hub tells the same chat again (X-17)', async () => {
    app.backend.play(latest(knownChat))
    await open()
    await send('And today?')
    const stored = [...twoMessages, { role: 'user', message: 'And today?' }, { role: 'bot', message: 'Nobody.' }]
    await app.store.get(latestChatQueryAtom).refetch()
    expect(texts().length).toBe(5)
    app.backend.play(latest({ ...knownChat, chatMessages: [...stored, { role: 'user', message: 'From a phone' }] }))
    await app.store.get(latestChatQueryAtom).refetch()
    const shown = ['user: And today?', 'bot: Nobody.', 'user: From a phone']
    expect(texts().slice(3)).toEqual(shown)
    await send('Sure?')
    expect(texts().slice(3)).toEqual([...shown, 'user: Sure?', 'bot: Nobody.'])
  })

  test('of somebody who signed out meanwhile is shown to nobody else', async () => {
    const line = slow()
    app.backend.play(only('POST /ai/chat', line.scenario))
    await open()
    const sending = send('My secret')
    await line.arrived()
    app.store.set(chatDraftAtom, 'Half typed')
    await app.signIn('other@example.org')
    expect(texts()).toEqual([greeting])
    expect(app.store.get(chatDraftAtom)).toBe('')
    line.letGo()
    await sending
    await app.settle()
    expect(texts()).toEqual([greeting])
  })
})

describe('a sign-out while an answer is awaited', () => {
  test('leaves the message unsent, to be sent again by the same user', async () => {
    await open()
    const line = slow()
    const end = app.backend.play(only('POST /ai/chat', line.scenario))
    const sending = send('Who came?')
    await line.arrived()
    app.store.set(signOutAtom)
    line.letGo()
    await sending
    end()
    await app.signIn()
    await app.settle()
    const [message] = unsent()
    expect(message).toMatchObject({ text: 'Who came?', delivery: 'no-answer' })
    expect(app.store.get(mayTalkAtom)).toBe(true)
    if (message !== undefined) await app.store.set(resendChatMessageAtom, message)
    expect(texts()).toEqual([greeting, 'user: Who came?', 'bot: Nobody.'])
  })

  test('gives a message back to the input while the latest chat is not known', async () => {
    const line = slow()
    app.backend.play(only('GET /chats/latest', line.scenario))
    app.watch(chatMessagesAtom, isChatLoadingAtom)
    const sending = send('Who came?')
    await line.arrived()
    app.store.set(signOutAtom)
    line.letGo()
    await sending
    await app.signIn()
    expect([app.store.get(chatDraftAtom), app.store.get(chatTurnAtom).phase]).toEqual(['Who came?', 'idle'])
  })

  test('ends New Chat, too', async () => {
    await open()
    const line = slow()
    app.backend.play(only('POST /chats', line.scenario))
    const starting = app.store.set(newChatAtom)
    await line.arrived()
    app.store.set(signOutAtom)
    line.letGo()
    await starting
    await app.signIn()
    expect(app.store.get(mayTalkAtom)).toBe(true)
  })
})

describe('a message that fails', () => {
  test.each([
    ['a refusal', answers500, 'no-answer', 'Something went wrong: Internal Server Error'],
    ['no network', offline, 'no-connection', 'Something went wrong: no connection'],
    ['a page of a proxy', malformedJson, 'no-answer', expect.stringMatching(/^Something went wrong: unexpected/)],
    ['an answer without text', answers(200, {}), 'no-answer', 'The assistant answered without a text.'],
  ] as const)(
    'by %s keeps its text, and is reported but not announced (CHAT-25)',
    async (_case, scenario, why, line) => {
      await open()
      app.backend.play(only('POST /ai/chat', scenario))
      await send('Who came?')
      expect(unsent()).toMatchObject([{ text: 'Who came?', delivery: why }])
      expect(app.reports).toEqual([line])
      expect(app.toasts).toEqual([])
    },
  )

  test('takes no chat, and goes by Try Again (CHAT-22, CHAT-25)', async () => {
    await open()
    const stop = app.backend.play(only('POST /ai/chat', answers500))
    await send('One')
    expect(remaining()).toBe(5)
    stop()
    await send('Two')
    const [failed] = unsent()
    if (failed === undefined) throw new Error('nothing failed')
    await app.store.set(resendChatMessageAtom, failed)
    expect(texts()).toEqual([greeting, 'user: Two', 'bot: Nobody.', 'user: One', 'bot: Nobody.'])
    expect(remaining()).toBe(3)
    // A second press finds it gone.
    await app.store.set(resendChatMessageAtom, failed)
    expect(sent().length).toBe(3)
  })

  test('since the hub has no chat left ends the chats (CHAT-12, CHAT-23)', async () => {
    await open()
    const stop = app.backend.play(only('POST /ai/chat', answers(402, { code: 'chats-spent', message: 'No more.' })))
    await send('One')
    expect(app.store.get(isChatLimitReachedAtom)).toBe(true)
    expect(app.store.get(mayTalkAtom)).toBe(false)
    expect(unsent().length).toBe(1)
    // Once the screen is opened again, the hub is asked how things stand.
    stop()
    app.store.set(openChatAtom)
    await app.settle()
    expect(remaining()).toBe(5)
  })
})

describe('the remaining chats', () => {
  test('are 5 less those used, each message takes one, and at 0 nothing is sent (CHAT-22, CHAT-23, CHAT-26)', async () => {
    app.backend.play(usage(3))
    await open()
    const seen = [remaining()]
    for (const text of ['One', 'Two', 'Three']) {
      await send(text)
      seen.push(remaining())
    }
    expect(seen).toEqual([2, 1, 0, 0])
    expect(sent().length).toBe(2)
    expect(app.store.get(chatsUsedAtom)).toBe(5)
    expect(app.store.get(chatDraftAtom)).toBe('Three')
  })

  test('count a message once where the usage is read again while its answer is awaited (CHAT-22, X-14)', async () => {
    const { clock } = app.backend.hub
    await open()
    const line = slow()
    app.backend.play(only('POST /ai/chat', line.scenario))
    clock.advance(1_000)
    const sending = send('One')
    await line.arrived()
    clock.advance(1_000)
    app.backend.play(usage(1))
    await app.store.get(chatUsageQueryAtom).refetch()
    clock.advance(1_000)
    line.letGo()
    await sending
    expect(remaining()).toBe(4)
  })

  test('are 5 while the usage is unknown (X-14)', async () => {
    app.backend.play(only('GET /workspaces/usage', answers500))
    app.watch(chatsRemainingAtom, isCountAwaitedAtom)
    expect(app.store.get(isCountAwaitedAtom)).toBe(true)
    await app.settle()
    expect(app.store.get(isCountAwaitedAtom)).toBe(false)
    expect(remaining()).toBe(5)
    expect(app.store.get(chatsUsedAtom)).toBe(0)
  })
})

describe('New Chat', () => {
  test('takes nothing from a plan of another number than 5, which is not used up after 5 (X-14)', async () => {
    app.backend.play(usage(7, 30))
    app.backend.play(created({ id: 'chat-9', workspaceId: 'w', chatMessages: [] }))
    await open()
    expect([remaining(), app.store.get(chatsUsedAtom)]).toEqual([23, 7])
    await app.store.set(newChatAtom)
    expect(remaining()).toBe(23)
    await send('One')
    expect([remaining(), app.store.get(chatsUsedAtom)]).toEqual([22, 8])
  })

  test('resets to a welcome message and 4 remaining (CHAT-20, CHAT-21, API-26)', async () => {
    app.backend.play(usage(4))
    app.backend.play(latest(knownChat))
    app.backend.play(created({ id: 'chat-9', workspaceId: 'w', chatMessages: [] }))
    await open()
    await app.store.set(newChatAtom)
    const [call] = app.backend.sentTo('POST /chats')
    expect([call?.json, call?.headers.get('content-type')]).toEqual([undefined, 'application/json'])
    expect(texts()).toEqual([welcome])
    expect([remaining(), app.store.get(chatsUsedAtom)]).toEqual([4, 1])
    await send('One')
    expect(sent()).toEqual([{ message: 'One', existingChatId: 'chat-9' }])
    expect(remaining()).toBe(3)
    // The hub's latest chat may still be the former one.
    await app.store.get(latestChatQueryAtom).refetch()
    expect(texts()).toEqual([welcome, 'user: One', 'bot: Nobody.'])
  })

  test('without an id in its answer leaves it null, and never takes that of the former chat (X-17)', async () => {
    app.backend.play(latest(knownChat))
    app.backend.play(created())
    await open()
    await app.store.set(newChatAtom)
    await send('One')
    await send('Two')
    expect(sent()).toMatchObject([{ existingChatId: null }, { existingChatId: null }])
  })

  test('that fails changes nothing, and is reported but not shown (CHAT-25)', async () => {
    app.backend.play(latest(knownChat))
    app.backend.play(only('POST /chats', answers500))
    await open()
    await app.store.set(newChatAtom)
    expect(texts()).toEqual([greeting, 'user: Who came?', 'bot: Ann.'])
    expect([remaining(), app.store.get(chatTurnAtom).phase]).toEqual([5, 'idle'])
    expect(app.reports).toEqual(['Something went wrong: Internal Server Error'])
    expect(app.toasts).toEqual([])
  })

  test('is not to be had at 0 (CHAT-12, X-15)', async () => {
    app.backend.play(usage(5))
    await open()
    await app.store.set(newChatAtom)
    expect(app.backend.sentTo('POST /chats')).toEqual([])
    expect(remaining()).toBe(0)
  })
})
