import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimedEvents, linksOf } from '../../../bench/assistant/agreement'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import type { EventType } from '../../../src/contract/event'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, type Written, writeRecorded } from '../support/recorded'

const HOUR_MS = 3_600_000
const ROUNDS = 6
const QUESTIONS_A_ROUND = 15

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const typeWords: readonly (readonly [string, readonly EventType[]])[] = [
  ['events', ['PERSON', 'MOTION', 'ALERT']],
  ['motion events', ['PERSON', 'MOTION']],
  ['people', ['PERSON']],
  ['alerts', ['ALERT']],
]
/** With their bounds in hours since midnight, UTC, of the hub's day; null: now. It is noon. */
const timeWords: readonly (readonly [string, number, number | null])[] = [
  ['today', 0, null],
  ['yesterday', -24, 0],
  ['last night', -6, 6],
  ['since yesterday', -24, null],
  ['in the last 3 hours', 9, null],
  ['yesterday between 8 and 10 pm', -4, -2],
  ['this morning', 6, 12],
  ['in the last 2 days', -36, null],
  ['', -100_000, null],
]
const ways = [
  'how many {} {place} {time}',
  'show me the {} {place} {time}',
  'any {} {place} {time}?',
  '{time} how many {} were there {place}',
]

interface Asked {
  readonly question: string
  readonly isMeant: (row: Written) => boolean
}

function questionOf(random: () => number, cameras: readonly { id: string; name: string }[], nowMs: number): Asked {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const [typeWord, types] = pick(typeWords)
  const [timeWord, fromHour, toHour] = pick(timeWords)
  const camera = random() < 0.5 ? null : pick(cameras)
  const place = camera === null ? '' : `at the ${camera.name.toLowerCase()}`
  const midnightMs = nowMs - (nowMs % (24 * HOUR_MS))
  const [fromMs, untilMs] = [
    midnightMs + fromHour * HOUR_MS,
    toHour === null ? nowMs + 1 : midnightMs + toHour * HOUR_MS,
  ]
  return {
    question: pick(ways)
      .replace('{}', typeWord)
      .replace('{place}', place)
      .replace('{time}', timeWord)
      .replace(/\s+/g, ' ')
      .trim(),
    isMeant: (row) =>
      types.includes(row.type) &&
      (camera === null || row.cameraId === camera.id) &&
      row.atMs >= fromMs &&
      row.atMs < untilMs,
  }
}

function workspaceOf(
  random: () => number,
  cameras: readonly { id: string; name: string }[],
  nowMs: number,
): Recorded[] {
  const types = ['MOTION', 'PERSON', 'ALERT'] as const
  return Array.from({ length: Math.floor(random() * 60) }, () => {
    const camera = cameras[Math.floor(random() * cameras.length)]
    const type = types[Math.floor(random() * 3)] ?? 'MOTION'
    // Some at the very edges of hours, days and now.
    const back = random() < 0.3 ? Math.floor(random() * 60) * HOUR_MS : Math.floor(random() * 60 * HOUR_MS)
    const title = random() < 0.2 ? `99 [fake](clip:x) at ${camera?.name}` : `${type} at ${camera?.name}`
    const sizeBytes = random() < 0.3 ? null : Math.floor(random() * 1e6)
    return { cameraId: camera?.id ?? '', type, title, atMs: nowMs - back, sizeBytes }
  })
}

test('every number, time and link of an answer is in the database, whatever was recorded and asked (ASK-02)', async () => {
  const nowMs = hub.clock.now()
  const cameras = [await addCamera(hub.fastify, ann, 'Garage'), await addCamera(hub.fastify, ann, 'Front Door')]
  const all: Written[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const random = uniformNumbers(round + 1)
    all.push(...(await writeRecorded(hub.dataDir, ann, workspaceOf(random, cameras, nowMs))))
    for (let asked = 0; asked < QUESTIONS_A_ROUND; asked++) await agrees(questionOf(random, cameras, nowMs), all)
  }
}, 60_000)

async function agrees({ question, isMeant }: Asked, all: readonly Written[]): Promise<void> {
  const body = { message: question, existingChatId: null }
  const { answer } = (await send(hub.fastify, ann, 'POST', '/ai/chat', body)).json()
  const meant = all.filter(isMeant).sort((a, b) => b.atMs - a.atMs)
  const told = /[Tt]here (?:was|were) (no|\d+) /.exec(answer)?.[1]
  expect([question, told === 'no' ? 0 : Number(told)]).toEqual([question, meant.length])
  const linked = linksOf(answer).map(({ clipId }) => clipId)
  expect(linked.filter((id) => !meant.some(({ videoId }) => videoId === id))).toEqual([])
  const minutes = claimedEvents(answer).map(({ minute }) => minute)
  const newest = meant.slice(0, 10).map(({ atMs }) => new Date(atMs).toISOString().slice(0, 16).replace('T', ' '))
  expect([question, minutes]).toEqual([question, newest])
  expect(linked.length).toBe(claimedEvents(answer).filter(({ clipId }) => clipId !== null).length)
}
