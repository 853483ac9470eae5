import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addMonthlyUsage } from '../../../server/billing/usage-rows'
import { monthOf } from '../../../server/lib/month'
import { planLimits } from '../../../src/contract/plans'
import EventsScreen from '../../../src/screens/events'
import { eventsQueryAtom } from '../../../src/state/events/events'
import { playingAtom } from '../../../src/state/recordings/playing'
import { openTestDatabase } from '../../server/support/database'
import { postClip, webm } from '../../server/support/forms'
import { cameraOnHub, clipsOnHub, userOf } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, only, slow, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const open = () => showScreen(app, <EventsScreen />)
const rows = () => within(screen.getByRole('list', { name: 'Events' })).getAllByRole('listitem')
const eventOf = (id: number, type: string) => ({
  id: String(id),
  type,
  title: `Title ${id}`,
  message: `Message ${id}`,
  createdAt: '2026-03-10T11:05:00Z',
  videoId: id === 0 ? null : `v${id}`,
  video: { thumbnailUrl: id === 0 ? null : `/thumbnail-${id}.jpg`, camera: { name: `Camera ${id}` } },
})
const events = (...types: string[]) =>
  app.backend.play(
    only(
      'GET /notifications',
      answers(200, { events: types.map((type, id) => eventOf(id, type)), total: types.length }),
    ),
  )

it('has title, search box, type filter and Date Range (EVT-01, EVT-02, EVT-03, EVT-04)', async () => {
  app.backend.play(withoutExtensions)
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Security Events' })).toBeDefined()
  expect(screen.getByPlaceholderText('Search events...')).toBeDefined()
  const choices = within(screen.getByLabelText('Event type')).getAllByRole('option')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['All Events', 'Person', 'Motion', 'Alerts'])
  fireEvent.click(screen.getByRole('button', { name: 'Date Range' }))
  await act(() => app.settle())
  // Opening it asks for nothing else than before; an open list is read again now and then.
  expect(new Set(app.backend.sentTo('GET /notifications').map(({ path }) => path)).size).toBe(1)
})

describe('a row (EVT-05 to EVT-10)', () => {
  it('has thumbnail or placeholder, badge, camera, title and time (EVT-05, EVT-06, EVT-07, EVT-08, EVT-09, EVT-13, EVT-14)', async () => {
    events('ALERT', 'PERSON')
    await open()
    const [bare, full] = rows().map((row) => within(row))
    expect(bare?.getByRole('img', { name: 'No picture' })).toBeDefined()
    const thumbnail = full?.getByRole('img', { name: 'Picture from Camera 1' })
    expect([thumbnail?.getAttribute('src'), thumbnail?.getAttribute('loading')]).toEqual(['/thumbnail-1.jpg', 'lazy'])
    for (const text of ['PERSON', 'Camera 1', 'Title 1']) expect(full?.getByText(text)).toBeDefined()
    expect(full?.getByText(/^Recorded: .*2026/)).toBeDefined()
  })

  it('opens its clip in a new tab by View Clip, in place by its picture (EVT-10, X-65)', async () => {
    await clipsOnHub(app, (await cameraOnHub(app)).id, 1)
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'View Clip' }))
    await act(() => app.settle())
    expect([app.tabs.length, app.tabs[0]?.url?.includes('/media/')]).toEqual([1, true])
    expect(app.store.get(playingAtom).phase).toBe('closed')
    fireEvent.click(screen.getByRole('button', { name: 'Play Motion at Door' }))
    await act(() => app.settle())
    expect([app.tabs.length, app.store.get(playingAtom).phase]).toEqual([1, 'open'])
  })

  it('without a clip has nothing to press (EVT-10, X-65)', async () => {
    events('ALERT')
    await open()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'View Clip' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: /^Play/ })).toBeNull()
  })

  it('of a clip that the plan had no room for says why it was not recorded (KEEP-18)', async () => {
    const { id: cameraId } = await cameraOnHub(app)
    const [{ fastify }, user] = [app.backend.hub, userOf(app)]
    const post = (sizeBytes: number) => postClip(fastify, user, { cameraId, bytes: webm(sizeBytes) })
    const db = await openTestDatabase(app.backend.hub.dataDir)
    const { fromMs } = monthOf(app.backend.hub.clock.now())
    await addMonthlyUsage(db, user.workspaceId, fromMs, { recordedBytes: planLimits.FREE.storageBytes, chats: 0 })
    await db.destroy()
    expect((await post(1000)).statusCode).toBe(402)
    await open()
    const said = rows().map(({ textContent }) =>
      textContent?.includes('It was not recorded: the plan has no recorded video left'),
    )
    expect(said.filter((isSaid) => isSaid)).toHaveLength(1)
  })
})

it('filters by type and search on the loaded page (EVT-16, EVT-17, EVT-18)', async () => {
  events('MOTION', 'PERSON', 'ALERT')
  await open()
  const before = app.backend.sent.length
  fireEvent.change(screen.getByLabelText('Event type'), { target: { value: 'PERSON' } })
  expect(rows().map((row) => within(row).getByText(/^Title/).textContent)).toEqual(['Title 1'])
  fireEvent.change(screen.getByLabelText('Event type'), { target: { value: 'all' } })
  fireEvent.change(screen.getByPlaceholderText('Search events...'), { target: { value: 'CAMERA 2' } })
  expect(rows().map((row) => within(row).getByText(/^Title/).textContent)).toEqual(['Title 2'])
  expect(app.backend.sent.length).toBe(before)
})

it('is silent about a failure, claims no emptiness, and tries again (EVT-20, UI-03)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
  const undo = app.backend.play(only('GET /notifications', answers(500, {}, 'Internal Server Error')))
  holdTimers()
  await open()
  // The retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  expect([screen.queryByRole('alert'), screen.queryByRole('alertdialog'), app.toasts]).toEqual([null, null, []])
  expect(app.reports).toEqual(['Something went wrong: Internal Server Error'])
  expect(screen.getByPlaceholderText('Search events...')).toBeDefined()
  expect(screen.queryByText('No events found')).toBeNull()
  expect(screen.getByText('The events are not here yet.')).toBeDefined()
  undo()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  // The place of the list does not flicker while it is asked for.
  expect(screen.getByText('The events are not here yet.')).toBeDefined()
  await act(() => app.settle())
  expect(rows().length).toBe(2)
})

it('says so where there is nothing (EVT-11)', async () => {
  await open()
  expect(screen.getByText('No events found')).toBeDefined()
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeDefined()
})

it('has Previous, numbered pages of five and Next (EVT-12, EVT-15, EVT-19)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 6)
  await open()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  const page = (name: string) => pages.getByRole<HTMLButtonElement>('button', { name })
  const disabled = () => ['Previous', '1', '2', 'Next'].filter((name) => page(name).disabled)
  expect([pages.getAllByRole('button').length, disabled(), rows().length]).toEqual([4, ['Previous'], 5])
  expect(page('1').getAttribute('aria-current')).toBe('page')
  fireEvent.click(page('2'))
  await act(() => app.settle())
  expect([page('2').getAttribute('aria-current'), disabled(), rows().length]).toEqual(['page', ['Next'], 1])
})

it('says to a screen reader how many events search and page leave, and not when one comes by itself (UI-04)', async () => {
  const camera = await cameraOnHub(app)
  await clipsOnHub(app, camera.id, 6)
  holdTimers()
  await open()
  const said = () => screen.getByRole('status').textContent
  const search = (text: string) =>
    fireEvent.change(screen.getByPlaceholderText('Search events...'), { target: { value: text } })
  const rest = () => act(() => pass(app, 700))
  await rest()
  expect(said()).toBe('')
  for (const text of ['z', 'ze', 'zebra']) {
    search(text)
    await act(() => pass(app, 300))
    expect(said()).toBe('')
  }
  await rest()
  expect(said()).toBe('0 events on page 1 of 2')
  search('')
  await rest()
  expect(said()).toBe('5 events on page 1 of 2')
  const line = slow()
  app.backend.play(only('GET /notifications', line.scenario))
  fireEvent.click(screen.getByText('Next'))
  await act(() => line.arrived())
  await act(() => vi.advanceTimersByTimeAsync(700))
  expect(said()).toBe('5 events on page 1 of 2')
  line.letGo()
  await act(() => app.settle())
  await rest()
  expect(said()).toBe('1 event on page 2 of 2')
  await clipsOnHub(app, camera.id, 1, 60)
  await act(async () => void (await app.store.get(eventsQueryAtom).refetch()))
  await rest()
  expect([rows().length, said()]).toEqual([2, '1 event on page 2 of 2'])
})

it('says to a screen reader how many events of a single page the filter leaves (UI-04)', async () => {
  events('MOTION', 'PERSON')
  holdTimers()
  await open()
  fireEvent.change(screen.getByLabelText('Event type'), { target: { value: 'PERSON' } })
  await act(() => pass(app, 700))
  expect(screen.getByRole('status').textContent).toBe('1 event')
})
