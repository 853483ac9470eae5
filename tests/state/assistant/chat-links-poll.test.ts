import { focusManager } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chatDraftAtom, chatMessagesAtom, openChatAtom, sendDraftAtom } from '../../../src/state/assistant/chat'
import { splitLinks } from '../../../src/state/assistant/chat-links'
import { LINKS_POLL_MS } from '../../../src/state/http/links-poll'
import { pathOf } from '../../server/support/calls'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, clipsOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
})
afterEach(async () => {
  focusManager.setFocused(undefined)
  await app.close()
  vi.useRealTimers()
})

/** Opens the screen as its components do. */
async function open() {
  holdTimers()
  app.watch(chatMessagesAtom)
  app.store.set(openChatAtom)
  await app.settle()
}
async function send(text: string) {
  app.store.set(chatDraftAtom, text)
  await app.store.set(sendDraftAtom)
  await app.settle()
}
const ask = () => send("Show me today's motion events")
/** Time passes for the hub and for this browser. */
async function age(times: number) {
  for (let time = 0; time < times; time++) {
    app.backend.hub.clock.advance(LINKS_POLL_MS)
    await pass(app, LINKS_POLL_MS)
  }
}
/** How the hub answers the first link that shows. */
async function followLink() {
  const [link] = app.store.get(chatMessagesAtom).flatMap(({ text }) => splitLinks(text).filter(isLink))
  return (await app.backend.hub.fastify.inject({ url: pathOf(link?.href) })).statusCode
}
const isLink = (stretch: ReturnType<typeof splitLinks>[number]) => stretch.kind === 'link'
const reads = () => app.backend.sentTo('GET /chats/latest').length

test('links of answers open for as long as the chat is looked at (CHAT-14)', async () => {
  await open()
  await ask()
  await age(4)
  expect(await followLink()).toBe(200)
})

test('links open also beside a message that was not sent, which stays (CHAT-14, CHAT-25)', async () => {
  await open()
  await ask()
  const undo = app.backend.play(only('POST /ai/chat', answers500))
  await send('Lost')
  undo()
  await send('Sent')
  await age(4)
  expect(await followLink()).toBe(200)
  const said = app.store.get(chatMessagesAtom).filter(({ from }) => from === 'user')
  expect(said.map(({ text }) => text)).toEqual(["Show me today's motion events", 'Lost', 'Sent'])
})

test('links open while another answer is awaited (CHAT-14)', async () => {
  await open()
  await ask()
  await age(1)
  const line = slow()
  app.backend.play(only('POST /ai/chat', line.scenario))
  app.store.set(chatDraftAtom, 'And?')
  const sending = app.store.set(sendDraftAtom)
  await line.arrived()
  app.backend.hub.clock.advance(2 * LINKS_POLL_MS)
  await vi.advanceTimersByTimeAsync(LINKS_POLL_MS)
  await vi.waitFor(async () => expect(await followLink()).toBe(200))
  line.letGo()
  await sending
})

test('the chat is not read again in a hidden tab (extension polling)', async () => {
  await open()
  focusManager.setFocused(false)
  const before = reads()
  await age(2)
  expect(reads()).toBe(before)
})

test('a provider of the bare contract is asked for the chat once', async () => {
  app.backend.play(withoutExtensions)
  await open()
  await age(3)
  expect(reads()).toBe(1)
})
