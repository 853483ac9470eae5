import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { dayOf, startOfDayMs } from '../../../src/lib/day'
import EventsScreen from '../../../src/screens/events'
import { Timeline } from '../../../src/screens/events/timeline/timeline'
import { playbackAtom, playFromAtom, shownCameraIdsAtom, tickAtom } from '../../../src/state/review/playback'
import {
  eventsViewAtom,
  reviewCursorAtom,
  reviewDayAtom,
  reviewQueryAtom,
  reviewZoomAtom,
} from '../../../src/state/review/review'
import { CUT_MS, eventsMs, FILM_MS, fullDay } from '../../state/support/full-day'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers500, offline, only, slow, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const FIRST_MS = Date.parse('2026-03-10T08:00:00Z')
const MINUTE_MS = 60_000

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Shows the timeline of the day of the clips. */
async function open(): Promise<void> {
  await app.services.http.send(calls.cameras.list, {})
  app.store.set(eventsViewAtom, 'timeline')
  await showScreen(app, <Timeline />)
}
const lanes = () => screen.getAllByRole('listbox')
const press = async (target: Element, key: string) => {
  fireEvent.keyDown(target, { key })
  await act(() => app.settle())
}
const option = () => within(lanes()[0] as HTMLElement).getByRole('option', { selected: true })

describe('the switch of the Events screen', () => {
  it('leads to the timeline and back, and the list is as it was (REV-06)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await showScreen(app, <EventsScreen />)
    expect(screen.getByRole('list', { name: 'Events' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Timeline' }))
    expect(await screen.findByLabelText('Day')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    expect(screen.getByPlaceholderText('Search events...')).toBeDefined()
  })

  const openAt = async (address: string) => {
    history.replaceState(null, '', address)
    await showScreen(app, <EventsScreen />)
    await act(() => app.settle())
  }

  it('stands at the timeline where a message leads to a moment, in its hour, with its camera, and takes the address once (MSG-13)', async () => {
    const first = await cameraOnHub(app)
    await clipsOnHub(app, first.id, 1)
    const { id } = await cameraOnHub(app)
    await clipsOnHub(app, id, 1)
    await openAt(`/events?at=2026-03-10T08:00:00.000Z&camera=${id}`)
    expect(screen.getByRole('button', { name: 'Timeline' }).getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByLabelText('Day')).toBeDefined()
    const stands = [reviewDayAtom, reviewZoomAtom, reviewCursorAtom].map((one) => app.store.get<unknown>(one))
    expect(stands).toEqual([dayOf(FIRST_MS), 'hour', FIRST_MS])
    expect([location.pathname, location.search]).toEqual(['/events', ''])
    // Alone, as the message was of it.
    expect(app.store.get(shownCameraIdsAtom)).toEqual([id])
  })

  it.each(['yesterday', '2199-01-01T00:00:00.000Z'])('stays at the list where that is %s', async (at) => {
    await openAt(`/events?at=${at}`)
    expect(app.store.get(eventsViewAtom)).toBe('list')
    expect(location.search).toBe('')
  })

  it('is not there where the provider offers no timeline (REV-01)', async () => {
    app.backend.play(withoutExtensions)
    await showScreen(app, <EventsScreen />)
    expect(screen.queryByRole('button', { name: 'Timeline' })).toBeNull()
  })
})

describe('the lanes', () => {
  it('are one stop of Tab, and tell their day in words (REV-11)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 2)
    await cameraOnHub(app, 'Yard')
    await open()
    expect(lanes().map((lane) => [lane.getAttribute('tabindex'), lane.getAttribute('aria-label')])).toEqual([
      ['0', expect.stringMatching(/^Door: 2 motions; off for/)],
      ['-1', expect.stringMatching(/^Yard: nothing; off for/)],
    ])
    fireEvent.focus(lanes()[0] as HTMLElement)
    await press(lanes()[0] as HTMLElement, 'ArrowDown')
    expect(document.activeElement).toBe(lanes()[1])
    expect(lanes().map((lane) => lane.getAttribute('tabindex'))).toEqual(['-1', '0'])
  })

  it.each([
    [1, '1 event; arrow keys go to it'],
    [2, '2 events; arrow keys go through them'],
  ])('of %i say so before a key is pressed: %s (REV-11)', async (count, words) => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, count)
    await open()
    expect(within(lanes()[0] as HTMLElement).getByRole('option').textContent).toBe(words)
  })

  it('count what began in their time, and not the film that reaches in (REV-06, REV-11)', async () => {
    const { id } = await cameraOnHub(app)
    const minuteOfDay = (startOfDayMs('2026-03-10') - FIRST_MS) / MINUTE_MS
    await clipsOnHub(app, id, 1, minuteOfDay - 0.1)
    await open()
    expect(within(lanes()[0] as HTMLElement).getByRole('option').textContent).toBe('No events')
    await clipsOnHub(app, id, 1)
    await act(async () => app.store.get(reviewQueryAtom).refetch())
    await press(lanes()[0] as HTMLElement, 'Home')
    expect([option().getAttribute('aria-posinset'), option().getAttribute('aria-setsize')]).toEqual(['1', '1'])
  })

  it('are gone through by arrow keys, and Enter plays (REV-11)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 3)
    await open()
    const [lane] = lanes()
    if (lane === undefined) throw new Error('no lane')
    await press(lane, 'Home')
    expect([option().getAttribute('aria-posinset'), option().getAttribute('aria-setsize')]).toEqual(['1', '3'])
    await press(lane, 'ArrowRight')
    expect([option().getAttribute('aria-posinset'), option().textContent]).toEqual([
      '2',
      expect.stringMatching(/, motion$/),
    ])
    expect(app.store.get(reviewCursorAtom)).toBe(FIRST_MS + MINUTE_MS)
    await press(lane, 'Enter')
    expect(app.store.get(playbackAtom).phase).toBe('playing')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
  })
})

it('N and P go to the next and the previous event wherever the focus is, but not in a field (REV-10)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
  await open()
  act(() => app.store.set(reviewCursorAtom, FIRST_MS))
  await press(document.body, 'n')
  expect(app.store.get(reviewCursorAtom)).toBe(FIRST_MS + MINUTE_MS)
  await press(screen.getByLabelText('Day'), 'p')
  expect(app.store.get(reviewCursorAtom)).toBe(FIRST_MS + MINUTE_MS)
  await press(document.body, 'p')
  expect(app.store.get(reviewCursorAtom)).toBe(FIRST_MS)
  await press(document.body, 'p')
  expect(screen.getByText('No earlier event that day.')).toBeDefined()
})

it('leaves N, P and the space bar to a menu that is open over it, as to that of the mode (REV-10)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
  await open()
  act(() => app.store.set(reviewCursorAtom, FIRST_MS))
  const menu = document.body.appendChild(document.createElement('div'))
  menu.setAttribute('role', 'menu')
  for (const key of ['n', ' ']) await press(menu, key)
  menu.remove()
  expect([app.store.get(reviewCursorAtom), app.store.get(playbackAtom).phase]).toEqual([FIRST_MS, 'closed'])
})

describe('the line of the day', () => {
  const button = (name: string) => screen.getByRole('button', { name })
  const click = (name: string) =>
    act(async () => {
      button(name).focus()
      fireEvent.click(button(name))
      await app.settle()
    })

  it.each(['Today', 'Day after'])(
    'leaves the focus on %s, which has nothing more to do then (REV-06, UI-04)',
    async (name) => {
      vi.useFakeTimers({ toFake: ['Date'], now: app.services.nowMs() })
      await open()
      const today = app.store.get(reviewDayAtom)
      await click('Day before')
      expect(button(name).getAttribute('aria-disabled')).toBe('false')
      await click(name)
      expect([app.store.get(reviewDayAtom), document.activeElement]).toEqual([today, button(name)])
      expect([button(name).getAttribute('aria-disabled'), button(name).hasAttribute('disabled')]).toEqual([
        'true',
        false,
      ])
      await click(name)
      expect(app.store.get(reviewDayAtom)).toBe(today)
    },
  )

  it('says by its words alone which of day and hour its button shows (REV-06)', async () => {
    await open()
    await click('Show one hour')
    expect(button('Show the day').hasAttribute('aria-pressed')).toBe(false)
    await click('Show the day')
    expect(button('Show one hour').hasAttribute('aria-pressed')).toBe(false)
  })
})

describe('the note beside the controls', () => {
  const moveTo = (atMs: number) => act(() => app.store.set(reviewCursorAtom, atMs))

  it('that there is no later event goes where one is, and where the line has left its place (REV-10)', async () => {
    const cameraId = (await cameraOnHub(app)).id
    await clipsOnHub(app, cameraId, 2)
    await open()
    moveTo(FIRST_MS + MINUTE_MS)
    await press(document.body, 'n')
    expect(screen.getByText('No later event that day.')).toBeDefined()
    for (const elsewhereMs of [FIRST_MS - MINUTE_MS, FIRST_MS + 2 * MINUTE_MS]) {
      moveTo(elsewhereMs)
      expect(screen.queryByText('No later event that day.')).toBeNull()
    }
    moveTo(FIRST_MS + MINUTE_MS)
    expect(screen.getByText('No later event that day.')).toBeDefined()
    await clipsOnHub(app, cameraId, 1, 2)
    await act(async () => app.store.get(reviewQueryAtom).refetch())
    expect(screen.queryByText('No later event that day.')).toBeNull()
  })

  it('that there is no later event stays while the films go on', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await open()
    await act(async () => app.store.set(playFromAtom, FIRST_MS))
    await press(document.body, 'n')
    await act(async () => app.store.set(tickAtom, 2_000))
    expect(screen.getByText('No later event that day.')).toBeDefined()
    await act(async () => app.store.set(tickAtom, 60_000))
    expect(app.store.get(playbackAtom).phase).toBe('over')
  })

  it('says why a camera cannot be shown or hidden, until it can (REV-09)', async () => {
    const names = ['A', 'B', 'C', 'D', 'E']
    for (const name of names) await clipsOnHub(app, (await cameraOnHub(app, name)).id, 1)
    await open()
    const eye = (name: string) =>
      fireEvent.click(screen.getByRole('button', { name: `Play ${name} beside the others` }))
    const note = () => screen.queryByText(/; (hide one|show another) first\.$/)?.textContent
    eye('E')
    expect(note()).toBe('Four play at once; hide one first.')
    for (const name of ['A', 'B', 'C']) eye(name)
    expect(note()).toBeUndefined()
    eye('D')
    expect(note()).toBe('One plays at least; show another first.')
    eye('E')
    expect(note()).toBeUndefined()
  })
})

describe('on a day that is told by the hour', () => {
  const [first = 0] = eventsMs
  /** Films play in the hour before the answer of the day ends. */
  const openPlaying = async () => {
    app.backend.play(only('GET /review', fullDay))
    await open()
    act(() => {
      app.store.set(reviewCursorAtom, first)
      app.store.set(reviewZoomAtom, 'hour')
    })
    act(() => app.store.set(playFromAtom, first))
  }

  it('the next hour is fetched with all in its place, the focus and the keys too (REV-04, REV-10, UI-04)', async () => {
    await openPlaying()
    const [lane] = lanes()
    const pause = screen.getByRole('button', { name: 'Pause' })
    lane?.focus()
    const line = slow()
    app.backend.play(only('GET /review', line.scenario))
    act(() => app.store.set(tickAtom, FILM_MS))
    await act(() => line.arrived())
    expect(app.store.get(reviewCursorAtom)).toBe(CUT_MS)
    expect([document.activeElement, screen.getByRole('button', { name: 'Pause' })]).toEqual([lane, pause])
    // Nothing is claimed of what is not here yet, and nothing is leapt over.
    expect(lane?.getAttribute('aria-label')).toBe('Door: on its way')
    expect(within(lane as HTMLElement).getByRole('option').textContent).toBe('Not here yet')
    expect(screen.queryByText('Nothing was recorded then.')).toBeNull()
    act(() => app.store.set(tickAtom, FILM_MS))
    act(() => void fireEvent.keyDown(document.body, { key: 'n' }))
    expect(screen.queryByText('Later events show in the next hour.')).toBeNull()
    for (const label of ['Play', 'Pause', 'Play']) {
      act(() => void fireEvent.keyDown(document.body, { key: ' ' }))
      expect(screen.getByRole('button', { name: label })).toBeDefined()
    }
    expect(app.store.get(reviewCursorAtom)).toBe(CUT_MS)
    line.letGo()
    await act(() => app.settle())
    expect([document.activeElement, lane?.getAttribute('aria-label')]).toEqual([lane, 'Door: 1 motion'])
    act(() => void fireEvent.keyDown(document.body, { key: ' ' }))
    expect([app.store.get(playbackAtom).phase, app.store.get(reviewCursorAtom)]).toEqual(['playing', eventsMs[1]])
  })

  it('films pause where a stretch is to be exported, whose hour would else go by (REV-13, UI-13)', async () => {
    await openPlaying()
    fireEvent.click(screen.getByRole('button', { name: 'Export a stretch' }))
    expect(app.store.get(playbackAtom).phase).toBe('paused')
    expect(screen.getByRole('dialog', { name: 'Export a stretch' })).toBeDefined()
  })
})

describe('a film that the browser cannot play', () => {
  const films = () => [...screen.getByRole('figure', { name: 'Door' }).querySelectorAll('video')]
  const words = () => screen.queryByText('This recording cannot be played here.')

  it('is opened once more, and then says so in its place (REV-09)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 1)
    await open()
    await act(async () => app.store.set(playFromAtom, FIRST_MS))
    await act(() => app.settle())
    const [film] = films()
    if (film === undefined) throw new Error('no film')
    vi.useFakeTimers()
    const load = vi.spyOn(film, 'load').mockReturnValue()
    fireEvent.error(film)
    act(() => void vi.advanceTimersByTime(1_900))
    expect([words(), load.mock.calls.length]).toEqual([null, 0])
    act(() => void vi.advanceTimersByTime(10_000))
    expect([words(), load.mock.calls.length]).toEqual([null, 1])
    fireEvent.error(film)
    act(() => void vi.advanceTimersByTime(10_000))
    expect([words() === null, load.mock.calls.length]).toEqual([false, 1])
  })

  it('opened ahead says nothing, and is opened anew once it is its turn (REV-09)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 2)
    await open()
    await act(async () => app.store.set(playFromAtom, FIRST_MS))
    await act(() => app.settle())
    const [, next] = films()
    if (next === undefined) throw new Error('nothing opened ahead')
    const load = vi.spyOn(next, 'load').mockReturnValue()
    Object.defineProperty(next, 'error', { value: { code: 2 } })
    fireEvent.error(next)
    expect([words(), load.mock.calls.length]).toEqual([null, 0])
    await act(async () => app.store.set(playFromAtom, FIRST_MS + MINUTE_MS))
    expect([words(), load.mock.calls.length]).toEqual([null, 1])
    for (const isLast of [false, true]) {
      fireEvent.error(next)
      expect([words() !== null, load.mock.calls.length]).toEqual([isLast, 1])
    }
  })
})

describe('without anything to show', () => {
  it('says that there was no camera (REV-06)', async () => {
    await open()
    expect(screen.getByText('No cameras on that day')).toBeDefined()
  })

  it('offers to try again where the hub did not answer (REV-06)', async () => {
    app.backend.play(only('GET /review', answers500))
    holdTimers()
    await open()
    await act(() => pass(app, 8_000))
    expect(screen.getByText('The timeline is not here yet.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined()
  })

  it('says so of a film that does not come, and asks again for as long as it shows (REV-08)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 1)
    const undo = app.backend.play(only('GET /review/clips', answers500))
    holdTimers()
    await open()
    const asked = () => app.backend.sentTo('GET /review/clips').length
    expect(screen.getByRole('status', { name: 'Fetching a recording of Door' })).toBeDefined()
    await act(() => pass(app, 100))
    expect([asked(), screen.queryByText('This recording cannot be fetched now.') === null]).toEqual([1, false])
    await act(() => pass(app, 5_000))
    expect(asked()).toBe(2)
    undo()
    await act(() => pass(app, 5_000))
    expect([asked(), screen.queryByText('This recording cannot be fetched now.')]).toEqual([3, null])
    await act(() => pass(app, 60_000))
    expect(asked()).toBe(3)
  })

  it('keeps what it knows while the hub is away, and says so (REV-06)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await open()
    app.backend.play(offline)
    await app.services.http.send(calls.cameras.list, {})
    await act(() => app.settle())
    expect(screen.getByText(/^The hub does not answer: this is what it told last/)).toBeDefined()
    expect(lanes().length).toBe(1)
  })
})
