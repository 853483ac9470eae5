import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alertWords } from '../../../server/notifications/event-words'
import type { Label } from '../../../src/lib/label'
import { addCamera, pathOf, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { jpeg, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'

let hub: TestHub
let ann: SignedInUser
let cameras: Record<'Front Door' | 'Garage', string>
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  cameras = {
    'Front Door': (await addCamera(hub.fastify, ann, 'Front Door')).id,
    Garage: (await addCamera(hub.fastify, ann, 'Garage')).id,
  }
})
afterEach(() => hub.close())

const event = (
  camera: keyof typeof cameras,
  type: Recorded['type'],
  time: string,
  title = `${type} at ${camera}`,
): Recorded => ({
  cameraId: cameras[camera],
  type,
  title,
  atMs: Date.parse(`${time}:00Z`),
  sizeBytes: null,
})

async function search(query: string, user = ann) {
  const answer = await send(hub.fastify, user, 'GET', `/notifications/search?${query}`)
  const { events, total, readAs, message } = answer.json()
  return {
    status: answer.statusCode,
    titles: events?.map(({ title }: { title: string }) => title),
    total,
    readAs,
    message,
    events,
  }
}
const find = (words: string, more = '') => search(`q=${encodeURIComponent(words)}&page=0&pageSize=10${more}`)

test('events are found by time, type and camera as people write them (EXT-17)', async () => {
  await writeRecorded(hub.dataDir, ann, [
    event('Garage', 'PERSON', '2026-03-09T22:00'),
    event('Garage', 'MOTION', '2026-03-09T23:00'),
    event('Front Door', 'PERSON', '2026-03-09T23:30'),
    event('Garage', 'PERSON', '2026-03-10T11:00'),
  ])
  expect(await find('people at the garage last night')).toMatchObject({
    status: 200,
    total: 1,
    titles: ['PERSON at Garage'],
    readAs: 'person events at Garage last night (2026-03-09 18:00 to 2026-03-10 06:00 UTC)',
  })
  expect((await find('persons', '&timeZone=Europe/Paris')).total).toBe(3)
  expect((await find('today', '&timeZone=Europe/Paris')).total).toBe(3)
  expect((await find('today')).total).toBe(1)
})

test('other words must stand in title or message, in any writing, and nothing in them is a pattern', async () => {
  await writeRecorded(hub.dataDir, ann, [
    event('Garage', 'ALERT', '2026-03-10T10:00', 'Ladder leaning ÄRGER'),
    event('Garage', 'ALERT', '2026-03-10T11:00', 'Lens covered'),
  ])
  expect((await find('alerts with ladder')).titles).toEqual(['Ladder leaning ÄRGER'])
  expect((await find('ärger')).titles).toEqual(['Ladder leaning ÄRGER'])
  expect((await find("zebra % _ ' or 1=1")).total).toBe(0)
})

test('an alert is found by each word of its title, also by one that questions ask cameras for (EXT-17)', async () => {
  const place = { name: 'Garage', location: 'Cellar' }
  const kinds = ['covered', 'turned', 'frozen', 'darkened', 'unplugged', 'low-battery', 'offline'] as const
  const titles = kinds.map((kind) => alertWords(kind, place).title)
  await writeRecorded(hub.dataDir, ann, [
    ...titles.map((title, index) => event('Garage', 'ALERT', `2026-03-10T10:0${index}`, title)),
    event('Garage', 'MOTION', '2026-03-10T11:00', 'Motion at Garage'),
    event('Garage', 'PERSON', '2026-03-10T11:01', 'Person at Garage'),
  ])
  for (const word of ['offline', 'battery', 'low', 'power', 'turned', 'frozen', 'darkness', 'lens'])
    expect([word, (await find(word)).titles]).toEqual([
      word,
      titles.filter((title) => title.toLowerCase().includes(word)),
    ])
  expect(await find('garage away mode')).toMatchObject({ titles: [] })
  expect(await find('garage camera offline')).toMatchObject({
    titles: ['Camera offline: Garage'],
    readAs: 'events at Garage in all that is kept, with "offline"',
  })
})

test.each([
  ['people except yesterday', 'the time "except yesterday" cannot be read'],
  ['people last two weekends', 'the time "last two weekends" cannot be read'],
  ['people every monday', 'the time "every monday" cannot be read'],
  ['people yesterday morning after 3 pm', 'the time "yesterday morning after 3 pm" cannot be read'],
  ['people of next monday', 'what is to come was not recorded'],
  ['people tomorrow', 'what is to come was not recorded'],
  ['people without cars', 'a search cannot be narrowed down like that'],
  ['cars without anybody', 'a search cannot be narrowed down like that'],
  ['everything but cars', 'a search cannot be narrowed down like that'],
  ['no cars', 'a search cannot be narrowed down like that'],
  ['people on weekdays', 'a search cannot be narrowed down like that'],
])(
  'what would be answered around finds nothing, and the answer says why: "%s" (EXT-17, ASK-03)',
  async (words, readAs) => {
    const seen: Recorded['seen'] = [{ label: 'car', count: 1 }]
    await writeRecorded(hub.dataDir, ann, [
      ...['07T10', '09T10', '10T10'].map((day) => ({ ...event('Garage', 'PERSON', `2026-03-${day}:00`), seen })),
      { ...event('Garage', 'MOTION', '2026-03-09T11:00'), seen },
    ])
    expect(await find(words)).toMatchObject({ status: 200, total: 0, titles: [], readAs })
  },
)

test('what it can leave out it leaves out', async () => {
  await writeRecorded(hub.dataDir, ann, [
    event('Garage', 'PERSON', '2026-03-09T10:00'),
    event('Garage', 'MOTION', '2026-03-09T11:00'),
  ])
  for (const words of [
    'motion without people',
    'everything but people',
    'going to the garage, not people',
    'no people',
    'No persons yesterday',
    'motion but no people',
    'nobody at the garage',
    'no one',
    'no visitors at the garage',
  ])
    expect([words, (await find(words)).titles]).toEqual([words, ['MOTION at Garage']])
  expect((await find('no motion')).titles).toEqual(['PERSON at Garage'])
})

test('pages count from 0, newest first (HUB-03)', async () => {
  const times = ['08', '09', '10', '11'].map((hour) => event('Garage', 'MOTION', `2026-03-10T${hour}:00`, `at ${hour}`))
  await writeRecorded(hub.dataDir, ann, times)
  expect(await search('q=motion&page=0&pageSize=3')).toMatchObject({ total: 4, titles: ['at 11', 'at 10', 'at 09'] })
  expect((await search('q=motion&page=1&pageSize=3')).titles).toEqual(['at 08'])
})

test('filters narrow what the words find: both hold, both ends of a time belong to it, and pages follow', async () => {
  await writeRecorded(hub.dataDir, ann, [
    event('Garage', 'MOTION', '2026-03-08T08:00', 'too early'),
    event('Garage', 'MOTION', '2026-03-08T09:00', 'first'),
    event('Garage', 'PERSON', '2026-03-08T10:00', 'person'),
    event('Garage', 'MOTION', '2026-03-08T11:00', 'last'),
    event('Garage', 'MOTION', '2026-03-08T12:00', 'too late'),
  ])
  const times = '&dateStart=2026-03-08T09:00:00Z&dateEnd=2026-03-08T11:00:00Z'
  expect(await find('garage', times)).toMatchObject({ total: 3, titles: ['last', 'person', 'first'] })
  expect(await find('garage', '&type=PERSON')).toMatchObject({ total: 1, titles: ['person'] })
  // People move too.
  expect(await find('motion', '&type=PERSON')).toMatchObject({ total: 1, titles: ['person'] })
  expect(await find('people', '&type=MOTION')).toMatchObject({ total: 0, titles: [] })
  expect(await find('yesterday', times)).toMatchObject({ total: 0, titles: [] })
  // What is found is not looked for in all that is kept.
  expect((await find('motion at the garage', times)).readAs).toBe('motion events at Garage')
  expect((await find('motion', '&type=PERSON')).readAs).toBe('motion events in all that is kept')
  expect((await find('yesterday', times)).readAs).toBe('events yesterday (2026-03-09 00:00 to 2026-03-10 00:00 UTC)')
  const page = await search(`q=garage&type=MOTION${times}&page=1&pageSize=1`)
  expect(page).toMatchObject({ total: 2, titles: ['first'] })
})

test("an event's picture opens, another workspace finds nothing, and a search without words is refused", async () => {
  const fields = { thumbnail: jpeg().toString('base64') }
  await postClip(hub.fastify, ann, { cameraId: cameras.Garage, fields })
  const { events } = await find('motion')
  expect((await hub.fastify.inject({ url: pathOf(events[0].video.thumbnailUrl) })).statusCode).toBe(200)
  expect((await search('q=motion&page=0&pageSize=10', await hub.signIn('bob@example.org'))).total).toBe(0)
  expect(await search('page=0&pageSize=10')).toMatchObject({ status: 400, message: 'q: Say what to search for.' })
})

test('animals and vehicles are found by their words, by a group beside the words, and not by the name of a camera (LABEL-10, EXT-18)', async () => {
  const park = (await addCamera(hub.fastify, ann, 'Car park')).id
  const shown = (cameraId: string, hour: string, ...labels: Label[]): Recorded => ({
    cameraId,
    atMs: Date.parse(`2026-03-09T${hour}:00:00Z`),
    sizeBytes: null,
    title: labels.join(' ') || 'plain',
    type: labels.includes('person') ? 'PERSON' : 'MOTION',
    seen: labels.map((label) => ({ label, count: 2 })),
  })
  await writeRecorded(hub.dataDir, ann, [
    shown(cameras.Garage, '20', 'dog'),
    shown(cameras.Garage, '21', 'person', 'dog'),
    shown(cameras.Garage, '22', 'horse', 'truck'),
    shown(park, '22', 'cat'),
    shown(park, '23'),
    event('Garage', 'ALERT', '2026-03-09T23:30', 'covered'),
  ])
  expect(await find('dogs at the garage last night')).toMatchObject({
    titles: ['person dog', 'dog'],
    total: 2,
    readAs: 'events with a dog at Garage last night (2026-03-09 18:00 to 2026-03-10 06:00 UTC)',
  })
  expect((await find('animals')).titles.sort()).toEqual(['cat', 'dog', 'horse truck', 'person dog'])
  expect((await find('vehicle or bird')).titles).toEqual(['horse truck'])
  expect((await find('horses')).titles).toEqual(['horse truck'])
  expect((await find('bus')).total).toBe(0)
  expect((await find('car park')).titles.sort()).toEqual(['cat', 'plain'])
  expect((await find('dogs', '&type=MOTION')).titles).toEqual(['dog'])
  expect((await find('dogs', '&type=PERSON')).titles).toEqual(['person dog'])
  // An alert shows no dog; words that ask for alerts too find it beside them.
  expect(await find('dogs', '&type=ALERT')).toMatchObject({ titles: [], total: 0 })
  expect((await find('alerts or dogs', '&type=ALERT')).titles).toEqual(['covered'])
  expect((await find('alerts', '&type=ALERT')).titles).toEqual(['covered'])
  expect((await find('dogs', '&group=person')).titles).toEqual(['person dog'])
  expect((await find('garage', '&group=vehicle')).titles).toEqual(['horse truck'])
  expect((await find('garage', '&group=animal&type=MOTION')).titles).toEqual(['horse truck', 'dog'])
  expect((await find('only motion')).titles).toEqual(['plain'])
  expect((await find('garage', '&group=ghost')).status).toBe(400)
})

test('who came is told, and found by the search, in whichever of two times it was (ASK-03)', async () => {
  await writeRecorded(hub.dataDir, ann, [event('Garage', 'PERSON', '2026-03-10T07:30')])
  const message = 'Did anyone come last night or this morning?'
  const { answer } = (await send(hub.fastify, ann, 'POST', '/ai/chat', { message, existingChatId: null })).json()
  expect(answer).toContain(', and 1 this morning (since 2026-03-10 06:00 UTC).')
  const readAs = expect.stringContaining('last night and this morning')
  expect(await find('people last night or this morning')).toMatchObject({ total: 1, readAs })
})

/** As many cameras that were added and removed one after the other, the last of them last. */
async function addRemoved(count: number): Promise<void> {
  const db = await openTestDatabase(hub.dataDir)
  const { position, ...like } = await db
    .selectFrom('cameras')
    .selectAll()
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, index) => ({
    ...like,
    id: randomUUID(),
    workspace_id: ann.workspaceId,
    name: `${names[index]}`,
    removed_at: hub.clock.now() + index,
    position: position + 1 + index,
  }))
  await db.insertInto('cameras').values(rows).execute()
  await db.destroy()
}

/** Words that no slip makes of one another. */
const names = Array.from({ length: 103 }, (_, index) =>
  String.fromCharCode(...[Math.floor(index / 26), index % 26].map((letter) => 97 + letter)).repeat(3),
)

test('a question knows the cameras that are there and the hundred that were removed last (ASK-01)', async () => {
  await addRemoved(103)
  for (const [name, how] of [
    ['garage', 'at Garage'],
    [names[102], `at ${names[102]}`],
    [names[3], `at ${names[3]}`],
    [names[2], `, with "${names[2]}"`],
  ])
    expect((await find(`people at the ${name}`)).readAs).toContain(how)
})
