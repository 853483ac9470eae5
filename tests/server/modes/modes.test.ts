import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { ModeChange, ModeSpanRow, ModesAnswer } from '../../../src/contract/modes/modes'
import type { Mode, SnoozeLength } from '../../../src/lib/modes/mode'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, send } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { openHubDatabase } from '../support/webhook-worker'

const HOUR_MS = 3_600_000
/** The hub's clock stands at noon, UTC; in Berlin it is 13:00. */
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const week = {
  timeZone: 'Europe/Berlin',
  switches: [
    { days: everyDay, time: '06:30', mode: 'home' as Mode },
    { days: everyDay, time: '22:00', mode: 'night' as Mode },
  ],
}

let hub: TestHub
let users = 0
beforeAll(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
})
afterAll(() => hub.close())

/** Somebody with a workspace and a camera of their own. */
async function somebody(): Promise<{ ann: SignedInUser; door: Camera }> {
  const ann = await hub.signIn(`ann${++users}@example.org`)
  return { ann, door: await addCamera(hub.fastify, ann) }
}
const read = async (by: Caller) => (await send(hub.fastify, by, 'GET', '/modes')).json<ModesAnswer>()
const put = (by: Caller, change: ModeChange) => send(hub.fastify, by, 'PUT', '/modes', change)
async function change(by: Caller, wanted: ModeChange): Promise<ModesAnswer> {
  const answer = await put(by, wanted)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ModesAnswer>()
}
async function eraCount({ workspaceId }: SignedInUser): Promise<number> {
  const db = await openHubDatabase(hub)
  const rows = await db.selectFrom('mode_eras').selectAll().where('workspace_id', '=', workspaceId).execute()
  await db.destroy()
  return rows.length
}

describe('what is in force', () => {
  test('is Armed until somebody changes something (MODE-01)', async () => {
    const { ann } = await somebody()
    expect(await read(ann)).toEqual({
      now: '2026-03-10T12:00:00.000Z',
      inForce: {
        mode: 'armed',
        why: 'default',
        since: null,
        until: null,
        words: 'Armed, as nobody has chosen another mode',
      },
      choice: null,
      schedule: null,
      snooze: null,
      rules: [],
    })
  })

  test('is what the schedule says, with why and until when, in the zone of the workspace (MODE-03, MODE-04)', async () => {
    const { ann } = await somebody()
    const answer = await change(ann, { schedule: week })
    expect(answer.inForce).toEqual({
      mode: 'home',
      why: 'schedule',
      since: '2026-03-10T05:30:00.000Z',
      until: '2026-03-10T21:00:00.000Z',
      words: 'Home by the schedule since 06:30, until 22:00',
    })
    expect(await read(ann)).toEqual(answer)
  })

  test('is a choice by hand until the next switch, or for good, or until it is taken back (MODE-03)', async () => {
    const { ann } = await somebody()
    await change(ann, { schedule: week })
    const { inForce, choice } = await change(ann, { choice: { mode: 'away' } })
    expect(inForce).toMatchObject({ mode: 'away', why: 'hand', until: '2026-03-10T21:00:00.000Z' })
    expect(choice).toMatchObject({ lasts: 'next-switch', chosenBy: ann.email })
    const forGood = await change(ann, { choice: { mode: 'off', lasts: 'for-good' } })
    expect(forGood.inForce).toMatchObject({ mode: 'off', why: 'hand', until: null })
    expect((await change(ann, { choice: null })).inForce).toMatchObject({ mode: 'home', why: 'schedule' })
  })

  test('is the same for every member, and any of them may switch it (MODE-08)', async () => {
    const { ann } = await somebody()
    const bob = await hub.signIn(`bob${users}@example.org`)
    await send(hub.fastify, ann, 'POST', '/members', { email: bob.email })
    await hub.signIn(bob.email)
    const inAnns = { headers: { ...bob.headers, 'x-workspace-id': ann.workspaceId } }
    await change(inAnns, { choice: { mode: 'away' } })
    expect((await read(ann)).inForce).toMatchObject({ mode: 'away', words: expect.stringContaining(bob.email) })
    expect((await read(bob)).inForce.mode).toBe('armed')
  })

  test('can be switched by an API token with write, and read with read (MODE-08)', async () => {
    const { ann } = await somebody()
    const [reading, writing] = [
      await makeToken(hub.fastify, ann, ['read']),
      await makeToken(hub.fastify, ann, ['write']),
    ]
    expect((await put(reading, { choice: { mode: 'away' } })).statusCode).toBe(403)
    expect((await put(writing, { choice: { mode: 'away' } })).statusCode).toBe(200)
    expect((await read(reading)).inForce.mode).toBe('away')
  })

  test('stays as it is where two change different parts at once (MODE-08)', async () => {
    const { ann } = await somebody()
    await Promise.all([
      change(ann, { choice: { mode: 'away' } }),
      change(ann, { snooze: '1h' }),
      change(ann, { schedule: week }),
    ])
    expect(await read(ann)).toMatchObject({ choice: { mode: 'away' }, snooze: {}, schedule: week })
  })
})

describe('the table of cameras and modes', () => {
  test('keeps what differs from the modes’ own, and forgets what was put back (MODE-02)', async () => {
    const { ann, door } = await somebody()
    const quiet = { cameraId: door.id, mode: 'night', records: true, notifies: false } as const
    expect((await change(ann, { rules: [quiet] })).rules).toEqual([quiet])
    expect((await change(ann, { rules: [{ ...quiet, notifies: true }] })).rules).toEqual([])
  })

  test('forgets a camera that is removed, and knows none of another workspace (MODE-02)', async () => {
    const { ann, door } = await somebody()
    const other = await somebody()
    const rule = { cameraId: door.id, mode: 'home', records: false, notifies: false } as const
    expect((await put(other.ann, { rules: [rule] })).statusCode).toBe(404)
    await change(ann, { rules: [rule] })
    await send(hub.fastify, ann, 'DELETE', `/cameras/${door.id}`)
    expect((await read(ann)).rules).toEqual([])
  })
})

describe('a snooze (MODE-07)', () => {
  test('lasts an hour, eight, or until seven tomorrow in the zone of the workspace, and ends early', async () => {
    const { ann } = await somebody()
    const until = async (wanted: ModeChange) => (await change(ann, wanted)).snooze?.until
    expect(await until({ snooze: '1h' })).toBe('2026-03-10T13:00:00.000Z')
    expect(await until({ snooze: '8h' })).toBe('2026-03-10T20:00:00.000Z')
    expect(await until({ snooze: 'tomorrow' })).toBe('2026-03-11T07:00:00.000Z')
    expect(await until({ snooze: 'tomorrow', timeZone: 'Asia/Tokyo' })).toBe('2026-03-10T22:00:00.000Z')
    expect(await until({ snooze: 'tomorrow', schedule: week })).toBe('2026-03-11T06:00:00.000Z')
    expect(await until({ snooze: null })).toBeUndefined()
  })

  test('is not refused to a browser in a zone that the hub does not know: tomorrow is that of UTC', async () => {
    const { ann } = await somebody()
    const until = async (snooze: SnoozeLength) =>
      (await change(ann, { snooze, timeZone: 'America/Brand_New' })).snooze?.until
    expect(await until('1h')).toBe('2026-03-10T13:00:00.000Z')
    expect(await until('tomorrow')).toBe('2026-03-11T07:00:00.000Z')
  })
})

describe('what is refused, with a sentence', () => {
  const at22 = { days: [1], time: '22:00', mode: 'night' as Mode }
  test.each([
    [{}, 'Say what to change'],
    [{ choice: { mode: 'asleep' } }, 'A mode is armed, home, away, night or off.'],
    [{ snooze: '2h' }, 'A snooze is 1h, 8h or tomorrow.'],
    [{ schedule: { timeZone: 'Europe/Atlantis', switches: [] } }, 'knows no time zone “Europe/Atlantis”'],
    [{ schedule: { timeZone: 'UTC', switches: [{ ...at22, days: [] }] } }, 'days of a switch'],
    [{ schedule: { timeZone: 'UTC', switches: [{ ...at22, days: [8] }] } }, 'days of a switch'],
    [{ schedule: { timeZone: 'UTC', switches: [{ ...at22, time: '24:00' }] } }, 'written as 22:00'],
    [{ schedule: { timeZone: 'UTC', switches: [at22, { ...at22, days: [7, 1] }] } }, 'same time of the same day'],
    [{ schedule: { timeZone: 'UTC', switches: Array(51).fill(at22) } }, 'at most 50'],
  ])('%j (MODE-09)', async (body, sentence) => {
    const { ann } = await somebody()
    const answer = await send(hub.fastify, ann, 'PUT', '/modes', body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)])
    expect(await eraCount(ann)).toBe(0)
  })

  test('a history of more than 31 days, or of a time that ends before it begins (MODE-10)', async () => {
    const { ann } = await somebody()
    for (const days of ['dateStart=2026-01-01T00:00:00Z', 'dateStart=2026-03-12T00:00:00Z']) {
      const answer = await send(hub.fastify, ann, 'GET', `/modes/history?${days}&dateEnd=2026-03-11T00:00:00Z`)
      expect(answer.statusCode).toBe(400)
    }
  })
})

describe('the history (MODE-10)', () => {
  const history = async (by: Caller, dateStart: string, dateEnd: string) =>
    (await send(hub.fastify, by, 'GET', `/modes/history?dateStart=${dateStart}&dateEnd=${dateEnd}`)).json<{
      spans: ModeSpanRow[]
    }>().spans

  test('says from when to when which mode held, why, and where nothing could be recorded, up to now', async () => {
    const { ann, door } = await somebody()
    await change(ann, { choice: { mode: 'off', lasts: 'for-good' } })
    const spans = await history(ann, '2026-03-10T11:00:00Z', '2026-03-10T18:00:00Z')
    expect(spans).toEqual([
      {
        from: '2026-03-10T11:00:00.000Z',
        until: '2026-03-10T12:00:00.000Z',
        mode: 'armed',
        why: 'default',
        by: '',
        unrecordedCameraIds: [],
        isNothingRecorded: false,
      },
    ])
    hub.clock.advance(HOUR_MS / 60)
    const [, second] = await history(ann, '2026-03-10T11:00:00Z', '2026-03-10T18:00:00Z')
    expect(second).toMatchObject({
      from: '2026-03-10T12:00:00.000Z',
      until: '2026-03-10T12:01:00.000Z',
      mode: 'off',
      why: 'hand',
      by: ann.email,
      unrecordedCameraIds: [door.id],
      isNothingRecorded: true,
    })
  })

  test('does not grow where nothing changes', async () => {
    const { ann } = await somebody()
    for (let count = 0; count < 3; count++) {
      await change(ann, { choice: { mode: 'away', lasts: 'for-good' } })
      await change(ann, { schedule: week })
    }
    expect(await eraCount(ann)).toBe(2)
  })

  test('goes with the workspace', async () => {
    const { ann } = await somebody()
    await change(ann, { choice: { mode: 'away' } })
    const gone = await send(hub.fastify, ann, 'DELETE', `/workspaces/${ann.workspaceId}`, { email: ann.email })
    expect([gone.statusCode, await eraCount(ann)]).toEqual([200, 0])
  })
})

describe('a choice that has ended (MODE-03)', () => {
  const morning = { days: everyDay, time: '06:30', mode: 'home' as Mode }
  test.each([
    ['with other switches', [{ ...morning, days: [6] }]],
    ['without any', []],
  ])('does not come back when the schedule is changed to one %s', async (_, switches) => {
    const { ann: before } = await somebody()
    await change(before, { schedule: week })
    await change(before, { choice: { mode: 'off' } })
    const ann = await later(hub, before, 24 * HOUR_MS)
    expect((await read(ann)).inForce).toMatchObject({ mode: 'home', why: 'schedule' })
    const { inForce, choice } = await change(ann, { schedule: { ...week, switches } })
    expect([inForce.why, choice]).toEqual([switches.length === 0 ? 'default' : 'schedule', null])
  })

  test('says since when the schedule holds again, whatever else is changed', async () => {
    const { ann: before } = await somebody()
    const schedule = { ...week, switches: [...week.switches, { ...morning, time: '13:30' }] }
    await change(before, { schedule })
    await change(before, { choice: { mode: 'off' } })
    const ann = await later(hub, before, HOUR_MS)
    const { since } = (await read(ann)).inForce
    expect(since).toMatch(/T12:30:00/)
    expect((await change(ann, { schedule, snooze: '1h' })).inForce.since).toBe(since)
  })
})

describe('a choice that holds (MODE-03)', () => {
  const at = (hours: number, mode: Mode) => ({
    days: everyDay,
    mode,
    time: new Date(hub.clock.now() + hours * HOUR_MS).toISOString().slice(11, 16),
  })

  test.each([
    ['with a switch that would have been since', true],
    ['that is the first', false],
  ])('goes on to the next switch when the schedule is changed to one %s', async (_, hasSchedule) => {
    const { ann: before } = await somebody()
    const night = at(10, 'night')
    if (hasSchedule) await change(before, { schedule: { timeZone: 'UTC', switches: [night] } })
    const { choice } = await change(before, { choice: { mode: 'away' } })
    const ann = await later(hub, before, 3 * HOUR_MS)
    const { now, inForce } = await change(ann, { schedule: { timeZone: 'UTC', switches: [night, at(-1, 'home')] } })
    expect(inForce).toMatchObject({ mode: 'away', why: 'hand', since: choice?.chosenAt })
    expect(Date.parse(inForce.until ?? '') - Date.parse(now)).toBe(7 * HOUR_MS)
    const evening = await later(hub, ann, 7 * HOUR_MS)
    expect((await read(evening)).inForce).toMatchObject({ mode: 'night', why: 'schedule', since: inForce.until })
  })
})

describe('a mode that is chosen once more, until the next switch (MODE-03)', () => {
  const dailyIn = (hours: number) => ({
    timeZone: 'UTC',
    switches: [
      {
        days: everyDay,
        time: new Date(hub.clock.now() + hours * HOUR_MS).toISOString().slice(11, 16),
        mode: 'home' as Mode,
      },
    ],
  })

  test('stays the choice that it was, whoever repeats it', async () => {
    let { ann } = await somebody()
    const script = await makeToken(hub.fastify, ann, ['write'])
    await change(ann, { schedule: dailyIn(5) })
    const first = await change(ann, { choice: { mode: 'away' } })
    for (let count = 0; count < 3; count++) {
      ann = await later(hub, ann, HOUR_MS)
      await change(script, { choice: { mode: 'away' } })
      const { choice, inForce } = await read(ann)
      expect([choice, inForce]).toEqual([first.choice, first.inForce])
    }
    expect(await eraCount(ann)).toBe(2)
  })

  test('and kept for good, stays so where how long is left out, and ends with the next switch where that is asked for', async () => {
    const { ann } = await somebody()
    await change(ann, { schedule: dailyIn(5) })
    const first = await change(ann, { choice: { mode: 'away', lasts: 'for-good' } })
    hub.clock.advance(HOUR_MS / 6)
    const again = await change(ann, { choice: { mode: 'away' } })
    expect([again.choice, again.inForce.until]).toEqual([first.choice, null])
    expect((await change(ann, { choice: { mode: 'night' } })).choice?.lasts).toBe('next-switch')
    await change(ann, { choice: { mode: 'night', lasts: 'for-good' } })
    expect((await change(ann, { choice: { mode: 'night', lasts: 'next-switch' } })).choice?.lasts).toBe('next-switch')
  })

  test('is another once the switch came that ended it', async () => {
    const { ann } = await somebody()
    const script = await makeToken(hub.fastify, ann, ['write'])
    await change(ann, { schedule: dailyIn(1) })
    await change(ann, { choice: { mode: 'away' } })
    hub.clock.advance(2 * HOUR_MS)
    const second = await change(script, { choice: { mode: 'away' } })
    expect([second.inForce.mode, second.inForce.since]).toEqual(['away', second.now])
    expect(await eraCount(ann)).toBe(3)
    // Also where the schedule that comes with it would not have ended the one before.
    hub.clock.advance(24 * HOUR_MS)
    const third = await change(script, { schedule: { ...dailyIn(3), switches: [] }, choice: { mode: 'away' } })
    expect(third.inForce.since).toBe(third.now)
  })

  test('is another where the schedule changes with it, so that it lasts up to another switch', async () => {
    const { ann } = await somebody()
    const script = await makeToken(hub.fastify, ann, ['write'])
    await change(ann, { schedule: dailyIn(5) })
    const first = await change(ann, { choice: { mode: 'away' } })
    hub.clock.advance(2 * HOUR_MS)
    const { choice, inForce } = await change(script, { schedule: dailyIn(-1), choice: { mode: 'away' } })
    expect(inForce).toMatchObject({ mode: 'away', why: 'hand' })
    expect(choice?.chosenAt).not.toBe(first.choice?.chosenAt)
  })
})
