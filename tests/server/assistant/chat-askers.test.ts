import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Exchange } from '../../../server/assistant/assistant'
import { RETENTION_JOB } from '../../../server/recordings/retention'
import { makeToken } from '../support/api-tokens'
import { type Caller, pathOf, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { openHubDatabase } from '../support/webhook-worker'
import { unzip } from '../support/zip'

let hub: TestHub
let ann: SignedInUser
let bob: SignedInUser
/** What the assistant was reminded of, for each question. */
const reminders = new Map<string, readonly Exchange[]>()
beforeEach(async () => {
  reminders.clear()
  const assistant = {
    answer: async ({ text, history }: { readonly text: string; readonly history: readonly Exchange[] }) => {
      reminders.set(text, history)
      return `To ${text}`
    },
  }
  hub = await startTestHub({ tier: 'TEAM', deps: { assistant } })
  ann = await hub.signIn()
  await send(hub.fastify, ann, 'POST', '/members', { email: 'bob@example.org' })
  bob = await hub.signIn('bob@example.org')
})
afterEach(() => hub.close())

const latestId = async () => (await send(hub.fastify, ann, 'GET', '/chats/latest')).json().id
async function ask(asker: Caller, message: string): Promise<void> {
  hub.clock.advance(1_000)
  await send(hub.fastify, asker, 'POST', '/ai/chat', { message, existingChatId: await latestId() })
}
const remindedOf = (question: string) => reminders.get(question)?.map(({ message }) => message)
/** Who asked what, in the zip that somebody downloads. */
async function exported(caller: Caller) {
  const { url } = (await send(hub.fastify, caller, 'POST', `/workspaces/${ann.workspaceId}/export`)).json()
  const zip = unzip((await hub.fastify.inject(pathOf(url))).rawPayload)
  const { chats } = JSON.parse(String(zip.get('workspace.json')))
  type Message = { readonly message: string; readonly askedBy: string | null }
  return chats.flatMap(({ messages }: { readonly messages: Message[] }) =>
    messages.map(({ message, askedBy }) => [message, askedBy]),
  )
}

test('a follow-up leans on what its asker said before, not on another member’s question (ASK-01)', async () => {
  await ask(ann, 'Who visited today?')
  await ask(bob, 'How many cars last week?')
  await ask(ann, 'And yesterday?')
  await ask(bob, 'And the week before?')
  expect(remindedOf('And yesterday?')).toEqual(['Who visited today?'])
  expect(remindedOf('And the week before?')).toEqual(['How many cars last week?'])
  expect(reminders.get('And yesterday?')).toEqual([{ message: 'Who visited today?', answer: 'To Who visited today?' }])
})

test('the last ten of an asker are remembered, however much others said since (ASK-01)', async () => {
  for (let count = 1; count <= 11; count++) await ask(ann, `Question ${count}`)
  for (let count = 1; count <= 11; count++) await ask(bob, `Bob’s ${count}`)
  await ask(ann, 'And yesterday?')
  expect(remindedOf('And yesterday?')).toEqual(Array.from({ length: 10 }, (_, index) => `Question ${index + 2}`))
})

test('the chat shows everybody’s questions to all members as before (CHAT-19, ASK-01)', async () => {
  await ask(ann, 'Who visited today?')
  await ask(bob, 'How many cars last week?')
  for (const member of [ann, bob]) {
    const { chatMessages } = (await send(hub.fastify, member, 'GET', '/chats/latest')).json()
    expect(chatMessages.map(({ message }: { message: string }) => message)).toEqual(
      ['Who visited today?', 'How many cars last week?'].flatMap((message) => [message, `To ${message}`]),
    )
  }
})

test('the zip has who asked, for people and not for programs; a program asks for who made its token (EXT-13, ASK-01)', async () => {
  await ask(ann, 'Who visited today?')
  await ask(await makeToken(hub.fastify, bob, ['read', 'write']), 'How many cars last week?')
  const expected = [
    ['Who visited today?', ann.email],
    ['How many cars last week?', bob.email],
  ]
  for (const caller of [ann, bob]) expect(await exported(caller)).toEqual(expected)
  const program = await makeToken(hub.fastify, ann, ['read'])
  expect(await exported(program)).toEqual(expected.map(([message]) => [message, null]))
})

test('what a removed member asked stays, of nobody: nobody’s follow-up leans on it (ASK-01, HUB-20)', async () => {
  await ask(ann, 'Who visited today?')
  await ask(bob, 'How many cars last week?')
  const members = (await send(hub.fastify, ann, 'GET', '/members')).json()
  const { id } = members.find(({ email }: { email: string }) => email === bob.email)
  expect((await send(hub.fastify, ann, 'DELETE', `/members/${id}`)).statusCode).toBe(200)
  await hub.hub.jobs.runNow(RETENTION_JOB)
  const db = await openHubDatabase(hub)
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: ann.email }])
  const askers = await db.selectFrom('chat_messages').select('asked_by').orderBy('sent_at').execute()
  expect(askers).toEqual([{ asked_by: expect.any(String) }, { asked_by: null }])
  await db.destroy()
  expect(await exported(ann)).toEqual([
    ['Who visited today?', ann.email],
    ['How many cars last week?', null],
  ])
  await ask(ann, 'And yesterday?')
  expect(remindedOf('And yesterday?')).toEqual(['Who visited today?'])
})

test('a workspace whose members have asked is removed with all of it (EXT-14)', async () => {
  await ask(ann, 'Who visited today?')
  await ask(bob, 'How many cars last week?')
  const answer = await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
  expect(answer.statusCode).toBe(200)
  const db = await openHubDatabase(hub)
  const left = [db.selectFrom('chat_messages').select('id'), db.selectFrom('users').select('id')]
  expect(await Promise.all(left.map((query) => query.execute()))).toEqual([[], []])
  await db.destroy()
})
