import { afterEach, beforeEach, expect, test } from 'vitest'
import { commonOf } from '../../../server/assistant/sight/ranges'
import { timesAsked } from '../support/asked-periods'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writePeople } from '../support/recorded'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  const { id: cameraId } = await addCamera(hub.fastify, ann, 'Front Door')
  const times = ['2022-03-01T23:00', '2023-02-01T12:00', '2024-05-01T02:00', '2025-08-01T12:00', '2026-03-09T23:00']
  await writePeople(hub.dataDir, ann, cameraId, times)
})
afterEach(() => hub.close())

/** What is answered to questions that follow one another: the status, and the sentence that counts. */
async function converse(...questions: string[]): Promise<(readonly [number, string])[]> {
  const { id: existingChatId } = (await send(hub.fastify, ann, 'POST', '/chats', {})).json()
  const answers: (readonly [number, string])[] = []
  for (const message of questions) {
    const answer = await send(hub.fastify, ann, 'POST', '/ai/chat', { message, existingChatId, timeZone: 'UTC' })
    const said: string = answer.json().answer ?? answer.json().message
    answers.push([answer.statusCode, said.split('\n')[0] ?? ''])
  }
  return answers
}

test.each([
  ['at night since monday', '03-09 18:00 to 03-10 06:00, 03-10 18:00 to 03-11 06:00'],
  ['at night in the last 24 hours', '03-10 18:00 to 03-11 06:00'],
  ['after 10pm in the last 2 days', '03-09 22:00 to 03-10 00:00, 03-10 22:00 to 03-11 00:00'],
  ['between 10pm and 6am in the past day', '03-10 22:00 to 03-11 06:00'],
  ['in the afternoon in the last 2 days', '03-09 14:20 to 03-09 18:00, 03-10 12:00 to 03-10 18:00, 03-11 12:00 to now'],
  ['after midnight in the last 24 hours', '03-10 14:20 to now'],
  ['at night from monday to tuesday', '03-09 18:00 to 03-10 06:00, 03-10 18:00 to 03-11 06:00'],
  ['in the last two nights between 2 and 3', '03-10 02:00 to 03-10 03:00, 03-11 02:00 to 03-11 03:00'],
  ['last night in the small hours', '03-11 00:00 to 03-11 06:00'],
])(
  'the part of a day that stands beside a length or a stretch is of each of its days: "%s" (ASK-03)',
  (words, ranges) => {
    expect(timesAsked(`people ${words}`)).toBe(ranges)
  },
)

test('a part of each day of some years is counted (ASK-01, ASK-03)', async () => {
  const [all, nights, first] = await converse(
    'how many people since 1 january 2023',
    'and at night?',
    'when was the first?',
  )
  expect(all).toEqual([200, 'There were 4 person events since 1 january 2023 (since 2023-01-01 00:00 UTC).'])
  expect(nights).toEqual([
    200,
    'There were 2 person events since 1 january 2023 at night (2023-01-01 18:00 to 2026-03-10 06:00 UTC, 1164 times).',
  ])
  expect(first?.[1]).toContain(' was at 2024-05-01 02:00 UTC: Person at Front Door')
})

test('a part of each day is looked for in four years at most, and the answer says in which (ASK-03)', async () => {
  expect(await converse('how many people since 2 january 1970', 'and at night?')).toEqual([
    [200, 'There were 5 person events since 2 january 1970 (since 1970-01-02 00:00 UTC).'],
    [
      200,
      'There were 2 person events since 2 january 1970 at night (2022-03-11 18:00 to 2026-03-10 06:00 UTC, 1460 times).',
    ],
  ])
})

test('what two times have in common is found, however many stretches they have (ASK-10)', () => {
  const each = (count: number, fromMs: number, lengthMs: number) =>
    Array.from({ length: count }, (_, index) => ({
      fromMs: fromMs + index * 10,
      untilMs: fromMs + index * 10 + lengthMs,
    }))
  expect(commonOf(each(3, 0, 6), each(3, 4, 8))).toEqual([
    { fromMs: 4, untilMs: 6 },
    { fromMs: 10, untilMs: 12 },
    { fromMs: 14, untilMs: 16 },
    { fromMs: 20, untilMs: 22 },
    { fromMs: 24, untilMs: 26 },
  ])
  expect(commonOf([{ fromMs: 0, untilMs: 100 }], each(2, 20, 5))).toEqual(each(2, 20, 5))
  expect(commonOf(each(2, 20, 5), [{ fromMs: 0, untilMs: 22 }])).toEqual([{ fromMs: 20, untilMs: 22 }])
  expect(commonOf(each(2, 20, 5), each(2, 25, 5))).toEqual([])
})
