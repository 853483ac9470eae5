import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import VideosScreen from '../../../src/screens/videos'
import { videosRangeAtom, videosSearchAtom, videosSeenAtom } from '../../../src/state/recordings/videos'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => app.close())

/** Six clips of the garage, and six later ones of the yard: the first page. */
async function open() {
  await clipsOnHub(app, (await cameraOnHub(app, 'Garage')).id, 6)
  await clipsOnHub(app, (await cameraOnHub(app, 'Yard')).id, 6, 60)
  await showScreen(app, <VideosScreen />)
}
const cards = () => screen.queryAllByRole('article').length
const choose = (camera: string) => fireEvent.change(screen.getByLabelText('Camera'), { target: { value: camera } })
const search = (text: string) =>
  fireEvent.change(screen.getByPlaceholderText('Search by camera...'), { target: { value: text } })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
    await app.settle()
  })
const isBoast = () => screen.queryByText(/^Clips appear here/) !== null

describe('where a filter leaves nothing of what is loaded (VID-13)', () => {
  it('older recordings may match: they are one press away (VID-14)', async () => {
    await open()
    choose('Garage')
    expect([cards(), screen.queryByText('No recordings found') !== null, isBoast()]).toEqual([0, true, false])
    const text = screen.getByText('Nothing among the recordings loaded so far. Load more to look in older ones.')
    const place = within(text.parentElement?.parentElement ?? document.body)
    expect(place.getByRole('button', { name: 'Load More' })).toBeDefined()
    // The only one.
    await press('Load More')
    expect([cards(), screen.queryByText('No recordings found')]).toEqual([6, null])
  })

  it('nothing more may match: it says that none does, and shows all at a press', async () => {
    await open()
    await press('Load More')
    choose('Garage')
    search('cellar')
    expect([screen.queryByText('None of the recordings match.') !== null, isBoast()]).toEqual([true, false])
    await press('Show all recordings')
    expect([cards(), app.store.get(videosSearchAtom)]).toEqual([12, ''])
  })

  it('of a time that is chosen too, all are shown of every time', async () => {
    await open()
    await press('Load More')
    act(() => app.store.set(videosRangeAtom, { kind: 'today' }))
    search('cellar')
    await press('Show all recordings')
    expect([cards(), app.store.get(videosRangeAtom).kind]).toEqual([12, 'all'])
  })
})

it('says to a screen reader how many recordings search, filters and Load More leave (UI-04)', async () => {
  holdTimers()
  await open()
  const told = async (deed: () => unknown) => {
    await act(async () => void (await deed()))
    await act(() => pass(app, 700))
    // Before those of the cards.
    return screen.getAllByRole('status')[0]?.textContent
  }
  const { set } = app.store
  expect(await told(() => undefined)).toBe('')
  expect(await told(() => choose('Garage'))).toBe('0 recordings, of those loaded so far')
  expect(await told(() => press('Load More'))).toBe('6 recordings')
  expect(await told(() => search('cellar'))).toBe('0 recordings')
  expect(await told(() => press('Show all recordings'))).toBe('12 recordings')
  expect(await told(() => set(videosSeenAtom, 'person'))).toBe('0 recordings')
  expect(await told(() => set(videosSeenAtom, 'all'))).toBe('12 recordings')
  expect(await told(() => set(videosRangeAtom, { kind: 'days', first: '2026-01-01', last: '2026-01-02' }))).toBe(
    '0 recordings',
  )
  vi.useRealTimers()
})

it('where there is none at all, a filter changes nothing of that (VID-13)', async () => {
  await showScreen(app, <VideosScreen />)
  search('cellar')
  expect([isBoast(), screen.queryByRole('button', { name: 'Show all recordings' })]).toEqual([true, null])
})
