import { focusManager } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import type { ModeChange, ModeSpanRow, ModesAnswer } from '../../../src/contract/modes/modes'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { MODES_POLL_MS } from '../../../src/state/http/polling'
import { holdingModeAtom, recordsInModeAtom } from '../../../src/state/modes/holding-mode'
import { readKeptModes } from '../../../src/state/modes/kept-modes'
import { inForceAtom, startModeService } from '../../../src/state/modes/mode-clock'
import { modeViewAtom } from '../../../src/state/modes/mode-view'
import { changeModesAtom, chooseModeAtom, modesQueryAtom, snoozeAtom } from '../../../src/state/modes/modes'
import { unwatchedWords, unwatchedWordsAtom } from '../../../src/state/modes/unwatched'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { send } from '../../server/support/calls'
import { holdTimers, pass, retryAtOnce, startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { answers, answers500, offline, only, withoutExtensions } from '../../support/scenarios'
import { cameraOnHub, userOf } from '../support/hub-data'

const HOUR_MS = 3_600_000
const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** The hub's clock stands at noon, UTC. */
const week = {
  timeZone: 'UTC',
  switches: [
    { days: everyDay, time: '06:00', mode: 'home' as const },
    { days: everyDay, time: '13:00', mode: 'off' as const },
  ],
}

let app: TestApp
const ends: (() => void)[] = []
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await app.close()
})

/** Starts following, as a tab does at sign-in. */
async function follow(of = app): Promise<void> {
  ends.push(startModeService(of.store))
  of.watch(modeViewAtom)
  // The first answer of any call tells what the provider offers.
  await of.services.http.send(calls.cameras.list, {})
  await of.settle()
}
/** Another browser switches. */
async function elsewhere(change: ModeChange): Promise<void> {
  const answer = await send(app.backend.hub.fastify, userOf(app), 'PUT', '/modes', change)
  if (answer.statusCode !== 200) throw new Error(answer.body)
}
const reread = async () => {
  await app.store.get(modesQueryAtom).refetch()
  await app.settle()
}
const view = () => app.store.get(modeViewAtom)

describe('the mode that holds', () => {
  test('is the hub’s, and another browser’s switch is taken over (MODE-13)', async () => {
    await follow()
    expect(view()).toMatchObject({ phase: 'known', mode: 'armed', source: 'told' })
    await elsewhere({ choice: { mode: 'away' } })
    await reread()
    expect(view()).toMatchObject({ mode: 'away', why: 'hand' })
  })

  test('is switched here with one press, and shows at once (MODE-13)', async () => {
    await follow()
    expect(await app.store.set(chooseModeAtom, 'night')).toBe(true)
    expect(view()).toMatchObject({ mode: 'night', words: expect.stringMatching(/^Night, chosen by .* at /) })
    await app.store.set(snoozeAtom, '1h')
    expect(view()).toMatchObject({ snoozeWords: expect.stringContaining('snoozed until') })
  })

  test('stays where the hub takes no change, and says why (MODE-13)', async () => {
    await follow()
    app.backend.play(only('PUT /modes', answers(503, { code: 'unavailable', message: 'The database is busy.' })))
    expect(await app.store.set(chooseModeAtom, 'night')).toBe(false)
    expect(view()).toMatchObject({ mode: 'armed' })
    expect(app.toasts).toEqual([{ kind: 'error', text: 'The modes stay as they are. The database is busy.' }])
  })

  test('a schedule that clashes with itself is not sent (MODE-09)', async () => {
    await follow()
    const clash = { timeZone: 'UTC', switches: [...week.switches, ...week.switches] }
    expect(await app.store.set(changeModesAtom, { schedule: clash })).toBe(false)
    expect(app.backend.sentTo('PUT /modes')).toEqual([])
  })

  test('is what was chosen, up to the next switch, also where another schedule would have ended it (MODE-03)', async () => {
    await follow()
    await elsewhere({ choice: { mode: 'away' } })
    app.backend.hub.clock.advance(HOUR_MS / 6)
    const before = { days: everyDay, time: '12:05', mode: 'home' as const }
    await elsewhere({ schedule: { ...week, switches: [before, ...week.switches] } })
    await reread()
    expect(view()).toMatchObject({ mode: 'away', why: 'hand' })
  })

  test('follows the schedule by itself at each switch, by the hub’s clock (MODE-12)', async () => {
    await elsewhere({ schedule: week })
    await follow()
    expect(view()).toMatchObject({ mode: 'home' })
    app.backend.play(offline)
    app.backend.hub.clock.advance(HOUR_MS)
    app.timers.fire()
    expect(view()).toMatchObject({ mode: 'off', why: 'schedule' })
  })

  test('follows it to time once the hub answers, where this machine’s clock was set back and right again', async () => {
    const { clock } = app.backend.hub
    let wrongMs = 0
    vi.spyOn(app.services, 'nowMs').mockImplementation(() => clock.now() + wrongMs)
    await elsewhere({ schedule: week })
    await follow()
    for (const ms of [0, -2 * HOUR_MS, 0]) {
      wrongMs = ms
      clock.advance(10_000)
      app.timers.fire()
    }
    await reread()
    app.timers.fire()
    expect(view()).toMatchObject({ mode: 'home' })
    clock.advance(HOUR_MS)
    app.timers.fire()
    expect(view()).toMatchObject({ mode: 'off' })
  })

  test.each([-24, 24])(
    'is told in the hub’s words where this machine’s clock is %i h off (MODE-04, MODE-12)',
    async (hours) => {
      const { clock, fastify } = app.backend.hub
      vi.spyOn(app.services, 'nowMs').mockImplementation(() => clock.now() + hours * HOUR_MS)
      await elsewhere({ schedule: week, snooze: '8h' })
      await follow()
      const { inForce } = (await send(fastify, userOf(app), 'GET', '/modes')).json<ModesAnswer>()
      expect(inForce.words).toBe('Home by the schedule since 06:00, until 13:00')
      expect(view()).toMatchObject({ words: inForce.words, snoozeWords: 'Notifications are snoozed until 20:00.' })
      app.backend.play(offline)
      clock.advance(HOUR_MS)
      app.timers.fire()
      expect(view()).toMatchObject({ mode: 'off', words: 'Off by the schedule since 13:00, until Wednesday 06:00' })
    },
  )
})

describe('a hub that is away (MODE-12)', () => {
  test('is said, and what was known last is shown as such, also by the next tab', async () => {
    retryAtOnce(app)
    await elsewhere({ schedule: week })
    await follow()
    app.backend.play(offline)
    await app.store.get(modesQueryAtom).refetch()
    expect(view()).toMatchObject({ mode: 'home', source: 'stale' })
    const next = await startApp({ backend: app.backend, storage: app.storage })
    ends.push(startModeService(next.store))
    expect(next.store.get(modeViewAtom)).toMatchObject({ mode: 'home', source: 'kept' })
    await next.services.http.send(calls.cameras.list, {})
    expect(next.store.get(modeViewAtom)).toMatchObject({ mode: 'home', source: 'stale' })
    await next.close()
  })

  test('leaves its schedule in force, to half a minute, also once this machine’s clock, which was fast, is set back', async () => {
    const { clock } = app.backend.hub
    let fastMs = 2 * HOUR_MS
    vi.spyOn(app.services, 'nowMs').mockImplementation(() => clock.now() + fastMs)
    await elsewhere({ schedule: week })
    await follow()
    app.backend.play(offline)
    const wait = (ms: number) => {
      clock.advance(ms)
      app.timers.fire()
    }
    wait(30_000)
    fastMs = 0
    wait(30_000)
    wait(HOUR_MS - 61_000)
    expect(view()).toMatchObject({ mode: 'home' })
    wait(31_000)
    expect(view()).toMatchObject({ mode: 'off' })
  })

  test('what was known is nobody else’s after a sign-out', async () => {
    await elsewhere({ choice: { mode: 'off', lasts: 'for-good' } })
    await follow()
    expect(app.store.get(holdingModeAtom)?.mode).toBe('off')
    app.store.set(signOutAtom)
    await app.settle()
    expect(app.store.get(holdingModeAtom)).toBeNull()
    expect(app.storage.getItem('nightjar:modes')).toBeNull()
  })
})

describe('a browser whose time zones are older than the hub’s (MODE-12)', () => {
  /** Its schedule is Off from noon to seven, in Auckland: from 23:00 to 18:00, UTC. */
  const auckland = {
    timeZone: 'Pacific/Auckland',
    switches: [
      { days: everyDay, time: '07:00', mode: 'night' as const },
      { days: everyDay, time: '12:00', mode: 'off' as const },
    ],
  }
  /** The browser reads the schedule in another zone; the hub's words are not touched. */
  const takeZoneFor = (zone: string) =>
    app.backend.play(
      only('GET /modes', async (request, next) => {
        const answer = await next(request)
        const text = (await answer.text()).replaceAll(auckland.timeZone, zone)
        return new Response(text, { status: answer.status, headers: answer.headers })
      }),
    )
  const hubSays = async () =>
    (await send(app.backend.hub.fastify, userOf(app), 'GET', '/modes')).json<ModesAnswer>().inForce
  const isRecorded = () => app.store.get(recordsInModeAtom)('any')
  const wait = (waitMs: number) => {
    app.backend.hub.clock.advance(waitMs)
    app.timers.fire()
  }
  afterEach(() => focusManager.setFocused(undefined))

  // One that it does not know, one behind and one ahead.
  test.each(['Pacific/Brand_New', 'Pacific/Fiji', 'Pacific/Kiritimati'])(
    'that reads it as %s holds what the hub says up to its end, and records after that while the hub is away',
    async (zone) => {
      await elsewhere({ schedule: auckland })
      takeZoneFor(zone)
      await follow()
      const { words } = await hubSays()
      expect(words).toBe('Off by the schedule since Tuesday 12:00, until 07:00')
      expect(view()).toMatchObject({ mode: 'off', why: 'schedule', words, source: 'told', endsWithSwitch: true })
      const back = app.backend.play(offline)
      // A tab that nobody looks at does not try again.
      focusManager.setFocused(false)
      await app.store.get(modesQueryAtom).refetch()
      // The next answer may take some seconds.
      for (const waitMs of [6 * HOUR_MS - 1_000, 6_000]) {
        wait(waitMs)
        expect([view(), isRecorded()]).toEqual([
          expect.objectContaining({ mode: 'off', words, source: 'stale' }),
          false,
        ])
      }
      wait(15_000)
      expect([view(), isRecorded()]).toEqual([{ phase: 'missing' }, true])
      back()
      await reread()
      expect(view()).toMatchObject({ mode: 'night', words: (await hubSays()).words, source: 'told' })
    },
  )

  test('says until when it is snoozed by its own clock where it does not know the zone (MODE-07)', async () => {
    await elsewhere({ schedule: auckland, snooze: 'tomorrow' })
    takeZoneFor('Pacific/Brand_New')
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat('en').resolvedOptions(),
      timeZone: 'America/New_York',
    })
    await follow()
    // 07:00 of Thursday in Auckland.
    expect(view()).toMatchObject({ snoozeWords: 'Notifications are snoozed until Wednesday 14:00.' })
  })

  test('has the hub’s words also of what is chosen for good', async () => {
    await elsewhere({ schedule: auckland, choice: { mode: 'away', lasts: 'for-good' } })
    takeZoneFor('Pacific/Brand_New')
    await follow()
    const { words } = await hubSays()
    expect(words).toContain(' at 01:00, until somebody changes it')
    expect(view()).toMatchObject({ mode: 'away', why: 'hand', words, endsWithSwitch: false })
  })

  test('holds what the hub says also where another mode would end at the same moment', async () => {
    const rows = [
      ['00:15', 'home'],
      ['00:30', 'off'],
      ['01:15', 'night'],
    ] as const
    const switches = rows.map(([time, mode]) => ({ days: everyDay, time, mode }))
    await elsewhere({ schedule: { ...auckland, switches } })
    takeZoneFor('Pacific/Fiji')
    await follow()
    expect(view()).toMatchObject({ mode: 'off', words: (await hubSays()).words })
  })

  test('keeps it for the next tab; what an older version of the app kept is read as well', async () => {
    await elsewhere({ schedule: auckland })
    takeZoneFor('Pacific/Brand_New')
    await follow()
    const { words } = await hubSays()
    app.backend.play(offline)
    const next = await startApp({ backend: app.backend, storage: app.storage })
    ends.push(startModeService(next.store))
    await next.services.http.send(calls.cameras.list, {})
    expect(next.store.get(modeViewAtom)).toMatchObject({ mode: 'off', words, source: 'stale' })
    await next.close()
    const { user, known } = JSON.parse(app.storage.getItem('nightjar:modes') ?? '')
    const { aheadMs, settings } = known
    const older = JSON.stringify({ user, known: { aheadMs, settings } })
    expect(readKeptModes(older, user)).toEqual({ aheadMs, settings, told: null })
  })
})

describe('a camera of this machine (MODE-11)', () => {
  test('begins no clip by motion in a mode that does not record, and does again after the switch', async () => {
    const { id } = await cameraOnHub(app)
    await follow()
    app.cameras.plug(webcamListed)
    app.store.set(isCaptureWantedAtom, true)
    app.cameras.permit({ phase: 'granted' })
    await app.settle()
    const isRecorded = () => app.cameras.running?.get(id)?.isMotionRecorded
    expect(isRecorded()).toBe(true)
    await elsewhere({ choice: { mode: 'off' } })
    await reread()
    expect(isRecorded()).toBe(false)
    await elsewhere({ rules: [{ cameraId: id, mode: 'off', records: true, notifies: false }] })
    await reread()
    expect(isRecorded()).toBe(true)
  })
})

describe('a provider without modes (MODE-15)', () => {
  test('is asked for none, shows none, and cameras record as ever', async () => {
    app.backend.play(withoutExtensions)
    await follow()
    expect(view()).toEqual({ phase: 'none' })
    expect(app.store.get(inForceAtom)).toBeNull()
    expect(app.store.get(recordsInModeAtom)('any')).toBe(true)
    expect(app.backend.sentTo('GET /modes')).toEqual([])
  })
})

describe('that all was quiet is not said of a time in which nothing was recorded (MODE-10)', () => {
  const span = (from: string, until: string, isNothingRecorded: boolean): ModeSpanRow => ({
    from: `2026-03-10T${from}:00Z`,
    until: `2026-03-10T${until}:00Z`,
    mode: 'off',
    why: 'hand',
    by: '',
    unrecordedCameraIds: [],
    isNothingRecorded,
  })
  test.each([
    [[], null],
    [[span('00:00', '12:00', false)], null],
    [
      [span('00:00', '01:00', true), span('01:00', '02:00', false), span('02:00', '08:30', true)],
      'For 7 hours 30 minutes of the last 24 hours no camera recorded what moved: the mode was Off.',
    ],
    [
      [span('00:00', '00:01', true)],
      'For 1 minute of the last 24 hours no camera recorded what moved: the mode was Off.',
    ],
    [
      (['home', 'off', 'night'] as const).map((mode) => ({ ...span('00:00', '01:00', true), mode })),
      'For 3 hours of the last 24 hours no camera recorded what moved: the mode was Home, Off and Night.',
    ],
  ])('%#', (spans, words) => expect(unwatchedWords(spans)).toBe(words))

  test.each([-30, 30])('nor where this machine’s clock is %i h off the hub’s', async (hours) => {
    const { clock } = app.backend.hub
    vi.spyOn(app.services, 'nowMs').mockImplementation(() => clock.now() + hours * HOUR_MS)
    await cameraOnHub(app)
    await elsewhere({ choice: { mode: 'off', lasts: 'for-good' } })
    clock.advance(2 * HOUR_MS)
    await follow()
    app.watch(unwatchedWordsAtom)
    await app.settle()
    expect(app.store.get(unwatchedWordsAtom)).toBe(
      'For 2 hours of the last 24 hours no camera recorded what moved: the mode was Off.',
    )
  })
})

describe('a camera’s tab that nobody looks at', () => {
  beforeEach(() => {
    holdTimers()
    focusManager.setFocused(false)
  })
  afterEach(() => {
    focusManager.setFocused(undefined)
    vi.useRealTimers()
  })

  test('hears of a mode chosen elsewhere after a read that failed: it would record, or not, for days (MODE-13)', async () => {
    app.store.set(captureStatesAtom, new Map([['camera', { phase: 'starting' }]]))
    await follow()
    const back = app.backend.play(only('GET /modes', answers500))
    await pass(app, MODES_POLL_MS)
    back()
    await elsewhere({ choice: { mode: 'away' } })
    await pass(app, 2 * MODES_POLL_MS)
    expect(app.store.get(holdingModeAtom)?.mode).toBe('away')
  })
})
