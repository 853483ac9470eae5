import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import EventsScreen from '../../../src/screens/events'
import { eventsRangeAtom, eventsTypeAtom } from '../../../src/state/events/events'
import { playingAtom } from '../../../src/state/recordings/playing'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const ASKED = 'GET /notifications/search'
/** Words that stand in no loaded row, and that the hub understands. */
const WORDS = 'motion at the door'

const open = () => showScreen(app, <EventsScreen />)
const rows = () => within(screen.getByRole('list', { name: 'Events' })).getAllByRole('listitem')
const type = (words: string) =>
  fireEvent.change(screen.getByPlaceholderText('Search events...'), { target: { value: words } })
const offer = () => screen.queryByRole('button', { name: 'Search all events on the hub' })
const said = () => screen.getByRole('status').textContent
const asked = () => app.backend.sentTo(ASKED).map(({ path }) => new URLSearchParams(path.split('?')[1]))
const click = (element: HTMLElement | null) => pressOn(app, element)
/** Opens the screen, and asks the hub by the button. */
async function search(words = WORDS): Promise<void> {
  await open()
  type(words)
  await click(offer())
}

describe('a search of all events (extension event-search)', () => {
  it('is offered where the loaded page holds nothing of the words, and asks nobody before', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await open()
    expect(offer()).toBeNull()
    type('door')
    expect([rows().length, offer()]).toEqual([1, null])
    type(WORDS)
    expect(screen.getByText('No events found')).toBeDefined()
    expect([offer() !== null, asked()]).toEqual([true, []])
  })

  it('is offered beside what the loaded page holds, too, where there are more pages', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 6)
    await open()
    expect([rows().length, offer(), screen.queryByText(/Only the events of this page/)]).toEqual([5, null, null])
    type('door')
    expect([rows().length, offer() !== null]).toEqual([5, true])
    expect(screen.getByText('Only the events of this page were looked through.')).toBeDefined()
  })

  it('is not there for a type alone, of which it is said that one page was looked through', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 6)
    await open()
    act(() => app.store.set(eventsTypeAtom, 'ALERT'))
    expect([screen.getByText('No events found'), offer()]).toEqual([expect.anything(), null])
    expect(screen.getByText('Only the events of this page were looked through.')).toBeDefined()
  })

  it('is not offered without words', async () => {
    await open()
    expect([screen.getByText('No events found'), offer()]).toEqual([expect.anything(), null])
    type('   ')
    expect(offer()).toBeNull()
  })

  it('shows what the hub found, how it read the words, and page after page', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
    await search(` ${WORDS} `)
    expect(said()).toMatch(/^7 events found among all on the hub: .*Door.*\.$/)
    expect(rows().length).toBe(5)
    await click(within(screen.getByRole('navigation', { name: 'Pages' })).getByText('Next'))
    expect([rows().length, said()?.startsWith('7 events')]).toEqual([2, true])
    expect(asked().map((query) => [query.get('q'), query.get('page')])).toEqual([
      [WORDS, '0'],
      [WORDS, '1'],
    ])
  })

  it('goes to the last page where the one that was asked for has emptied meanwhile', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 6)
    await search()
    app.backend.play(
      only(ASKED, async (request, next) => {
        const { searchParams } = new URL(request.url)
        const answer = await (await next(request)).json()
        const events = searchParams.get('page') === '0' ? answer.events : []
        return Response.json({ ...answer, events, total: 5 })
      }),
    )
    await click(screen.getByRole('button', { name: 'Next' }))
    await vi.waitFor(() => expect(rows()).toHaveLength(5))
    expect(screen.queryByText('No events on the hub either')).toBeNull()
  })

  it('asks within the type and the dates that are chosen, and begins anew with others (EVT-17, EVT-18)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
    await search()
    await click(within(screen.getByRole('navigation', { name: 'Pages' })).getByText('Next'))
    const chooseType = async (type: string) => {
      fireEvent.change(screen.getByLabelText('Event type'), { target: { value: type } })
      await act(() => app.settle())
    }
    await chooseType('MOTION')
    expect([rows().length, said()?.startsWith('7 events found among those on the hub that the filters leave')]).toEqual(
      [5, true],
    )
    await chooseType('PERSON')
    expect(screen.getByText('No events on the hub either')).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    await chooseType('all')
    act(() => app.store.set(eventsRangeAtom, { kind: 'days', first: '2026-03-09', last: '2026-03-09' }))
    await act(() => app.settle())
    expect(said()).toMatch(/^0 events found among those on the hub that the filters leave/)
    expect(asked().map((query) => [query.get('type'), query.has('dateStart'), query.get('page')])).toEqual([
      [null, false, '0'],
      [null, false, '1'],
      ['MOTION', false, '0'],
      ['PERSON', false, '0'],
      // Back at the filters of before, and at their page.
      [null, false, '1'],
      [null, true, '0'],
    ])
  })

  it('counts a single event as one, and plays it among what was found', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await search()
    expect(said()).toMatch(/^1 event found among all on the hub/)
    await click(screen.getByRole('button', { name: 'Play Motion at Door' }))
    expect(app.store.get(playingAtom)).toMatchObject({ phase: 'open' })
  })

  it('says in words alone how many there are where the hub does not tell how it read them', async () => {
    app.backend.play(only(ASKED, answers(200, { events: [], total: 0 })))
    await search()
    expect(said()).toBe('0 events found among all on the hub.')
  })

  it('that found nothing says so, and leads back to the list', async () => {
    await search('a person on the roof')
    expect(screen.getByText('No events on the hub either')).toBeDefined()
    expect([offer(), screen.queryByRole('list', { name: 'Events' })]).toEqual([null, null])
    await click(screen.getByRole('button', { name: 'Back to the List' }))
    expect([screen.getByText('No events found'), offer() !== null]).toEqual([expect.anything(), true])
  })

  it('ends with other words: their rows are those of the loaded page again', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
    await search()
    type('Motion')
    expect(screen.queryByRole('button', { name: 'Back to the List' })).toBeNull()
    expect([rows().length, asked().length]).toEqual([5, 1])
  })

  it('says that it is on its way, and shows no row of the list meanwhile', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
    await open()
    type(WORDS)
    const line = slow()
    app.backend.play(only(ASKED, line.scenario))
    fireEvent.click(offer() ?? document.body)
    await act(() => line.arrived())
    expect(said()).toBe('Searching all events on the hub.')
    expect(screen.getByLabelText('Loading').getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('No events on the hub either')).toBeNull()
    line.letGo()
    await act(() => app.settle())
    expect([rows().length, screen.queryByLabelText('Loading')]).toEqual([2, null])
  })
})

it('a hub that fails claims no emptiness, and is asked again at Try Again (UI-03)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
  holdTimers()
  await open()
  const undo = app.backend.play(only(ASKED, answers500))
  type(WORDS)
  await click(offer())
  // The read's three retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  expect(screen.getByText('The hub did not answer the search.')).toBeDefined()
  expect([screen.queryByText('No events on the hub either'), app.toasts]).toEqual([null, []])
  expect(said()).not.toMatch(/found/)
  undo()
  await click(screen.getByRole('button', { name: 'Try Again' }))
  expect(rows().length).toBe(2)
})

it('a provider without the extension offers no such search (EXT-02)', async () => {
  app.backend.play(withoutExtensions)
  await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
  await open()
  type(WORDS)
  expect([screen.getByText('No events found'), offer()]).toEqual([expect.anything(), null])
})
