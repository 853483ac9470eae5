import { act, fireEvent, screen, within } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import VideosScreen from '../../../src/screens/videos'
import { StorageDialog } from '../../../src/screens/videos/storage-dialog'
import {
  shownVideosAtom,
  videosCameraAtom,
  videosRangeAtom,
  videosSearchAtom,
  videosSeenAtom,
} from '../../../src/state/recordings/videos'
import { send } from '../../server/support/calls'
import { cameraOnHub, clipsOnHub, userOf } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { answers, answers500, only, slow, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 2)
  const gone = await cameraOnHub(app, 'Yard')
  await clipsOnHub(app, gone.id, 7, 2)
  await send(app.backend.hub.fastify, userOf(app), 'DELETE', `/cameras/${gone.id}`)
})
afterEach(() => app.close())

const close = vi.fn()
async function open() {
  await showScreen(app, <StorageDialog isOpen onClose={close} />)
  return within(screen.getByRole('dialog'))
}
const partsIn = (dialog: Awaited<ReturnType<typeof open>>, heading: string) =>
  within(dialog.getByRole('region', { name: heading }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('tells at once of all recordings what uses the space, of removed cameras too, and shows them (UI-11, EXT-28)', async () => {
  const dialog = await open()
  expect(dialog.getByText('Counted: all 9 recordings.')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Count more' })).toBeNull()
  expect(partsIn(dialog, 'By camera')).toEqual(['Yard6.84 KB · 7 recordingsShow', 'Door1.95 KB · 2 recordingsShow'])
  expect(partsIn(dialog, 'By day')).toEqual([expect.stringContaining('8.79 KB · 9 recordings')])
  fireEvent.click(dialog.getByRole('button', { name: 'Show recordings of Yard' }))
  expect([app.store.get(videosCameraAtom), close.mock.calls.length]).toEqual(['Yard', 1])
})

it('shows the recordings of a camera whatever was looked for before (UI-11)', async () => {
  app.store.set(videosSearchAtom, 'door')
  app.store.set(videosSeenAtom, 'vehicle')
  app.store.set(videosRangeAtom, { kind: 'days', first: '2020-01-01', last: '2020-01-02' })
  app.watch(shownVideosAtom)
  const dialog = await open()
  fireEvent.click(dialog.getByRole('button', { name: 'Show recordings of Yard' }))
  expect(app.store.get(shownVideosAtom).map(({ camera }) => camera?.name)).toEqual(Array(6).fill('Yard'))
})

it('counts the loaded ones where the provider does not say it, and more when asked to (UI-11, EXT-02)', async () => {
  app.backend.play(withoutExtensions)
  const dialog = await open()
  expect(dialog.getByText('Counted: the latest 6 of 9 recordings.')).toBeDefined()
  expect(partsIn(dialog, 'By camera')).toEqual(['Yard5.86 KB · 6 recordingsShow'])
  fireEvent.click(dialog.getByRole('button', { name: 'Count more' }))
  await act(() => app.settle())
  expect(dialog.getByText('Counted: all 9 recordings.')).toBeDefined()
  expect(partsIn(dialog, 'By camera').length).toBe(2)
})

it('claims no emptiness where that did not come, and tries again; of a year it names the largest days (ERR-30, UI-11)', async () => {
  // The retries would take seven seconds.
  app.store.get(queryClientAtom).setDefaultOptions({ queries: { retry: false } })
  const undo = app.backend.play(only('GET /videos/storage-usage', answers500))
  const dialog = await open()
  expect([dialog.queryByText('No recordings yet.'), dialog.queryByText(/Counted/)]).toEqual([null, null])
  undo()
  const byDay = Array.from({ length: 33 }, (_, index) => ({
    name: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    sizeBytes: 1024 * (33 - index),
    count: 2,
  }))
  const parts = { byCamera: [{ name: 'Door', sizeBytes: 561 * 1024, count: 66 }], byDay }
  app.backend.play(only('GET /videos/storage-usage', answers(200, { used: 0, total: 0, percentage: 0, parts })))
  fireEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
  await act(() => app.settle())
  expect(dialog.getByText('Counted: all 66 recordings.')).toBeDefined()
  const days = partsIn(dialog, 'By day')
  expect([days.length, days[0], days.at(-1)]).toEqual([
    32,
    expect.stringContaining('33.00 KB · 2 recordings'),
    '2 smaller ones: 3.00 KB · 4 recordings',
  ])
})

it('says nothing of storage that is still on its way, on the card and in the dialog (VID-15, VID-23)', async () => {
  const line = slow()
  app.backend.play(only('GET /videos/storage-usage', line.scenario))
  const inStore = (shown: ReactElement) => <Provider store={app.store}>{shown}</Provider>
  const used = () =>
    screen.queryAllByRole('progressbar', { name: 'Used' }).map((bar) => bar.getAttribute('aria-valuetext'))
  const { rerender } = show(inStore(<VideosScreen />))
  await act(() => line.arrived())
  const onCard = used()
  rerender(inStore(<StorageDialog isOpen onClose={close} />))
  const inDialog = used()
  line.letGo()
  await act(() => app.settle())
  expect([onCard, inDialog, used()]).toEqual([[], [], ['8.79 KB of 5.00 GB']])
})
