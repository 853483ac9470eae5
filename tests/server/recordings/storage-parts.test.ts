import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'

/** About the ends of days in Paris, New York and Jerusalem, where the clocks are put forward on a day that has none. */
const moments = [
  '2026-10-25T03:59:00Z',
  '2026-10-25T22:59:00Z',
  '2026-10-25T23:00:00Z',
  '2026-11-01T04:30:00Z',
  '2026-11-02T04:30:00Z',
  '2027-03-14T04:30:00Z',
  '2027-03-15T04:30:00Z',
  '2027-03-27T21:30:00Z',
  '2027-03-28T22:30:00Z',
]

let hub: TestHub
let ann: SignedInUser
beforeAll(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  const gone = await addCamera(hub.fastify, ann, 'Door')
  await send(hub.fastify, ann, 'DELETE', `/cameras/${gone.id}`)
  const cameras = [gone, await addCamera(hub.fastify, ann, 'Door'), await addCamera(hub.fastify, ann, 'Yard')]
  await writeRecorded(
    hub.dataDir,
    ann,
    moments.map((moment, index) => ({
      cameraId: cameras[index % 3]?.id ?? '',
      type: 'MOTION',
      title: 'Motion',
      atMs: Date.parse(moment),
      sizeBytes: 2 ** index,
    })),
  )
})
afterAll(() => hub.close())

async function usage(query: string, user = ann) {
  const answer = await send(hub.fastify, user, 'GET', `/videos/storage-usage${query}`)
  return answer.json()
}
const total = 5 * 1024 ** 3
const used = 2 ** moments.length - 1

test('without a zone is told how much is used of how much, and nothing else (API-30, EXT-28)', async () => {
  expect(await usage('')).toEqual({ used, total, percentage: (used / total) * 100 })
})

test('each camera takes what its recordings do, one that was removed under its name, the largest first (EXT-28)', async () => {
  const { parts, ...rest } = await usage('?timeZone=UTC')
  expect(parts.byCamera).toEqual([
    { name: 'Yard', sizeBytes: 4 + 32 + 256, count: 3 },
    { name: 'Door', sizeBytes: 1 + 2 + 8 + 16 + 64 + 128, count: 6 },
  ])
  expect(rest).toEqual(await usage(''))
})

/** By Intl alone, as screens count days. */
function partsByDay(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const sums = new Map<string, { sizeBytes: number; count: number }>()
  moments.forEach((moment, index) => {
    const day = format.format(new Date(moment))
    const { sizeBytes, count } = sums.get(day) ?? { sizeBytes: 0, count: 0 }
    sums.set(day, { sizeBytes: sizeBytes + 2 ** index, count: count + 1 })
  })
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((one, other) => other.sizeBytes - one.sizeBytes)
}

test.each(['Europe/Paris', 'America/New_York', 'Asia/Jerusalem', 'UTC'])(
  'days are those of %s, whatever its clocks were put to meanwhile (EXT-28)',
  async (zone) => {
    expect((await usage(`?timeZone=${zone}`)).parts.byDay).toEqual(partsByDay(zone))
  },
)

test('a zone that the hub does not know is UTC, and an offset is none (EXT-28)', async () => {
  await usage('?timeZone=UTC')
  const made: unknown[] = []
  const own = Intl.DateTimeFormat
  Intl.DateTimeFormat = new Proxy(own, {
    construct: (format, [zone, options]) => {
      made.push(options)
      return new format(zone, options)
    },
  })
  const answers = [await usage('?timeZone=Mars/Base'), await usage('?timeZone=utc')]
  Intl.DateTimeFormat = own
  expect(answers.map(({ parts }) => parts.byDay)).toEqual(Array(2).fill(partsByDay('UTC')))
  // What is kept of a zone is not kept once more for each name that somebody makes up.
  expect(made).not.toContainEqual(expect.objectContaining({ hourCycle: 'h23' }))
  expect(await usage('?timeZone=%2B02:00')).toMatchObject({ code: 'invalid-input' })
})

test('another workspace has none of it (EXT-28)', async () => {
  const bob = await hub.signIn('bob@example.org')
  expect(await usage('?timeZone=Europe/Paris', bob)).toMatchObject({ used: 0, parts: { byCamera: [], byDay: [] } })
})
