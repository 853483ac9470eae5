import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatDraftAtom, chatMessagesAtom, mayTalkAtom, openChatAtom } from '../../../src/state/assistant/chat'
import { chatsRemainingAtom, isChatLimitReachedAtom } from '../../../src/state/assistant/chat-count'
import { newChatAtom, sendDraftAtom } from '../../../src/state/assistant/chat-sending'
import { WORKSPACE_POLL_MS } from '../../../src/state/http/polling'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const none = { used: 0, total: 5, percentage: 0 }
const usage = (used: number, total: number) =>
  only(
    'GET /workspaces/usage',
    answers(200, { storage: none, notifications: none, cameras: none, aiChats: { ...none, used, total } }),
  )

/** Opens the screen as its components do. */
async function open() {
  app.watch(chatMessagesAtom, chatsRemainingAtom, mayTalkAtom)
  app.store.set(openChatAtom)
  await app.settle()
}
const isLimitReached = () => app.store.get(isChatLimitReachedAtom)
const asked = () => app.backend.sentTo('GET /workspaces/usage').length

test('an open screen without a chat left hears of a new month (CHAT-12)', async () => {
  app.backend.play(usage(5, 5))
  holdTimers()
  await open()
  expect(isLimitReached()).toBe(true)
  app.backend.play(usage(0, 5))
  await pass(app, WORKSPACE_POLL_MS)
  expect([isLimitReached(), app.store.get(chatsRemainingAtom)]).toEqual([false, 5])
  // With chats left it is asked no more than before.
  const before = asked()
  await pass(app, WORKSPACE_POLL_MS)
  expect(asked()).toBe(before)
})

test('where the hub had no chat left, a higher plan opens the screen again (CHAT-12)', async () => {
  app.backend.play(usage(3, 5))
  const stop = app.backend.play(only('POST /ai/chat', answers(402, { code: 'chats-spent', message: 'No more.' })))
  holdTimers()
  await open()
  app.store.set(chatDraftAtom, 'Who came?')
  await app.store.set(sendDraftAtom)
  expect(isLimitReached()).toBe(true)
  stop()
  app.backend.play(usage(5, 30))
  app.backend.hub.clock.advance(WORKSPACE_POLL_MS)
  await pass(app, WORKSPACE_POLL_MS)
  expect([isLimitReached(), app.store.get(chatsRemainingAtom)]).toEqual([false, 25])
})

test('after New Chat and the messages that it leaves, a new month opens the screen again (CHAT-12)', async () => {
  app.backend.play(usage(1, 5))
  holdTimers()
  await open()
  await app.store.set(newChatAtom)
  for (let sent = 0; sent < 4; sent++) {
    app.store.set(chatDraftAtom, 'Who came?')
    await app.store.set(sendDraftAtom)
  }
  expect(isLimitReached()).toBe(true)
  app.backend.play(usage(0, 5))
  app.backend.hub.clock.advance(WORKSPACE_POLL_MS)
  await pass(app, WORKSPACE_POLL_MS)
  expect([isLimitReached(), app.store.get(chatsRemainingAtom)]).toEqual([false, 5])
})
