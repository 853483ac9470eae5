import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lessSteps } from '../../../src/engine/pacing/less'
import DashboardScreen from '../../../src/screens/dashboard'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { watchedAtom } from '../../../src/state/live/watching'
import { playingAtom } from '../../../src/state/recordings/playing'
import { send } from '../../server/support/calls'
import { cameraOnHub, clipsOnHub, setMotionOnHub, snapshotOnHub, userOf } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { fakeScrolling } from '../../support/browser/fake-scrolling'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const GB = 1024 ** 3
const none = { used: 0, total: 0, percentage: 0 }

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  // Seen already: the tour would stand above everything.
  app.services.session.endTour('dashboard')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  return app.close()
})

const open = () => showScreen(app, <DashboardScreen />)
/** Whether these texts stand one after the other. */
function areInOrder(...texts: readonly string[]): boolean {
  const places = texts.map((text) => screen.getAllByText(text)[0])
  return places.every((place, at) => {
    const next = places[at + 1]
    return next === undefined || ((place?.compareDocumentPosition(next) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
}
/** The card or panel with that heading. */
const cardOf = (title: string) => {
  const card = screen.getAllByText(title)[0]?.parentElement?.parentElement
  if (card === null || card === undefined) throw new Error(`no card ${title}`)
  return within(card)
}
const usage = (parts: object) =>
  app.backend.play(
    only(
      'GET /workspaces/usage',
      answers(200, { storage: none, notifications: none, aiChats: none, cameras: none, ...parts }),
    ),
  )
const statuses = (...given: string[]) =>
  app.backend.play(
    only(
      'GET /cameras/check-statuses',
      answers(
        200,
        given.map((status, id) => ({ id: String(id), status })),
      ),
    ),
  )
const eventOf = (id: number, type: string) => ({
  id: String(id),
  type,
  title: `Event ${id}`,
  message: '',
  videoId: null,
  video: null,
  createdAt: new Date(Date.now() - id * 61_000).toISOString(),
})
const events = (types: readonly string[], total = types.length) =>
  app.backend.play(
    only('GET /notifications', answers(200, { events: types.map((type, id) => eventOf(id, type)), total })),
  )

it('has its title and its line (DASH-01)', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Security Dashboard' })).toBeDefined()
  expect(screen.getByText('Monitor your surveillance system and recent activity')).toBeDefined()
})

it('names none of its links as the navigation names its own, so that each is found by its word (NAV-20)', async () => {
  for (const name of ['Front Door', 'Garage']) await clipsOnHub(app, (await cameraOnHub(app, name)).id, 1)
  await open()
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(['2 of them do not look for motion.', expect.stringMatching(/^Armed/), 'See all'])
})

describe('the summary cards (DASH-02 to DASH-08)', () => {
  it('count online cameras of all, with a status line (DASH-02, DASH-03, DASH-21)', async () => {
    statuses('ONLINE', 'ONLINE', 'OFFLINE')
    await open()
    expect(cardOf('Active Cameras').getByText('2/3')).toBeDefined()
    expect(cardOf('Active Cameras').getByText('1 camera offline')).toBeDefined()
  })

  it.each([
    ['DASH-19', [], 'No cameras found'],
    ['DASH-20', ['ONLINE', 'ONLINE'], 'All systems online'],
    ['DASH-22', ['SLEEPING'], 'Some cameras offline'],
  ])('tell how the cameras stand (%s): %j is %s', async (_id, given, line) => {
    statuses(...given)
    await open()
    expect(cardOf('Active Cameras').getByText(line)).toBeDefined()
  })

  it('count the events of the day (DASH-04)', async () => {
    events(['MOTION', 'MOTION'], 37)
    await open()
    expect(cardOf('Recent Events').getByText('37')).toBeDefined()
  })

  it('show the storage: size, share with two decimals and bar (DASH-05, DASH-06, DASH-07, FMT-01)', async () => {
    usage({ storage: { used: 1.37 * GB, total: 2 * GB, percentage: 68.532 } })
    await open()
    const card = cardOf('Storage Used')
    expect(card.getByText('1.37 GB')).toBeDefined()
    expect(card.getByText('68.53%')).toBeDefined()
    expect(Number(card.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeCloseTo(68.53, 1)
  })

  it("say '0 Bytes' where nothing is stored (FMT-02)", async () => {
    await open()
    expect(cardOf('Storage Used').getByText('0 Bytes')).toBeDefined()
  })

  it.each([
    ['DASH-16', ['ONLINE'], { used: 1, total: 3 }, 'Secure', 'All cameras online'],
    ['DASH-17', ['ONLINE', 'OFFLINE'], { used: 2, total: 3 }, 'Vulnerable', 'Some cameras offline'],
    ['DASH-17', ['OFFLINE', 'OFFLINE'], { used: 2, total: 3 }, 'Vulnerable', 'Some cameras offline'],
    ['DASH-18', [], { used: 0, total: 3 }, 'Alert', 'No cameras online'],
  ])('tell the security status in word and line (DASH-08, %s): %j', async (_id, given, cameras, level, line) => {
    statuses(...given)
    usage({ cameras: { ...cameras, percentage: 0 } })
    await open()
    const card = cardOf('Security Status')
    expect(card.getByText(level).dataset['level']).toBe(level)
    expect(card.getByText(line)).toBeDefined()
  })

  it('give each security status a colour of its own (DASH-16, DASH-17, DASH-18)', async () => {
    for (const [given, used, color] of [
      [['ONLINE'], 1, 'green'],
      [['OFFLINE'], 1, 'yellow'],
      [[], 0, 'red'],
    ] as const) {
      const stops = [statuses(...given), usage({ cameras: { used, total: 3, percentage: 0 } })]
      const { unmount } = await open()
      await act(() => app.settle())
      // The document of these tests knows no variables: the rule of the class names the token.
      const selector = `.${document.querySelector('[data-level]')?.classList.item(0)}`
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      const look = rules.find((rule) => rule.startsWith(selector))
      expect(look).toContain(`color: var(--nj-colors-${color}-fg)`)
      unmount()
      for (const stop of stops) stop()
      app.store.get(queryClientAtom).clear()
    }
  })
})

describe('Recent Activity', () => {
  const list = () => within(screen.getByRole('list', { name: 'Recent Activity' }))

  it('lists the first four events with title, relative time and type badge (DASH-09, DASH-10, DASH-25, FMT-04, FMT-05)', async () => {
    events(['MOTION', 'PERSON', 'ALERT', 'MOTION', 'MOTION'])
    await open()
    const rows = list()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'Event 0just nowMOTION',
      'Event 11 minute agoPERSON',
      'Event 22 minutes agoALERT',
      'Event 33 minutes agoMOTION',
    ])
  })

  it('tells a camera called “Other” from events that name none', async () => {
    const warned = vi.spyOn(console, 'error')
    await clipsOnHub(app, (await cameraOnHub(app, 'Other')).id, 1)
    const { events: kept } = (await send(app.backend.hub.fastify, userOf(app), 'GET', '/notifications')).json<{
      events: object[]
    }>()
    app.backend.play(only('GET /notifications', answers(200, { events: [eventOf(0, 'SYSTEM'), ...kept], total: 2 })))
    await open()
    expect(screen.getAllByTitle('Other')).toHaveLength(2)
    expect(warned).not.toHaveBeenCalled()
  })

  it('shows hours and days as such (FMT-06, FMT-07)', async () => {
    const ago = (id: string, ms: number) => ({
      ...eventOf(0, 'MOTION'),
      id,
      createdAt: new Date(Date.now() - ms).toISOString(),
    })
    app.backend.play(
      only(
        'GET /notifications',
        answers(200, { events: [ago('1', 3 * 3_600_000), ago('2', 25 * 3_600_000)], total: 2 }),
      ),
    )
    await open()
    expect(list().getByText('3 hours ago')).toBeDefined()
    expect(list().getByText('1 day ago')).toBeDefined()
  })

  it('plays the clip of a row in place', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await open()
    const row = within(list().getByRole('listitem'))
    fireEvent.click(row.getByRole('button', { name: 'Play Motion at Door' }))
    await act(() => app.settle())
    expect(app.store.get(playingAtom).phase).toBe('open')
  })

  it('says what to do where nothing happened', async () => {
    await open()
    expect(screen.getByText(/^Nothing has moved in the last 24 hours\. .*motion detection/)).toBeDefined()
  })
})

describe('Plan Status', () => {
  it("has the fixed badge 'Free Tier', on a paid plan too (DASH-13)", async () => {
    await open()
    expect(cardOf('Plan Status').getByText('Free Tier')).toBeDefined()
  })

  it('has a bar for each quota with what is used of it (DASH-14, DASH-23, FMT-03)', async () => {
    const MB = 1024 ** 2
    usage({
      cameras: { used: 2, total: 3, percentage: 66.7 },
      storage: { used: 1.5 * MB, total: 200 * MB, percentage: 0.75 },
      notifications: { used: 4, total: 10, percentage: 40 },
      aiChats: { used: 5, total: 30, percentage: 16.7 },
    })
    await open()
    const bars = cardOf('Plan Status').getAllByRole('progressbar')
    expect(bars.map((bar) => [bar.getAttribute('aria-label'), Number(bar.getAttribute('aria-valuenow'))])).toEqual([
      ['Cameras', 66.7],
      ['Video Storage', 0.75],
      ['Notifications', 40],
      ['AI Chats', 16.7],
    ])
    for (const text of ['2 / 3', '1.50 MB / 200.00 MB', '4 / 10', '5 / 30'])
      expect(screen.getByText(text)).toBeDefined()
  })

  it('has a button to the billing screen (DASH-15)', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade Plan' }))
    expect(location.pathname).toBe('/billing')
    history.replaceState(null, '', '/')
  })
})

describe('the last 24 hours (UI-10)', () => {
  it('has a row per camera that saw something, told in words, and counts the others', async () => {
    const { id } = await cameraOnHub(app, 'Front Door')
    await cameraOnHub(app, 'Garage')
    await clipsOnHub(app, id, 4)
    await open()
    expect(screen.getByRole('listbox', { name: /^Front Door: 4 events, the last .* ago$/ })).toBeDefined()
    expect(screen.getByText('1 other camera saw nothing.')).toBeDefined()
  })

  it('goes through a row by keys, and Enter opens the clip in place', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Front Door')).id, 3)
    await open()
    const row = screen.getByRole('listbox')
    for (const key of ['End', 'ArrowLeft', 'Enter']) fireEvent.keyDown(row, { key })
    await act(() => app.settle())
    const playing = app.store.get(playingAtom)
    if (playing.phase !== 'open') throw new Error(playing.phase)
    expect(playing.list.clips.map(({ createdAt }) => createdAt.slice(11, 16))).toEqual(['08:02', '08:01', '08:00'])
    expect(playing.list.index).toBe(1)
  })

  it('asks where to begin while there is no camera', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Add a camera' }).getAttribute('href')).toBe('/cameras')
  })

  it('says that all was quiet where cameras saw nothing', async () => {
    await cameraOnHub(app)
    await open()
    expect(screen.getByText(/^All has been quiet\./)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Add a camera' })).toBeNull()
  })

  it('tells that more happened than it shows', async () => {
    events(['MOTION', 'MOTION'], 412)
    await open()
    expect(screen.getByText('The newest 2 of 412 events; the hatched part holds the others.')).toBeDefined()
    expect(screen.getAllByTestId('unknown-span').length).toBe(1)
  })
})

it('stays usable when every read fails, silently, with a way to try again (DASH-24)', async () => {
  const stop = app.backend.play(answers(404, {}, 'Not Found'))
  holdTimers()
  await open()
  // The retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  expect(cardOf('Active Cameras').getByText('0/0')).toBeDefined()
  expect([screen.queryByRole('alert'), screen.queryByRole('alertdialog'), app.toasts]).toEqual([null, null, []])
  expect(screen.queryByText(/Nothing has moved/)).toBeNull()
  stop()
  const again = screen.getAllByRole('button', { name: 'Try Again' })[0]
  if (again) fireEvent.click(again)
  await act(() => app.settle())
  expect(screen.getByText(/Nothing has moved/)).toBeDefined()
})

it('shows the defaults of its figures once a second attempt at them has failed, and waits with its lists (DASH-24, UI-03)', async () => {
  app.backend.play(answers500)
  holdTimers()
  await open()
  const figures = () =>
    ['0/0', 'No cameras found', '0 Bytes', '0 MB / 0 MB', 'Which cameras are online is not known right now'].map(
      (text) => screen.queryByText(text)?.closest('[aria-hidden=true]') === null,
    )
  await act(() => pass(app, 999))
  // One hiccup of a hub is nobody's business.
  expect(figures()).toEqual(Array(5).fill(false))
  await act(() => pass(app, 1))
  expect(figures()).toEqual(Array(5).fill(true))
  // Of nothing known it is no share.
  expect(
    cardOf('Storage Used')
      .getAllByText(/0 Bytes|%/)
      .map(({ textContent }) => textContent),
  ).toEqual(['0 Bytes', '0.00%'])
  expect(screen.queryByText('No cameras online')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

it.each([
  [null, 1],
  ['3', 3],
  ['0', 1],
])(
  'keeps the room of as many rows as the last time, %s, while the last 24 hours are on their way (UI-03)',
  async (kept, count) => {
    if (kept !== null) app.storage.setItem('nightjar:activity-rows', kept)
    for (const name of ['Yard', 'Gate']) await clipsOnHub(app, (await cameraOnHub(app, name)).id, 1)
    const line = slow()
    app.backend.play(only('GET /notifications', line.scenario))
    const opening = open()
    await act(() => line.arrived())
    const rows = cardOf('Last 24 Hours').getByLabelText('Loading').children.length
    line.letGo()
    await opening
    expect(rows).toBe(count)
    expect(app.storage.getItem('nightjar:activity-rows')).toBe('2')
  },
)

it('raises no alarm while it does not know the cameras yet (X-09)', async () => {
  await cameraOnHub(app)
  const line = slow()
  const stop = app.backend.play(line.scenario)
  const opening = open()
  await act(() => line.arrived(3))
  expect(screen.getByText('No cameras online').closest('[aria-hidden=true]')).not.toBeNull()
  line.letGo()
  stop()
  await opening
  expect(screen.getByText('Some cameras offline').closest('[aria-hidden=true]')).toBeNull()
})

it.each([
  ['GET /workspaces/usage', 'All cameras online'],
  ['GET /cameras/check-statuses', 'Which cameras are online is not known right now'],
])('nor where %s could not be read: it says %s (X-09, DASH-24)', async (call, line) => {
  const door = await cameraOnHub(app)
  await snapshotOnHub(app, door.id)
  app.backend.play(only(call, answers500))
  holdTimers()
  await open()
  await act(() => pass(app, 7_500))
  expect(screen.queryByText('No cameras online')).toBeNull()
  expect(screen.getByText(line).closest('[aria-hidden=true]')).toBeNull()
})

describe('the cameras as they are now (FACE-06)', () => {
  const tiles = () =>
    within(screen.getByRole('list', { name: 'Your cameras now' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('stand side by side, what is off first, and tell how they are', async () => {
    const door = await cameraOnHub(app, 'Front Door')
    await cameraOnHub(app, 'Garage')
    await snapshotOnHub(app, door.id)
    await open()
    expect(tiles()).toEqual(['GarageOFFLINEis offline', 'Front Dooris online'])
    const { getAllByRole } = within(screen.getByRole('list', { name: 'Your cameras now' }))
    expect(getAllByRole('button')).toHaveLength(2)
  })

  it('say of which motion detection is off, as they record nothing (DASH-26)', async () => {
    const door = await cameraOnHub(app, 'Front Door')
    await setMotionOnHub(app, door.id, true)
    await open()
    expect(screen.queryByText(/look for motion/)).toBeNull()
    cleanup()
    await setMotionOnHub(app, door.id, false)
    await open()
    const line = cardOf('Security Status').getByRole('link', { name: 'Front Door does not look for motion.' })
    expect(line.getAttribute('href')).toBe('/cameras')
    // The line of the status stays one of its own.
    expect(cardOf('Security Status').getByText(/cameras? on|offline/).textContent).toMatch(
      /^(All|Some|No) cameras o\w+$/,
    )
    cleanup()
    await cameraOnHub(app, 'Garage')
    await open()
    expect(screen.getByRole('link', { name: '2 of them do not look for motion.' })).toBeDefined()
  })

  it('show large at a press', async () => {
    const { id } = await cameraOnHub(app, 'Front Door')
    await open()
    fireEvent.click(screen.getByRole('button', { name: /Front Door/ }))
    expect(app.store.get(watchedAtom)?.camera.id).toBe(id)
  })

  it('stand still where nobody can see them, and show stills on a busy machine (LESS-01, LESS-05)', async () => {
    const scroll = fakeScrolling()
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    const { id } = await cameraOnHub(app, 'Front Door')
    await snapshotOnHub(app, id)
    const stream = new MediaStream()
    app.store.set(captureStatesAtom, new Map([[id, runningState({ stream })]]))
    const { unmount } = await open()
    expect(screen.getByLabelText('Live picture of Front Door')).toBeDefined()
    act(() => scroll(false))
    expect(pause).toHaveBeenCalledTimes(1)
    unmount()
    const pace = { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: lessSteps.slice(0, 6) }
    app.store.set(captureStatesAtom, new Map([[id, runningState({ stream, pace })]]))
    await open()
    expect(tiles()).toEqual(['Front Dooris online'])
    expect(screen.queryByLabelText('Live picture of Front Door')).toBeNull()
  })

  it('come before the figures, and these before the plan', async () => {
    await cameraOnHub(app, 'Front Door')
    await open()
    expect(areInOrder('Security Status', 'Front Door', 'Last 24 Hours', 'Active Cameras', 'Plan Status')).toBe(true)
  })

  it('leave Security Status as the fourth of the figures, which come first, where they are not shown (DASH-08)', async () => {
    app.backend.play(withoutExtensions)
    await open()
    const figures = ['Active Cameras', 'Recent Events', 'Storage Used', 'Security Status']
    expect(areInOrder(...figures, 'Last 24 Hours', 'Recent Activity')).toBe(true)
    const rows = figures.map((title) => screen.getAllByText(title)[0]?.parentElement?.parentElement?.parentElement)
    expect(new Set(rows).size).toBe(1)
    expect(rows[0]?.children).toHaveLength(4)
  })

  it('are not read where the provider does not invite it', async () => {
    app.backend.play(withoutExtensions)
    await open()
    expect(screen.queryByRole('list', { name: 'Your cameras now' })).toBeNull()
    expect(screen.queryByLabelText('Loading')).toBeNull()
    expect(app.backend.sentTo('GET /cameras')).toEqual([])
  })
})

it('events that did not come are asked for again by a press, which says that it is under way (ERR-30)', async () => {
  const { id } = await cameraOnHub(app)
  await clipsOnHub(app, id, 1)
  holdTimers(app.backend.hub.clock.now())
  const fails = app.backend.play(only('GET /notifications', answers500))
  await open()
  await act(() => pass(app, 7_000))
  const buttons = () => screen.queryAllByRole('button', { name: 'Try Again' })
  const isTrying = () => buttons().map((button) => button.getAttribute('aria-busy'))
  expect([screen.getAllByText('The events are not here yet.').length, isTrying()]).toEqual([2, ['false', 'false']])
  fails()
  const line = slow()
  app.backend.play(only('GET /notifications', line.scenario))
  fireEvent.click(buttons()[1] ?? document.body)
  await act(() => line.arrived())
  expect(isTrying()).toEqual(['true', 'true'])
  line.letGo()
  await act(() => app.settle())
  expect([buttons().length, screen.getByRole('list', { name: 'Recent Activity' }).children.length]).toEqual([0, 1])
})
