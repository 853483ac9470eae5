import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import VideosScreen from '../../../src/screens/videos'
import { playingAtom } from '../../../src/state/recordings/playing'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, answers500, only, withoutExtensions } from '../../support/scenarios'
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

const open = () => showScreen(app, <VideosScreen />)
const cards = () => screen.queryAllByRole('article')
const videoOf = (id: number, camera: string, notificationType: string | null) => ({
  id: String(id),
  title: `Title ${id}`,
  type: 'video/webm',
  notificationType,
  quality: 'HD',
  size: 1_234_567,
  createdAt: '2026-03-10T11:05:00Z',
  thumbnailUrl: `/thumbnail-${id}.jpg`,
  videoUrl: null,
  camera: { name: camera },
})
const videos = (...given: ReturnType<typeof videoOf>[]) =>
  app.backend.play(only('GET /videos', answers(200, { videos: given, total: given.length })))

const cameraNames = () =>
  within(screen.getByLabelText('Camera'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

it('has title, search, camera filter and Date Range (VID-01, VID-02, VID-03, VID-04)', async () => {
  app.backend.play(withoutExtensions)
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Video Recordings' })).toBeDefined()
  expect(screen.getByPlaceholderText('Search by camera...')).toBeDefined()
  expect(cameraNames()).toEqual(['All Cameras', 'Front Door', 'Backyard', 'Garage'])
  expect(screen.getByRole('button', { name: 'Date Range' })).toBeDefined()
})

it('filters by the names of the cameras that there are, and of those that left recordings (FACE-10)', async () => {
  const gone = await cameraOnHub(app, 'Cellar')
  await clipsOnHub(app, gone.id, 1)
  await app.services.http.send(calls.cameras.remove, { params: { cameraId: gone.id } })
  await cameraOnHub(app, 'Porch')
  await open()
  expect(cameraNames()).toEqual(['All Cameras', 'Porch', 'Cellar'])
})

describe('a card (VID-05 to VID-12)', () => {
  it('has picture and Play, camera, badge, quality, title, date, size and Download (VID-05, VID-06, VID-07, VID-08, VID-09, VID-10, VID-11, VID-12, VID-18, VID-19)', async () => {
    videos(videoOf(1, 'Garage', 'PERSON'))
    await open()
    const card = within(screen.getByRole('article'))
    expect(card.getByRole('img', { name: 'Picture from Garage' }).getAttribute('src')).toBe('/thumbnail-1.jpg')
    for (const text of ['Garage', 'PERSON', 'HD', 'Title 1']) expect(card.getByText(text)).toBeDefined()
    expect([card.getByText(/2026/).textContent, card.getByText('1.18 MB')]).toEqual([
      expect.not.stringContaining('MB'),
      expect.anything(),
    ])
    expect(card.getByRole('button', { name: 'Download' })).toBeDefined()
    fireEvent.click(card.getByRole('button', { name: 'Play Title 1' }))
    expect(app.store.get(playingAtom).phase).toBe('opening')
    await act(() => app.settle())
  })

  it("of no known event is 'Unknown' (VID-07, X-67)", async () => {
    videos(videoOf(1, 'Garage', null))
    await open()
    expect(screen.getByText('Unknown')).toBeDefined()
  })
})

it('finds by camera name, and by the camera filter (VID-02, VID-20)', async () => {
  videos(videoOf(1, 'Garage', 'MOTION'), videoOf(2, 'Yard', 'MOTION'))
  await open()
  fireEvent.change(screen.getByPlaceholderText('Search by camera...'), { target: { value: 'yARd' } })
  expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual(['Title 2'])
  fireEvent.change(screen.getByPlaceholderText('Search by camera...'), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Camera'), { target: { value: 'Garage' } })
  expect(cards().map((card) => within(card).getByRole('heading').textContent)).toEqual(['Title 1'])
})

it('is silent about failures of list and usage, claims no emptiness, and tries again (VID-23, X-94, UI-03)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 2)
  // The first word of what the hub offers would begin the reads anew.
  await app.services.http.send(calls.workspaces.usage, {})
  const fails = answers(500, {}, 'Internal Server Error')
  const undo = app.backend.play(only('GET /videos', fails))
  app.backend.play(only('GET /videos/storage-usage', fails))
  holdTimers()
  await open()
  // The retries come after 1, 2 and 4 seconds.
  await act(() => pass(app, 7_500))
  vi.useRealTimers()
  expect([screen.queryByRole('alert'), screen.queryByRole('alertdialog'), app.toasts]).toEqual([null, null, []])
  expect(app.reports).toEqual(Array(2).fill('Something went wrong: Internal Server Error'))
  expect(screen.getByText('0 Bytes of 0 Bytes')).toBeDefined()
  expect(screen.queryByText('No recordings found')).toBeNull()
  expect(screen.getByText('The recordings are not here yet.')).toBeDefined()
  undo()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await act(() => app.settle())
  expect(cards().length).toBe(2)
})

it.each([
  [
    'PRO',
    'Auto-delete after 90 days, earlier where the plan has no more room, the oldest first. What you mark stays when room is made, but no longer than that.',
  ],
  [
    'FREE',
    'Auto-delete after 30 days, earlier where the plan has no more room, the oldest first. What you mark stays when room is made, but no longer than that.',
  ],
] as const)('Manage Storage says how long %s keeps recordings: %s (UI-11, X-18, KEEP-06)', async (tier, text) => {
  await app.close()
  app = await startApp({ tier })
  await app.signIn()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Manage Storage' }))
  const storage = within(await screen.findByRole('dialog'))
  await act(() => app.settle())
  expect(storage.getByText(new RegExp(text))).toBeDefined()
})

it('says so where there is nothing (VID-13)', async () => {
  await open()
  expect(screen.getByText('No recordings found')).toBeDefined()
})

it('has Load More while fewer are loaded than there are; it appends them (VID-14, VID-21)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
  await open()
  expect(cards().length).toBe(6)
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }))
  await act(() => app.settle())
  expect(cards().length).toBe(7)
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
})

it('says in place that the next page did not come, and the same button tries again (VID-14, UI-03)', async () => {
  await clipsOnHub(app, (await cameraOnHub(app)).id, 7)
  await open()
  const stop = app.backend.play(only('GET /videos', answers500))
  const words = () => screen.queryByText('More recordings did not come. Try again.')
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Load More' }))
  holdTimers()
  press()
  await act(() => pass(app, 8_000))
  expect([words() === null, app.toasts]).toEqual([false, []])
  stop()
  press()
  await act(() => pass(app, 100))
  expect([words(), cards().length]).toEqual([null, 7])
})

it('tells of the storage: used of total, bar, deletion and Manage Storage (VID-15, VID-16, VID-17, VID-19, FMT-01)', async () => {
  const MB = 1024 ** 2
  app.backend.play(
    only('GET /videos/storage-usage', answers(200, { used: 137.25 * MB, total: 200 * MB, percentage: 68.6 })),
  )
  await open()
  expect(screen.getByText('137.25 MB of 200.00 MB')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('68.6')
  expect(screen.getByText('Auto-delete after 30 days')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Manage Storage' })).toBeDefined()
})
