import { act, fireEvent, screen } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import LiveWall from '../../../src/screens/live'
import { LiveView } from '../../../src/screens/live/live-view'
import { tileCountAtom } from '../../../src/state/live/wall'
import { startWatching, type Watching } from '../../state/live/support'
import { cameraOnHub } from '../../state/support/hub-data'
import { showScreen } from '../../support/show-screen'

let watching: Watching
beforeEach(async () => {
  watching = await startWatching({ tier: 'TEAM' })
  for (const name of ['Garage', 'Yard', 'Cellar', 'Porch']) await cameraOnHub(watching.app, name)
  await watching.app.store.get(queryClientAtom).invalidateQueries()
  history.replaceState(null, '', '/live?kiosk')
})
afterEach(async () => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  await watching.close()
})

/** Five cameras, four at once: a page of four, and one of the fifth. */
const open = () =>
  showScreen(
    watching.app,
    <>
      <LiveWall />
      <LiveView />
    </>,
  )
const tiles = () => screen.queryAllByRole('group').map((group) => group.getAttribute('aria-label'))
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more }))
const pass = (ms: number) => act(() => watching.pass(ms))
const address = () => location.pathname + location.search

const first = ['Front Door', 'Garage', 'Yard', 'Cellar']
const second = ['Porch']

describe('the kiosk (LIVE-87)', () => {
  it.each([
    ['ArrowRight', 'ArrowLeft'],
    ['PageDown', 'PageUp'],
  ])('goes on and back by %s and %s, and round (LIVE-85)', async (on, back) => {
    await open()
    expect(tiles()).toEqual(first)
    await press(on)
    expect(tiles()).toEqual(second)
    await press(back)
    expect(tiles()).toEqual(first)
    await press(back)
    expect(tiles()).toEqual(second)
    // The browser's own, as Alt and the arrow are.
    await press(on, { altKey: true })
    expect(tiles()).toEqual(second)
  })

  it('takes the focus, as what had it went with the frame, and gives it back (UI-04)', async () => {
    await open()
    const heading = screen.getByRole('heading', { level: 1, name: 'Live wall' })
    expect([document.activeElement, document.title]).toEqual([heading, 'Live wall · Nightjar'])
    await press('Escape')
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Kiosk' }))
  })

  it('has a way to the wall where there is no key for it', async () => {
    await open()
    const { length } = history
    await act(async () => screen.getByText('Leave the kiosk').click())
    expect([address(), screen.queryByText('Leave the kiosk')]).toEqual(['/live', null])
    // Back leads to what was before the kiosk, and not into it once more.
    expect(history.length).toBe(length)
  })

  it('leads to the wall at Escape, which means an open dialog first', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Open Garage' }))
    await screen.findByRole('dialog')
    await press('ArrowRight')
    await press('Escape')
    expect(address()).toBe('/live?kiosk')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tiles()).toEqual(first)
    const { length } = history
    await press('Escape')
    expect(history.length).toBe(length)
    expect([address(), screen.getByRole('heading', { level: 1 }).textContent]).toEqual(['/live', 'Live wall'])
    // The wall has no such keys, and stays where it is.
    await press('PageDown')
    await pass(20_000)
    expect(tiles()).toEqual(['Cameras at once', ...first])
  })

  it('leaves the keys to the browser where one page shows them all', async () => {
    watching.app.store.set(tileCountAtom, 9)
    await open()
    expect(tiles()).toEqual([...first, ...second])
    for (const key of ['PageDown', 'ArrowRight']) expect(fireEvent.keyDown(document.body, { key })).toBe(true)
  })

  it('goes on by itself every 15 s', async () => {
    await open()
    await pass(14_000)
    expect(tiles()).toEqual(first)
    await pass(1_000)
    expect(tiles()).toEqual(second)
    await pass(15_000)
    expect(tiles()).toEqual(first)
  })

  it('waits a minute for whoever pressed something', async () => {
    await open()
    await pass(10_000)
    await press('ArrowRight')
    await pass(30_000)
    fireEvent.pointerDown(document.body)
    await pass(59_000)
    expect(tiles()).toEqual(second)
    await pass(1_000)
    expect(tiles()).toEqual(first)
    await pass(15_000)
    expect(tiles()).toEqual(second)
  })

  it('does not turn behind the large view', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Open Garage' }))
    await screen.findByRole('dialog')
    await pass(31_000)
    await press('Escape')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(tiles()).toEqual(first)
  })

  it('stays where it is for whoever asked their system for less motion', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('reduced-motion'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    await open()
    await pass(31_000)
    expect(tiles()).toEqual(first)
    await press('ArrowRight')
    expect(tiles()).toEqual(second)
  })
})
