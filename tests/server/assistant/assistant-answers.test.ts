import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addCamera, answerTo, send } from '../support/calls'
import { postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

let hub: TestHub
let ann: SignedInUser
let door: string
let garage: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  door = (await addCamera(hub.fastify, ann, 'Front Door')).id
  garage = (await addCamera(hub.fastify, ann, 'Garage')).id
  await watchForLong(hub)
})
afterEach(() => hub.close())

const at = (time: string) => Date.parse(`${time}:00Z`)
const event = (cameraId: string, type: Recorded['type'], time: string, sizeBytes: number | null = 1000): Recorded => ({
  cameraId,
  type,
  sizeBytes,
  atMs: at(time),
  title: `${type === 'PERSON' ? 'Person' : type === 'MOTION' ? 'Motion' : 'Tampering'} at ${cameraId === door ? 'Front Door' : 'Garage'}`,
})
const write = (...events: Recorded[]) => writeRecorded(hub.dataDir, ann, events)

/** Asks; the links' addresses are left out. */
const ask = (message: string, timeZone?: string) =>
  answerTo(hub.fastify, ann, message, { ...(timeZone && { timeZone }) })

describe('the built-in assistant (ASK-01)', () => {
  test('an alert without a recording is told without a link, and one with a recording links it', async () => {
    await write(event(door, 'ALERT', '2026-03-10T09:00', null), event(garage, 'ALERT', '2026-03-10T08:00'))
    expect(await ask('Any security alerts?')).toBe(
      [
        'There were 2 security alerts in all that is kept.',
        '- 2026-03-10 09:00 UTC: Tampering at Front Door, without a recording',
        '- 2026-03-10 08:00 UTC: Tampering at Garage, [open the clip](link)',
      ].join('\n'),
    )
  })

  test('a size is that of the camera and the time that are named, and a place without a camera has no events', async () => {
    await write(
      event(door, 'PERSON', '2026-03-10T08:00', 3_000_000_000),
      event(garage, 'PERSON', '2026-03-10T09:00', 2_000_000_000),
      event(garage, 'PERSON', '2026-03-09T09:00', 4_000_000_000),
    )
    expect(await ask('How many gigabytes did the garage record today?')).toMatch(
      /^There was 1 recording at Garage today .*, 1\.86 GB in all\.$/m,
    )
    expect(await ask('How big is the first clip in gigabytes?')).toMatch(
      /2026-03-09 09:00 UTC, Garage\]\(link\), 3\.73 GB$/,
    )
    expect(await ask('Was anyone at the dead door?')).toBe(
      'There is no camera called "dead". You have Front Door and Garage.',
    )
    expect(await ask('How many messages did I get yesterday?')).toMatch(/^I cannot tell "messages"/)
    expect(await ask('When was the garage inactive?')).toMatch(/^I cannot narrow a search down like that\./)
  })

  test('a plug that was pulled is an alert (SENSE-07)', async () => {
    await write(event(door, 'ALERT', '2026-03-10T09:00', null), event(garage, 'MOTION', '2026-03-10T08:00'))
    for (const question of ['Was the camera unplugged today?', 'Was there a power cut today?'])
      expect(await ask(question)).toContain('2026-03-10 09:00 UTC: Tampering at Front Door')
    expect(await ask('Was there a power outage today?')).not.toContain('Garage')
  })

  test('no alert is taken for one of the kind that is asked for (ASK-08)', async () => {
    await write({ ...event(garage, 'ALERT', '2026-03-10T09:00', null), title: 'Battery low at Garage' })
    expect(await ask('Was the garage camera covered today?')).toMatch(/^There was 1 security alert at Garage today /)
    expect(await ask('Were there any alerts today?')).toMatch(/^Yes: there was 1 security alert today /)
  })

  test('thanks are taken as thanks', async () => {
    for (const thanks of ['thanks!', 'Thank you very much', 'ok thanks', 'great, thx', 'ty'])
      expect(await ask(thanks)).toBe('You are welcome.')
    expect(await ask('hello')).toMatch(/^Hello! Ask me/)
    expect(await ask('thanks, and who came today?')).toMatch(/^There was no person event today /)
  })

  test('who takes leave is not greeted as if they came', async () => {
    for (const leave of ['bye', 'Good bye!', 'goodbye Nightjar', 'ok, thanks, bye', 'good night', 'see you tomorrow'])
      expect(await ask(leave)).toBe('Goodbye.')
    expect(await ask('good evening')).toMatch(/^Hello! Ask me/)
    expect(await ask('good night, who came today?')).toMatch(/^There was no person event /)
  })

  test('the last and the first of something are told with time and link', async () => {
    await write(
      event(door, 'PERSON', '2026-03-09T09:00'),
      event(door, 'PERSON', '2026-03-10T08:30'),
      event(garage, 'PERSON', '2026-03-10T11:00'),
    )
    expect(await ask('When was the last person at the front door?')).toBe(
      'The last person event at Front Door in all that is kept was at 2026-03-10 08:30 UTC: Person at Front Door, [open the clip](link).',
    )
    expect(await ask('who was the first person yesterday')).toMatch(/ was at 2026-03-09 09:00 UTC: /)
    expect(await ask('when was the last alert at the garage')).toBe(
      'There was no security alert at Garage in all that is kept. But there was 1 other event. Person: 1.',
    )
  })

  test('who asks for motion is never told that there was none while people moved (ASK-01)', async () => {
    await write(
      event(door, 'PERSON', '2026-03-10T08:00'),
      event(door, 'PERSON', '2026-03-10T09:00'),
      event(garage, 'PERSON', '2026-03-10T10:00'),
    )
    const today = 'today (since 2026-03-10 00:00 UTC)'
    expect(await ask('any motion today?')).toContain(`There were 3 motion events ${today}. Person: 3 and Motion: 0.`)
    expect(await ask("Show me today's motion events")).toContain('There were 3 motion events')
    expect(await ask('motion today, not people')).toBe(
      `There was no motion event ${today}. But there were 3 other events. Person: 3.`,
    )
    await write(event(door, 'MOTION', '2026-03-10T11:00'))
    expect(await ask('any motion today?')).toContain('Person: 3 and Motion: 1.')
  })

  test('words that nothing knows are left out, and the answer says so', async () => {
    await write(event(door, 'PERSON', '2026-03-10T08:30'))
    expect(await ask('any bald people today')).toMatch(/\nI do not know "bald" and left it out\.$/)
    expect(await ask('any people today')).not.toContain('left it out')
  })

  test('averages, shares and cameras without any are counted', async () => {
    await write(
      event(door, 'PERSON', '2026-03-09T09:00'),
      event(door, 'PERSON', '2026-03-09T10:00'),
      event(door, 'MOTION', '2026-03-09T11:00'),
      event(door, 'MOTION', '2026-03-09T12:00'),
    )
    expect(await ask('average number of people per hour yesterday')).toMatch(
      /^On average 0\.1 person events an hour\. /,
    )
    expect(await ask('how many people per day on average yesterday')).toMatch(/^On average 2\.0 person events a day\. /)
    expect(await ask("what percentage of yesterday's events were people")).toMatch(
      /^50%: 2 person events .*of 4 events/,
    )
    expect(await ask('which cameras had no activity yesterday')).toMatch(
      /^1 of 2 cameras had no event yesterday .*: Garage\.$/,
    )
    expect(await ask('how many people and how many alerts yesterday')).toContain('Person: 2')
    expect(await ask('when was the last person')).toContain('10:00 UTC')
    expect(await ask('when was the last alert')).toBe(
      'There was no security alert in all that is kept. But there were 4 other events. Person: 2 and Motion: 2.',
    )
  })

  test('two times are compared, also two cameras', async () => {
    await write(
      event(door, 'MOTION', '2026-03-09T09:00'),
      event(door, 'MOTION', '2026-03-10T09:00'),
      event(garage, 'MOTION', '2026-03-10T10:00'),
    )
    expect(await ask('Was there more motion today than yesterday?')).toBe(
      [
        'There were 2 motion events today (since 2026-03-10 00:00 UTC), and 1 yesterday (2026-03-09 00:00 to 2026-03-10 00:00 UTC).',
        'That is 1 more today than yesterday.',
      ].join('\n'),
    )
    expect(await ask('more motion at the garage or the front door?')).toBe(
      'More at Front Door: motion events in all that is kept:\n- Garage: 1\n- Front Door: 2',
    )
  })

  test('groups are counted by camera, type, and the hour and day of the zone', async () => {
    await write(
      event(door, 'MOTION', '2026-03-09T23:30'),
      event(door, 'PERSON', '2026-03-10T09:00'),
      event(garage, 'MOTION', '2026-03-09T23:40'),
    )
    expect(await ask('events per camera')).toBe(
      'There were 3 events in all that is kept:\n- Front Door: 2\n- Garage: 1',
    )
    expect(await ask('which camera is the busiest')).toMatch(
      /^The most events in all that is kept were at Front Door: 2 events, of 3 in all\.$/,
    )
    expect(await ask('what kinds of events were there')).toContain('- Person: 1\n- Motion: 2\n- Alert: 0')
    expect(await ask('what was the busiest hour', 'Asia/Kolkata')).toContain('were from 05:00 to 06:00: 2 events')
    expect(await ask('which day had the most events', 'Asia/Kolkata')).toContain('were on Tuesday 2026-03-10: 3 events')
    expect(await ask('which day had the most events')).toContain('were on Monday 2026-03-09: 2 events')
  })

  test('the days after one without a midnight are counted, and that day ends with itself', async () => {
    // In Havana the clock went from 00:00 to 01:00 on Sunday, 8 March.
    await write(
      event(door, 'PERSON', '2026-03-08T12:00'),
      event(door, 'PERSON', '2026-03-09T04:30'),
      event(garage, 'PERSON', '2026-03-09T12:00'),
    )
    expect(await ask('people per day since saturday', 'America/Havana')).toContain(
      ':\n- Saturday 2026-03-07: 0\n- Sunday 2026-03-08: 1\n- Monday 2026-03-09: 2\n- Tuesday 2026-03-10: 0',
    )
    expect(await ask('how many people on sunday', 'America/Havana')).toContain('There was 1 person event')
  })

  test('times are meant and said in the zone of the user, and in UTC where none is known', async () => {
    await write(event(door, 'MOTION', '2026-03-09T23:30'))
    expect(await ask("Show me today's motion events")).toBe(
      'There was no motion event today (since 2026-03-10 00:00 UTC).',
    )
    expect(await ask("Show me today's motion events", 'Europe/Paris')).toMatch(
      /^There was 1 motion event today \(since 2026-03-10 00:00 Europe\/Paris\)\.\n- 2026-03-10 00:30 Europe\/Paris: /,
    )
    // Luxon keeps each writing of a name for ever: it gets one, which is the one that people know.
    for (const [asked, told] of [
      ['eUROPE/pARIS', 'Europe/Paris'],
      ['aSIA/kOLKATA', 'Asia/Kolkata'],
      ['america/port-AU-prince', 'America/Port-au-Prince'],
    ] as const) {
      expect(await ask("Show me today's motion events", asked)).toContain(`00:00 ${told})`)
    }
    expect(await ask("Show me today's motion events", 'Mars/Olympus_Mons')).toContain('(since 2026-03-10 00:00 UTC)')
    const refused = { message: 'hello', existingChatId: null, timeZone: '+02:00' }
    expect((await send(hub.fastify, ann, 'POST', '/ai/chat', refused)).json().message).toBe(
      'timeZone: Give the time zone by its IANA name, such as Europe/Paris, or leave it out.',
    )
  })

  test('a camera that is not there is said not to be, with those that are', async () => {
    expect(await ask('any motion at the pool?')).toBe(
      'There is no camera called "pool". You have Front Door and Garage.',
    )
  })

  test('a removed camera still answers for its recordings, and has no state', async () => {
    await write(event(garage, 'MOTION', '2026-03-10T10:00'))
    await send(hub.fastify, ann, 'DELETE', `/cameras/${garage}`)
    expect(await ask('any motion at the garage?')).toMatch(/^There was 1 motion event at Garage /)
    expect(await ask('is the garage camera online?')).toBe('Garage was removed; only its recordings are left.')
    await send(hub.fastify, ann, 'DELETE', `/cameras/${door}`)
    await addCamera(hub.fastify, ann, 'Shed')
    expect(await ask('are the garage and front door cameras online?')).toBe(
      'Garage and Front Door were removed; only their recordings are left.',
    )
  })

  test('a camera that went offline was last seen when its last snapshot came', async () => {
    await postSnapshot(hub.fastify, ann, door)
    expect(await ask('is the front door camera online?')).toMatch(/^Front Door is online\./)
    hub.clock.advance(60_000)
    expect(await ask('when was the front door last online?')).toContain('offline, last seen 2026-03-10 12:00 UTC')
    expect(await ask('which cameras are offline')).toMatch(/^2 of 2 cameras are offline: Front Door and Garage\./)
  })

  test('cameras are asked for by any word for their state', async () => {
    hub.clock.advance(60_000)
    await postSnapshot(hub.fastify, ann, door)
    const offline = '1 of 2 cameras is offline: Garage.'
    for (const question of [
      'show the disconnected cameras',
      'are there any dead cameras',
      'how many unreachable cameras are there',
      'which cameras are not reachable',
    ])
      expect([question, (await ask(question)).split('\n')[0]]).toEqual([question, offline])
    expect(await ask('how many reachable cameras do i have')).toMatch(/^1 of 2 cameras is online: Front Door\./)
    for (const question of ['list the enabled cameras', 'are there any disabled cameras'])
      expect(await ask(question)).toMatch(
        /^You have 2 cameras: 1 online, 1 offline\.\n- Front Door \(.*\): online, motion detection o.*\n- Garage /,
      )
  })

  test('an inactive camera is one that had nothing, which is no yes', async () => {
    await write(event(door, 'MOTION', '2026-03-10T10:00'))
    for (const question of ['which cameras were inactive today', 'were there any inactive cameras today'])
      expect(await ask(question)).toMatch(/^1 of 2 cameras had no event today \(.*\): Garage\./)
    expect(await ask('was the front door inactive today')).toMatch(/^There was 1 event at Front Door today /)
  })

  test('the second last is told by its place, also where there is none', async () => {
    await write(event(door, 'PERSON', '2026-03-10T08:00'), event(door, 'PERSON', '2026-03-10T10:00'))
    expect(await ask('when was the second last person')).toBe(
      'The second last person event in all that is kept was at 2026-03-10 08:00 UTC: Person at Front Door, [open the clip](link).',
    )
    expect(await ask('the third to last person')).toBe('There was no third last person event in all that is kept.')
  })

  test('the recording before the last is not the last once more', async () => {
    await write(event(door, 'MOTION', '2026-03-10T09:00', 2048), event(garage, 'MOTION', '2026-03-10T10:00', 1024))
    const lineOfFirst = '- [2026-03-10 09:00 UTC, Front Door](link), 2.00 KB'
    expect(await ask('show me the second last recording')).toBe(
      `The second newest recording in all that is kept:\n${lineOfFirst}`,
    )
    expect(await ask('the third last clip')).toBe('There was no third newest recording in all that is kept.')
    const { id: existingChatId } = (await send(hub.fastify, ann, 'POST', '/chats', {})).json()
    const askOn = (message: string) => answerTo(hub.fastify, ann, message, { existingChatId })
    expect(await askOn('show me the last recording')).toContain('2026-03-10 10:00')
    expect(await askOn('and before that')).toBe(`The newest recording before that in all that is kept:\n${lineOfFirst}`)
    expect(await askOn('and before that')).toBe('There was no recording before that in all that is kept.')
  })

  test('a word that is acted on is not said to be left out', async () => {
    await write(event(door, 'PERSON', '2026-03-10T10:00'))
    for (const question of ['display the last event', 'summarize today', 'people near the front door'])
      expect(await ask(question)).not.toMatch(/left out|beyond/i)
  })

  test('recordings are told by size where their length is not known yet (FACT-11)', async () => {
    await write(event(door, 'MOTION', '2026-03-10T09:00', 2048), event(door, 'MOTION', '2026-03-10T10:00', 1024))
    expect(await ask('what is the longest recording?')).toBe(
      [
        'The largest recording in all that is kept:',
        '- [2026-03-10 09:00 UTC, Front Door](link), 2.00 KB',
        'How long they are is not known yet: the hub has still to read that.',
      ].join('\n'),
    )
  })

  test('parts of several days are one period each', async () => {
    await write(
      ...['2026-03-08T12:00', '2026-03-08T23:00', '2026-03-09T05:00', '2026-03-09T20:00'].map((time) =>
        event(door, 'PERSON', time),
      ),
    )
    expect(await ask('how many people came at night in the last 7 days')).toMatch(/^There were \d person events/)
    expect(await ask('how many people came at night this week')).toMatch(/^There was 1 person event this week at night/)
    expect(await ask('how many people came at night last week')).toMatch(
      /^There were 2 person events last week at night \(.*7 times\)/,
    )
  })

  test('what cannot be known is said, and nothing is changed by asking for it', async () => {
    expect(await ask('how many vans came yesterday')).toMatch(/^I cannot tell "vans" from other motion/)
    expect(await ask('delete all recordings')).toMatch(/^I only answer questions; I change nothing/)
    expect(await ask('did anna come home?')).toMatch(/^I do not know who people are/)
  })

  test('notifications, retention and prices are those of the plan', async () => {
    expect(await ask('how many notifications are left?')).toMatch(
      /^Notifications this month: 0 of 500 sent, 500 left\./,
    )
    expect(await ask('how long do you keep recordings')).toMatch(/^Recordings are kept for 365 days/)
    expect(await ask('what does pro cost')).toContain('Pro costs $9.99 a month, or $5.99 a month billed by the year')
  })
})
