import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCamera, answerTo, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

const at = (time: string) => Date.parse(`${time}:00Z`)
const names = ['Door', 'Garage', 'Shed'] as const
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

/** It is noon of 10 March, a Tuesday. The shed has been away since 10 o'clock of the day before. */
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  for (const name of names) ids.set(name, (await addCamera(hub.fastify, ann, name)).id)
  await watchForLong(hub)
  await writeRecorded(hub.dataDir, ann, [
    event('Door', 'ALERT', '2026-03-10T08:00'),
    event('Door', 'ALERT', '2026-03-10T09:00'),
    event('Garage', 'MOTION', '2026-03-09T07:00'),
    event('Garage', 'PERSON', '2026-03-08T07:00'),
    event('Garage', 'ALERT', '2026-03-08T08:00'),
    event('Shed', 'PERSON', '2026-03-08T09:00'),
  ])
  const db = await openTestDatabase(hub.dataDir)
  try {
    await db
      .insertInto('outages')
      .values({
        id: randomUUID(),
        workspace_id: ann.workspaceId,
        camera_id: ids.get('Shed') ?? '',
        seen_at: at('2026-03-09T10:00'),
        started_at: at('2026-03-09T10:01'),
        stay_ms: 30_000,
        is_told: 0,
        back_since: null,
        ended_at: null,
      })
      .execute()
  } finally {
    await db.destroy()
  }
})
afterAll(() => hub.close())

async function ask(message: string): Promise<string> {
  const { id: existingChatId } = (await send(hub.fastify, ann, 'POST', '/chats', {})).json()
  return answerTo(hub.fastify, ann, message, { existingChatId })
}

describe('a comparison of nothing is no all-clear (ASK-13)', () => {
  test('of two times, it says what else there was in each that had none', async () => {
    expect(await ask('more people at the door and the garage today than yesterday?')).toBe(
      [
        'There was no person event at Door and Garage today (since 2026-03-10 00:00 UTC), and 0 yesterday (2026-03-09 00:00 to 2026-03-10 00:00 UTC).',
        'That is as many today as yesterday. But there were 2 other events today. Alert: 2. But there was 1 other event yesterday. Motion: 1.',
      ].join('\n'),
    )
  })

  test('and that cameras could not see', async () => {
    expect(await ask('more people at the shed today than yesterday?')).toMatch(
      /^As far as the cameras could see, there was no person event at Shed today .*\n.*\nNot everything could be seen: Shed /,
    )
    expect(await ask('more people at the shed today than on sunday?')).toMatch(
      /^I cannot say: nothing could be seen today\. As far as is known, there was no person event at Shed today .* and 1 on Sunday /,
    )
    expect(await ask('more people at the shed today than last night?')).toMatch(
      /^I cannot say: nothing could be seen today and last night\. As far as is known, there was no person event at Shed /,
    )
  })

  test('of two cameras, for each that had none', async () => {
    expect(await ask('door or garage, which had more people today?')).toMatch(
      /^As many: person events today \([^)]*\):\n- Door: 0\n- Garage: 0\nBut there were 2 other events at Door\. Alert: 2\.$/,
    )
    expect(await ask('garage or shed, which had more people today?')).toMatch(
      /^As far as the cameras could see, as many: .*\n- Garage: 0\n- Shed: 0\nNot everything could be seen: Shed /,
    )
  })

  test('of cameras that had none, of those alone', async () => {
    expect(await ask('which cameras had no people on sunday?')).toMatch(
      /^1 of 3 cameras had no person event on Sunday \([^)]*\): Door\.$/,
    )
    expect(await ask('which camera had no people on sunday?')).toMatch(
      /^1 of 3 cameras had no person event on Sunday \([^)]*\): Door\.$/,
    )
    expect(await ask('which cameras had no motion on monday?')).toMatch(
      /^As far as the cameras could see, 2 of 3 cameras had no motion event .*: Door and Shed\.\nNot everything/,
    )
    expect(await ask('which cameras had no people since sunday?')).toMatch(
      /^1 of 3 cameras had no person event .*: Door\. But there were 2 other events there\. Alert: 2\.\n/,
    )
  })

  test('of motion, it tells of alerts besides', async () => {
    expect(await ask('more motion at the garage on sunday than yesterday?')).toMatch(
      /That is as many on Sunday as yesterday\. Besides there was 1 security alert on Sunday\.$/,
    )
  })

  test('each side has its own part of the day', async () => {
    expect(await ask('more people at the door this morning than yesterday morning?')).toContain(
      'this morning (since 2026-03-10 06:00 UTC), and 0 yesterday in the morning (2026-03-09 06:00 to 2026-03-09 12:00 UTC)',
    )
  })
})

describe('a comparison of recordings counts them, each side by itself (ASK-13)', () => {
  test('of two times', async () => {
    expect(await ask('more clips today than on sunday?')).toMatch(
      /^There were 2 recordings today \(.*\), and 3 on Sunday \(.*\)\.\nThat is 1 fewer today than on Sunday\.\n/,
    )
    expect(await ask('how many clips today vs yesterday')).toMatch(
      /^There were 2 recordings today .*, and 1 yesterday /,
    )
  })

  test('of two cameras', async () => {
    expect(await ask('which had more clips, door or garage?')).toMatch(
      /^More at Garage: recordings in all that is kept:\n- Door: 2\n- Garage: 3$/,
    )
  })

  test('but not how large or long they are', async () => {
    expect(await ask('which used more storage, door or garage?')).not.toMatch(/^More at/)
  })
})
