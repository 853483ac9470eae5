import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCamera, answerTo, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

const at = (time: string) => Date.parse(`${time}:00Z`)
const names = ['Door', 'Garage', 'Shed', 'Attic', 'Kennel'] as const
type Name = (typeof names)[number]

let hub: TestHub
let ann: SignedInUser
const ids = new Map<Name, string>()

const event = (name: Name, type: Recorded['type'], time: string): Recorded => ({
  cameraId: ids.get(name) ?? '',
  type,
  atMs: at(time),
  sizeBytes: 1000,
  title: `${type} at ${name}`,
})

/** It is noon of 10 March, a Tuesday. */
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  for (const name of names) ids.set(name, (await addCamera(hub.fastify, ann, name)).id)
  await watchForLong(hub)
  await writeRecorded(hub.dataDir, ann, [
    event('Door', 'PERSON', '2026-03-09T20:00'),
    event('Door', 'ALERT', '2026-03-10T09:00'),
    event('Garage', 'MOTION', '2026-03-10T07:00'),
  ])
  const db = await openTestDatabase(hub.dataDir)
  try {
    const outage = (name: Name, from: string, to: string | null) => ({
      id: randomUUID(),
      workspace_id: ann.workspaceId,
      camera_id: ids.get(name) ?? '',
      seen_at: at(from),
      started_at: at(from) + 70_000,
      stay_ms: 30_000,
      is_told: 0,
      back_since: to === null ? null : at(to),
      ended_at: to === null ? null : at(to) + 30_000,
    })
    await db
      .insertInto('outages')
      .values([
        outage('Door', '2026-03-09T23:00', '2026-03-10T01:30'),
        outage('Garage', '2026-03-07T08:00', '2026-03-07T08:10'),
        outage('Garage', '2026-03-07T10:00', '2026-03-07T10:20'),
        outage('Garage', '2026-03-07T18:00', '2026-03-07T19:00'),
        outage('Shed', '2026-03-10T10:00', null),
      ])
      .execute()
    const set = (name: Name, values: { created_at?: number; is_motion_enabled?: number; last_snapshot_at?: number }) =>
      db
        .updateTable('cameras')
        .set(values)
        .where('id', '=', ids.get(name) ?? '')
        .execute()
    await set('Shed', { last_snapshot_at: at('2026-03-10T10:00') })
    await set('Attic', { created_at: at('2026-03-09T12:00') })
    await set('Kennel', { is_motion_enabled: 0, created_at: at('2026-03-08T00:00') })
    const mode = (position: number, mode: 'off' | 'armed', from: string) => ({
      workspace_id: ann.workspaceId,
      position,
      from_at: at(from),
      settings: JSON.stringify({
        choice: { mode, lasts: 'for-good', atMs: at(from), by: 'ann@example.org' },
        schedule: null,
        snooze: null,
        rules: [],
      }),
    })
    await db
      .insertInto('mode_eras')
      .values([mode(1, 'off', '2026-03-05T08:00'), mode(2, 'armed', '2026-03-05T18:00')])
      .execute()
    await db
      .insertInto('outage_watch')
      .values({ id: 'cameras', since_at: at('2026-03-06T00:00'), round_at: at('2026-03-10T12:00') })
      .execute()
  } finally {
    await db.destroy()
  }
})
afterAll(() => hub.close())

async function ask(...messages: string[]): Promise<string> {
  const { id: existingChatId } = (await send(hub.fastify, ann, 'POST', '/chats', {})).json()
  let answer = ''
  for (const message of messages) answer = await answerTo(hub.fastify, ann, message, { existingChatId })
  return answer
}

describe('the assistant says what could not be seen (ASK-10)', () => {
  test('a camera that was offline for a part of the time saw no more than the rest', async () => {
    expect(await ask('was there an alert at the door last night?')).toBe(
      [
        'As far as the cameras could see, there was no security alert at Door last night (2026-03-09 18:00 to 2026-03-10 06:00 UTC). But there was 1 other event. Person: 1.',
        'Not everything could be seen: Door was offline from 2026-03-09 23:00 to 2026-03-10 01:30 UTC. Whatever happened there then may not be known.',
      ].join('\n'),
    )
    expect(await ask('did anyone come to the door last night?')).toMatch(
      /^Yes: there was 1 person event at Door .*\n.*\nNot everything could be seen: Door was offline from /,
    )
    expect(await ask('did anyone come to the door this morning?')).toMatch(
      /^No: there was no person event at Door this morning \([^)]*\)\. But there was 1 other event\. Alert: 1\.$/,
    )
  })

  test('where no camera saw anything, there is no no', async () => {
    expect(await ask('did anyone come to the shed after 11 today?')).toBe(
      [
        'I cannot say: nothing could be seen then. As far as is known, there was no person event at Shed after 11 today (since 2026-03-10 11:00 UTC).',
        'Nothing could be seen: Shed has been offline since 2026-03-10 10:00 UTC. Whatever happened there then may not be known.',
      ].join('\n'),
    )
    expect(await ask('anything on thursday between 9 and 5')).toMatch(
      /^I cannot say: .*\nNothing could be seen: (.*; )?by the mode Door, Garage and Shed recorded no motion all that time/,
    )
    expect(await ask('any motion in the attic on sunday')).toMatch(
      /^I cannot say: .*\nNothing could be seen: Attic was added only later\./,
    )
  })

  test('since when it could not be seen is as the hub knows it, also outside of the time that is asked of', async () => {
    expect(await ask('is anyone at the shed?')).toContain('Shed has been offline since 2026-03-10 10:00 UTC.')
    expect(await ask('any motion in the attic in the nights from 8 to 10 march?')).toContain(
      'Attic was added only later, at 2026-03-09 12:00 UTC.',
    )
  })

  test('motion detection that is off sees nothing since it last worked, and an alarm of the kind is not hidden', async () => {
    expect(await ask('any motion at the kennel today?')).toMatch(
      /^I cannot say: .*\nNothing could be seen: motion detection is off now at Kennel\./,
    )
    expect(await ask('any motion in the garage today?')).not.toContain('could be seen')
  })

  test('many outages are told by their number, and of all that is kept only what holds now', async () => {
    expect(await ask('any motion in the garage on saturday?')).toContain(
      'Garage was offline 3 times, 1 h 30 min in all, between 2026-03-07 08:00 and 2026-03-07 19:00 UTC',
    )
    expect(await ask('any alerts?')).toMatch(
      /\nNot everything could be seen: motion detection is off now at Kennel; Shed has been offline since 2026-03-10 10:00 UTC\.|\nNot everything could be seen: Shed has been offline since 2026-03-10 10:00 UTC; motion detection is off now at Kennel\./,
    )
  })

  test('comparisons, counts and recordings say it too', async () => {
    for (const question of [
      'more motion at the door today than yesterday?',
      'which camera was quietest last night',
      'events per camera last night',
      'recordings of last night',
      'when was the last person last night',
    ])
      expect(await ask(question)).toMatch(/\nNot everything could be seen: .*Door was offline from /)
  })
})

describe('whether all is well, and whether a camera was on (ASK-09, ASK-11)', () => {
  test('all that happened in the last day is told, with neither yes nor no', async () => {
    expect(await ask('is everything okay at home?')).toMatch(
      /^Whether all is well, I cannot say; what was recorded in the last 24 hours \(since 2026-03-09 12:00 UTC\): 1 security alert, 3 events in all\. Person: 1, Motion: 1 and Alert: 1\. Now 1 camera of 5 is offline: Shed\.\n- 2026-03-10 09:00 UTC: ALERT at Door, /,
    )
    expect(await ask('is everything okay at home?', 'and last night?')).toMatch(
      /^Whether all is well, I cannot say; what was recorded last night .*: no security alert, 1 event in all\. Person: 1\./,
    )
  })

  test('a time that is over is answered by what the hub noted then, not by now', async () => {
    expect(await ask('was the door camera on all night?')).toBe(
      'Door last night (2026-03-09 18:00 to 2026-03-10 06:00 UTC): not watching all that time.\n- Door was offline from 2026-03-09 23:00 to 2026-03-10 01:30 UTC',
    )
    expect(await ask('was the door camera on all night?', 'and the garage?')).toBe(
      'Garage last night (2026-03-09 18:00 to 2026-03-10 06:00 UTC): online and watching all that time.',
    )
    expect(await ask('is the door camera on')).toMatch(/^Door is online\./)
  })

  test('an outage that the hub could not see is not denied', async () => {
    expect(await ask('was the garage camera online on march 4?')).toBe(
      [
        'Garage on 4 March (2026-03-04 00:00 to 2026-03-05 00:00 UTC): nothing is known of an outage.',
        'The hub has watched its cameras without a pause only since 2026-03-06 00:00 UTC: outages before may be missing here.',
      ].join('\n'),
    )
  })
})

describe('what is asked for by a word that may mean more (ASK-08)', () => {
  test('motion tells of alerts besides, and anything strange of everything', async () => {
    expect(await ask('any motion today?')).toMatch(
      /^There was 1 motion event today .*\. Besides there was 1 security alert\.\n/,
    )
    expect(await ask('anything suspicious today?')).toMatch(
      /^There was 1 security alert today .*\. Besides there was 1 other event\.\n/,
    )
    expect(await ask('did something happen today?')).toMatch(
      /^Yes: there were 2 events today .*\. Motion: 1 and Alert: 1\.\n/,
    )
  })
})

test('a mode that has recorded nothing for longer than is asked of did not begin with it (ASK-10)', async () => {
  await send(hub.fastify, ann, 'PUT', '/modes', { choice: { mode: 'off', lasts: 'for-good' } })
  hub.clock.advance(14 * 60_000)
  expect(await ask('is anyone at the door now?')).toContain('by the mode Door recorded no motion all that time')
})
