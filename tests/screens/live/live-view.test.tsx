import { act, fireEvent, screen } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import LiveWall from '../../../src/screens/live'
import { LiveView } from '../../../src/screens/live/live-view'
import { viewFeedAtom, watchedAtom } from '../../../src/state/live/watching'
import { screenshotsQueryAtom } from '../../../src/state/snapshots/snapshots'
import { send } from '../../server/support/calls'
import type { LiveTab } from '../../server/support/live'
import { flowDirectly, heardViewing, shows, startWatching, type Watching } from '../../state/live/support'
import { alertOnHub, cameraOnHub, clipsOnHub, snapshotOnHub, userOf } from '../../state/support/hub-data'
import { holdTimers, pass } from '../../support/app'
import { fakeScrolling } from '../../support/browser/fake-scrolling'
import { showScreen } from '../../support/show-screen'

let watching: Watching
beforeEach(async () => {
  watching = await startWatching({ tier: 'TEAM' })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await watching.close()
})

async function open() {
  watching.app.watch(screenshotsQueryAtom)
  await showScreen(watching.app, <LiveView />)
  await act(async () => {
    watching.app.store.set(viewFeedAtom, watching.camera.id)
    await watching.app.settle()
  })
}

/** The camera is there, and its picture comes. */
async function openLive(): Promise<{ tab: LiveTab; viewingId: string }> {
  const tab = await watching.offer()
  await open()
  const viewingId = await act(() => flowDirectly(watching, tab))
  await act(async () => void (await shows(watching, 'live')))
  return { tab, viewingId }
}

/** A browser that fills the screen with what it is asked to. */
function fakeFullScreen() {
  let element: Element | null = null
  const show = async (shown: Element | null) => {
    element = shown
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  // This file's page has none of them.
  Object.defineProperties(document, {
    fullscreenElement: { get: () => element, configurable: true },
    exitFullscreen: { value: () => show(null), configurable: true },
  })
  Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', {
    value(this: HTMLElement) {
      return show(this)
    },
    configurable: true,
  })
  // Of whatever is shown in this document next, none of it would stand in a page.
  onTestFinished(() => {
    for (const name of ['fullscreenElement', 'exitFullscreen']) Reflect.deleteProperty(document, name)
    Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen')
  })
  return { element: () => element }
}

const showPicture = () => act(() => fireEvent.loadedData(screen.getByLabelText('Live picture of Front Door')))

describe('the large view', () => {
  it('shows the last still until the first picture, then the picture and how it comes (LIVE-73, LIVE-74)', async () => {
    await snapshotOnHub(watching.app, watching.camera.id)
    await openLive()
    const still = () => screen.getByRole('dialog').querySelector('img[alt=""]')
    expect([still()?.getAttribute('style'), screen.queryByText('Live') !== null]).toEqual([
      expect.stringContaining('blur('),
      true,
    ])
    await showPicture()
    expect(still()).toBeNull()
    watching.viewer.latest.framesDecoded = 8
    await act(() => watching.clock.advance(500))
    expect((await screen.findByTestId('live-figures')).textContent).toMatch(/^\d+ ms · \d+ fps$/)
  })

  it('says that the camera is away and what to do (LIVE-72, LIVE-73)', async () => {
    await open()
    expect(await screen.findByText('Not connected now')).toBeTruthy()
    expect(screen.getByText(/^Open Nightjar on the machine of this camera/)).toBeTruthy()
    const tab = await watching.offer()
    await act(() => flowDirectly(watching, tab))
    await screen.findByText('Live')
    await act(() => tab.leave())
    expect(await screen.findByText(/^Last seen /)).toBeTruthy()
  })

  it('says that the siren sounds and who set it off, and lets everybody stop it (LIVE-97)', async () => {
    const { tab, viewingId } = await openLive()
    tab.send({ kind: 'siren', cameraId: watching.camera.id, by: 'bob@example.org' })
    expect(await screen.findByText('Siren: bob')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Stop siren' }))
    await tab.hears('act', (news) => news.act === 'siren-end' && news.viewingId === viewingId)
    tab.send({ kind: 'siren', cameraId: watching.camera.id, by: null })
    expect(await screen.findByRole('button', { name: 'Siren' })).toBeTruthy()
  })

  it('goes to the next camera by the arrow keys, and round, and says to a screen reader which shows (LIVE-75, UI-04)', async () => {
    await cameraOnHub(watching.app, 'Garage')
    await watching.app.store.get(queryClientAtom).invalidateQueries()
    await open()
    const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent
    const press = (key: string) => act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key }))
    expect([title(), screen.getByText('1 of 2') !== null]).toEqual(['Front Door', true])
    await press('ArrowRight')
    expect(title()).toBe('Garage')
    expect(screen.getByText('2 of 2').textContent).toBe('2 of 2, Garage')
    await press('ArrowRight')
    expect(title()).toBe('Front Door')
  })

  it('fills the screen at F, and leaves it at F, as by its button (LIVE-75)', async () => {
    const full = fakeFullScreen()
    await open()
    const press = () => act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'f' }))
    const title = screen.getByRole('dialog').querySelector('h2')
    await press()
    // The picture and what lies over it, not the page.
    expect([full.element()?.querySelector('[data-live]') !== null, full.element()?.contains(title)]).toEqual([
      true,
      false,
    ])
    expect(screen.getByRole('button', { name: 'Leave full screen' })).toBeTruthy()
    await press()
    expect(full.element()).toBeNull()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Full screen' })))
    expect(full.element()).not.toBeNull()
  })

  it('goes on in a hidden tab while it floats over other windows, and no longer (LIVE-75)', async () => {
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true })
    const { tab, viewingId } = await openLive()
    const video = screen.getByLabelText<HTMLVideoElement>('Live picture of Front Door')
    const float = vi.fn(async () => video.dispatchEvent(new Event('enterpictureinpicture')))
    Object.assign(video, { requestPictureInPicture: float })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Picture in picture' })))
    expect(float).toHaveBeenCalledOnce()
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await tab.settled()
    expect(tab.all('end')).toEqual([])
    await act(async () => void video.dispatchEvent(new Event('leavepictureinpicture')))
    await tab.hears('end', (news) => news.viewingId === viewingId)
    seen.mockRestore()
    Reflect.deleteProperty(document, 'pictureInPictureEnabled')
  })

  it('stays in the window that it floats in when it breaks off, and goes on there (LIVE-75)', async () => {
    const { tab } = await openLive()
    const video = screen.getByLabelText<HTMLVideoElement>('Live picture of Front Door')
    const first = video.srcObject
    await act(async () => void video.dispatchEvent(new Event('enterpictureinpicture')))
    await act(() => tab.leave())
    await screen.findByText(/^Last seen /)
    expect([video.isConnected, video.srcObject === first]).toEqual([true, false])
    const back = await watching.offer()
    await act(() => flowDirectly(watching, back))
    await act(async () => void (await shows(watching, 'live')))
    expect(screen.getByLabelText('Live picture of Front Door')).toBe(video)
    expect(video.srcObject).not.toBeNull()
  })

  it('is mute until its button turns sound on, asks the camera for it, and ends it (LIVE-79)', async () => {
    const { app, camera } = watching
    const { name, location, deviceId, deviceLabel } = camera
    const switches = { isMotionEnabled: false, isAudioEnabled: true, motionSensitivity: 50 }
    const heard = { name, location, deviceId, deviceLabel, ...switches }
    await send(app.backend.hub.fastify, userOf(app), 'PUT', `/cameras/${camera.id}`, heard)
    await app.store.get(queryClientAtom).invalidateQueries()
    const { tab } = await openLive()
    const video = screen.getByLabelText<HTMLVideoElement>('Live picture of Front Door')
    expect([video.muted, tab.all('act')]).toEqual([true, []])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sound on' })))
    await tab.hears('act', ({ act: done }) => done === 'listen-begin')
    expect([video.muted, video.volume]).toEqual([false, 1])
    fireEvent.change(screen.getByLabelText('Volume'), { target: { value: '40' } })
    expect(video.volume).toBe(0.4)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sound off' })))
    await tab.hears('act', ({ act: done }) => done === 'listen-end')
    expect([video.muted, screen.queryByLabelText('Volume')]).toEqual([true, null])
  })

  it('talks while the button is held by the space bar, and not by its repeats (LIVE-80)', async () => {
    const { tab } = await openLive()
    const button = screen.getByRole('button', { name: 'Hold to talk' })
    await act(async () => void fireEvent.keyDown(button, { key: ' ' }))
    await act(async () => void fireEvent.keyDown(button, { key: ' ', repeat: true }))
    expect(await screen.findByRole('button', { name: 'Talking' })).toBeTruthy()
    await act(async () => void fireEvent.keyUp(button, { key: ' ' }))
    await tab.hears('act', ({ act: done }) => done === 'talk-end')
    expect([watching.viewer.microphones.length, watching.viewer.microphones[0]?.isStopped]).toEqual([1, true])
  })

  it('asks before the siren, and then has a button that stops it (LIVE-82)', async () => {
    const { tab } = await openLive()
    fireEvent.click(screen.getByRole('button', { name: 'Siren' }))
    expect(screen.getByText('Sound the siren of Front Door?')).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByText('Sound siren')))
    await tab.hears('act', ({ act: done }) => done === 'siren-begin')
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stop siren' })))
    await tab.hears('act', ({ act: done }) => done === 'siren-end')
  })

  it('has no button to act where nobody would do it (LIVE-80 to LIVE-82)', async () => {
    await open()
    await screen.findByText('Not connected now')
    expect(screen.queryByRole('button', { name: /talk|Record|Siren/ })).toBeNull()
  })

  it('plays an event of the strip, and says what one was of which there is no recording (LIVE-84)', async () => {
    await clipsOnHub(watching.app, watching.camera.id, 2)
    await alertOnHub(watching.app, watching.camera.id, '2026-03-10T08:01:00Z')
    await open()
    expect(screen.getByText('Lens covered at Front Door').title).toMatch(/^Something covers the lens at /)
    expect(screen.getAllByRole('button', { name: /^Play / }).length).toBe(2)
  })
})

describe('the wall', () => {
  it('shows a tile for each camera and opens the large view (LIVE-85)', async () => {
    await cameraOnHub(watching.app, 'Garage')
    await watching.app.store.get(queryClientAtom).invalidateQueries()
    await showScreen(watching.app, <LiveWall />)
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
      'Cameras at once',
      'Front Door',
      'Garage',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Open Garage' }))
    expect(watching.app.store.get(watchedAtom)?.camera.name).toBe('Garage')
  })

  it('looks only while it can be seen: on the screen, in a tab in front, not behind the large view (LIVE-88)', async () => {
    const scroll = fakeScrolling()
    const tab = await watching.offer()
    const ended = (viewingId: string) => tab.hears('end', (news) => news.viewingId === viewingId)
    await showScreen(watching.app, <LiveWall />)
    await tab.settled()
    expect(tab.all('viewing')).toEqual([])
    act(() => scroll(true))
    const first = await heardViewing(tab)
    act(() => scroll(false))
    await ended(first.viewingId)
    act(() => scroll(true))
    const second = await heardViewing(tab, 1)
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await ended(second.viewingId)
    seen.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    const third = await heardViewing(tab, 2)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Open Front Door' })))
    await ended(third.viewingId)
  })

  it('asks for no still while the picture shows, and again once it stops (LIVE-73, X-53)', async () => {
    const { app, camera } = watching
    await snapshotOnHub(app, camera.id)
    const scroll = fakeScrolling()
    const tab = await watching.offer()
    holdTimers()
    onTestFinished(() => void vi.useRealTimers())
    const reads = () => app.backend.sentTo('GET /screenshots').length
    const { container } = await showScreen(app, <LiveWall />)
    const still = () => container.querySelector('img[alt=""]')
    expect(still()?.getAttribute('style')).toContain('blur(')
    act(() => scroll(true))
    await act(() => flowDirectly(watching, tab))
    await vi.waitFor(() => screen.getByText('Live'))
    await showPicture()
    const asked = reads()
    await act(() => pass(app, 10_000))
    expect([reads() - asked, still()]).toEqual([0, null])
    await act(() => tab.leave())
    await vi.waitFor(() => expect(still()).not.toBeNull())
    expect(reads()).toBeGreaterThan(asked)
  })

  it('keeps the screen awake as a kiosk, and no longer (LIVE-87)', async () => {
    history.replaceState(null, '', '/live?kiosk')
    const { unmount } = await showScreen(watching.app, <LiveWall />)
    expect([watching.app.cameras.isAwake, screen.queryByRole('link', { name: 'Kiosk' })]).toEqual([true, null])
    unmount()
    expect(watching.app.cameras.isAwake).toBe(false)
    history.replaceState(null, '', '/')
  })
})
