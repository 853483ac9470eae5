import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outsideOf } from '../../../server/assistant/sight/ranges'
import { addCamera, answerTo, send } from '../support/calls'
import { openTestDatabase } from '../support/database'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

const at = (time: string) => Date.parse(`${time}:00Z`)

let hub: TestHub
let ann: SignedInUser

/** It is noon of Tuesday, 10 March. The garage's camera was removed on Thursday, at noon, and added again on Friday, at noon. */
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  const add = async (name: string) => (await addCamera(hub.fastify, ann, name)).id
  const [first, second] = [await add('Garage'), await add('Garage')]
  await add('Door')
  await watchForLong(hub)
  const db = await openTestDatabase(hub.dataDir)
  try {
    await db
      .updateTable('cameras')
      .set({ removed_at: at('2026-03-05T12:00') })
      .where('id', '=', first)
      .execute()
    await db
      .updateTable('cameras')
      .set({ created_at: at('2026-03-06T12:00') })
      .where('id', '=', second)
      .execute()
    await db
      .insertInto('outage_watch')
      .values({ id: 'cameras', since_at: at('2026-03-01T00:00'), round_at: at('2026-03-10T12:00') })
      .execute()
  } finally {
    await db.destroy()
  }
  const person = { type: 'PERSON', title: 'Person at Garage', sizeBytes: 1000 } as const
  await writeRecorded(hub.dataDir, ann, [
    { ...person, cameraId: first, atMs: at('2026-03-04T10:00') },
    { ...person, cameraId: second, atMs: at('2026-03-07T10:00') },
    { ...person, cameraId: second, atMs: at('2026-03-10T10:00') },
  ])
})
afterAll(() => hub.close())

async function ask(message: string): Promise<string> {
  const { id: existingChatId } = (await send(hub.fastify, ann, 'POST', '/chats', {})).json()
  return answerTo(hub.fastify, ann, message, { existingChatId })
}

describe('a camera that was removed and added again under its name is one (ASK-01, ASK-10)', () => {
  test('what was removed long ago hides nothing of today, and has no second name', async () => {
    expect(await ask('how many people at the garage today?')).toMatch(
      /^There was 1 person event at Garage today \(since [^)]*\)\.\n- [^\n]*$/,
    )
    expect(await ask('was the garage camera on yesterday?')).toMatch(
      /^Garage yesterday \([^)]*\): online and watching all that time\.$/,
    )
  })

  test('what is there now is not said to be missing in the time of the first', async () => {
    for (const question of ['any motion at the garage on tuesday last week?', 'any motion on tuesday last week?'])
      expect(await ask(question)).toMatch(/^There was no motion event[^\n]*$/)
  })

  test('between the two, nothing could be seen', async () => {
    expect(await ask('any motion at the garage on thursday evening?')).toMatch(
      /^I cannot say: nothing could be seen then\..*\nNothing could be seen: Garage was removed before; Garage was added only later\./,
    )
  })

  test('the events of both are found, and counted as of one', async () => {
    expect(await ask('how many people at the garage last week?')).toMatch(
      /^There were 2 person events at Garage last week \([^)]*\)\.\n(- .*\n){2}Not everything could be seen: Garage was removed at 2026-03-05 12:00 UTC; Garage was added only later, at 2026-03-06 12:00 UTC\./,
    )
    expect(await ask('people per camera last week')).toContain('\n- Garage: 2\n- Door: 0\n')
  })
})

test('what lies outside of ranges', () => {
  const range = (fromMs: number, untilMs: number) => ({ fromMs, untilMs })
  expect(outsideOf([range(0, 10)], [])).toEqual([range(0, 10)])
  expect(outsideOf([range(0, 10)], [range(4, 6), range(2, 5), range(9, 20)])).toEqual([range(0, 2), range(6, 9)])
  expect(outsideOf([range(0, 10)], [range(-5, 15)])).toEqual([])
})
