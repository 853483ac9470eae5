import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NewCameraTile } from '../../../src/screens/cameras/new-camera-tile'
import { PairedCamera } from '../../../src/screens/cameras/paired/paired-camera'
import { PairingDialog } from '../../../src/screens/cameras/pairing/pairing-dialog'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { pairingLinkAtom } from '../../../src/state/sign-in/pairings'
import { addCamera } from '../../server/support/calls'
import { manualClock } from '../../server/support/hub'
import { setMotionOnHub } from '../../state/support/hub-data'
import { type AppOptions, pass, startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { offline, only, type Scenario, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const ANN = 'ann@example.org'
/** By then the dialog has looked at the time and at the hub. */
const LOOKS_MS = 5_000
const LAN = { LAN: '1', LAN_PORT: '0', LAN_ADDRESSES: '192.168.1.7' }

let app: TestApp
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function start(options: AppOptions = {}): Promise<void> {
  // The hub's clock and the page's are one.
  app = await startApp({ clock: manualClock(Date.now()), ...options })
  await app.signIn(ANN)
}
const openDialog = () => showScreen(app, <PairingDialog onClose={() => undefined} />)
// Not by role: to find one, every rule of style is asked for every element.
const link = () => screen.queryByLabelText<HTMLInputElement>('Link')
const redeem = (url: string) =>
  app.backend.hub.fastify.inject({
    method: 'POST',
    url: '/v1/pairings/redeem',
    payload: { token: new URL(url).hash.slice(1) },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile Safari/537.36' },
  })

/** The machine slept: what is due by then happens at once, and not each look in between. */
async function leap(ms: number): Promise<void> {
  app.backend.hub.clock.advance(ms)
  vi.setSystemTime(app.backend.hub.clock.now())
  await act(() => pass(app, LOOKS_MS))
}

describe('the dialog (PAIR-09)', () => {
  it('shows the link as a code and as text, what to compare, and where no warning comes from (LAN-05)', async () => {
    await start({ environment: LAN })
    await openDialog()
    expect(screen.getByLabelText('QR code of the link for the other device')).toBeDefined()
    expect(link()?.value).toMatch(/^https:\/\/192\.168\.1\.7:\d+\/pair#[\w-]{22}$/)
    expect(screen.getByTestId('fingerprint').textContent?.replace(/:/g, '')).toBe(
      app.backend.hub.hub.reach.fingerprint()?.replace(/:/g, ''),
    )
    expect(screen.getByText(/nightjar-ca\.crt$/).getAttribute('href')).toMatch(
      /^https:\/\/192\.168\.1\.7:\d+\/nightjar-ca\.crt$/,
    )
    for (const system of ['iPhone', 'Android', 'Windows', 'macOS', 'Linux', 'Firefox'])
      expect(document.body.textContent).toContain(`${system}`)
  })

  it('says what happens on the other side', async () => {
    await start({ environment: LAN })
    await openDialog()
    expect(screen.getByText('Waiting for the other device.')).toBeDefined()
    await redeem(link()?.value ?? '')
    await waitFor(() => expect(screen.getByText('Opened on Chrome on Android')).toBeDefined(), { timeout: 5_000 })
    expect(link()).toBeNull()
  })

  it('counts the minutes, and makes another code when they are over', async () => {
    await start({ environment: LAN })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    vi.setSystemTime(app.backend.hub.clock.now())
    await openDialog()
    const first = link()?.value
    expect(screen.getByText(/for 10 more minutes/)).toBeDefined()
    await leap(9 * 60_000)
    expect(screen.getByText(/for 1 more minute\./)).toBeDefined()
    await leap(60_000)
    expect(screen.getByText('The code has run out')).toBeDefined()
    fireEvent.click(screen.getByText('New code'))
    await act(() => app.settle())
    expect(link()?.value).not.toBe(first)
  })

  it('says why no other device reaches a hub that answers here alone, and how to change that', async () => {
    await start()
    await openDialog()
    expect(screen.getByText('Other devices cannot open this hub')).toBeDefined()
    expect(screen.getByText(/LAN=1 npm start/)).toBeDefined()
    expect(app.store.get(pairingLinkAtom).phase).toBe('unreachable')
    expect(screen.queryByLabelText(/^QR code/)).toBeNull()
  })

  it.each(['elsewhere', 'here'])(
    'says before that the plan is full, with the way to more, by a camera %s',
    async (where) => {
      await start({ environment: LAN })
      await addCamera(app.backend.hub.fastify, await app.backend.hub.signIn(ANN))
      if (where === 'here') {
        app.cameras.permit({ phase: 'granted' })
        app.cameras.plug(webcamListed)
      }
      app.watch(camerasQueryAtom)
      await openDialog()
      await waitFor(() => expect(screen.getByText('The plan has room for 1 camera, and it is there')).toBeDefined())
      expect(screen.getByText('More cameras').getAttribute('href')).toBe('/billing')
    },
  )

  it('is offered where the provider pairs, and nowhere else (EXT-02)', async () => {
    await start()
    app.watch(camerasQueryAtom)
    const shown = await showScreen(app, <NewCameraTile onAdd={() => undefined} />)
    expect(screen.getByRole('button', { name: 'Add another device' })).toBeDefined()
    shown.unmount()
    await app.close()
    app = await startApp()
    app.backend.play(withoutExtensions)
    await app.signIn(ANN)
    app.watch(camerasQueryAtom)
    await showScreen(app, <NewCameraTile onAdd={() => undefined} />)
    expect(screen.queryByRole('button', { name: 'Add another device' })).toBeNull()
  })
})

describe('the device that the link signed in (PAIR-08)', () => {
  it('asks for the camera, shows it, and begins with one press', async () => {
    app = await startApp({ environment: LAN, clock: manualClock(Date.now()) })
    app.cameras.answer = { phase: 'granted' }
    app.cameras.devices = webcamListed
    app.cameras.openPreviewOf = async () => ({
      kind: 'open',
      stream: Object.assign(new MediaStream(), { getTracks: () => [] }),
      deviceId: 'device-1',
      label: 'Webcam',
      isSubstitute: false,
      hasAudio: false,
      isMirrored: false,
    })
    app.cameras.permit({ phase: 'prompt' })
    await app.signIn(ANN)
    await showScreen(app, <PairedCamera />)
    expect(app.cameras.asked).toBe(1)
    await waitFor(() => expect(screen.getByLabelText('What this device sees')).toBeDefined())
    fireEvent.change(screen.getByRole('textbox', { name: 'Camera name' }), { target: { value: 'Kitchen' } })
    fireEvent.click(screen.getByRole('button', { name: 'Start watching' }))
    await act(() => app.settle())
    expect(app.navigations.at(-1)).toEqual({ path: '/cameras', replace: true })
    expect(app.store.get(camerasQueryAtom).data).toMatchObject([{ name: 'Kitchen', isMotionEnabled: true }])
  })

  describe('whose camera is there already', () => {
    async function showForm() {
      app = await startApp({ environment: LAN, clock: manualClock(Date.now()) })
      app.cameras.devices = webcamListed
      app.cameras.openPreviewOf = async () => ({
        kind: 'open',
        stream: Object.assign(new MediaStream(), { getTracks: () => [] }),
        deviceId: 'device-1',
        label: 'Webcam',
        isSubstitute: false,
        hasAudio: false,
        isMirrored: false,
      })
      await app.signIn()
      app.cameras.permit({ phase: 'granted' })
      app.cameras.plug(webcamListed)
      await showScreen(app, <PairedCamera />)
      await waitFor(() => expect(screen.getByLabelText('What this device sees')).toBeDefined())
    }
    async function press() {
      fireEvent.click(screen.getByRole('button', { name: 'Start watching' }))
      await act(() => app.settle())
    }
    const cameras = () => app.store.get(camerasQueryAtom).data

    it('goes on with it, and says so where another name was typed', async () => {
      await showForm()
      await addCamera(app.backend.hub.fastify, await app.backend.hub.signIn())
      fireEvent.change(screen.getByRole('textbox', { name: 'Camera name' }), { target: { value: 'Kitchen' } })
      await press()
      expect(app.navigations.at(-1)).toEqual({ path: '/cameras', replace: true })
      expect(cameras()).toMatchObject([{ name: 'Door', isMotionEnabled: true }])
      expect(app.toasts).toMatchObject([
        { text: 'This device is a camera already: Door. Its name is changed in Settings.' },
      ])
    })

    const answerLost: Scenario = async (request, next) => {
      await next(request)
      return offline(request, next)
    }

    it('by a press whose answer was lost makes no second one by the next', async () => {
      await showForm()
      const stop = app.backend.play(only('POST /cameras', answerLost))
      await press()
      stop()
      await press()
      expect(app.backend.sentTo('POST /cameras')).toHaveLength(1)
      expect([cameras()?.length, cameras()?.[0]?.isMotionEnabled]).toEqual([1, true])
      expect(app.navigations.at(-1)).toEqual({ path: '/cameras', replace: true })
    })

    it('by a press whose answer was lost makes none by the next while the list cannot be read, and says so', async () => {
      await showForm()
      const stop = app.backend.play(only('POST /cameras', answerLost))
      await press()
      stop()
      app.backend.play(only('GET /cameras', offline))
      await press()
      expect(app.backend.sentTo('POST /cameras')).toHaveLength(1)
      expect(screen.getByText(/^The hub could not be reached/)).toBeDefined()
    })

    it('goes on watching where its motion detection was on and the hub cannot be reached', async () => {
      await showForm()
      const { id } = await addCamera(app.backend.hub.fastify, await app.backend.hub.signIn())
      await setMotionOnHub(app, id, true)
      await app.store.get(camerasQueryAtom).refetch()
      app.backend.play(offline)
      await press()
      expect(cameras()).toMatchObject([{ isMotionEnabled: true }])
    })
  })

  it('is told that the plan is full instead of a form', async () => {
    await start({ environment: LAN })
    await addCamera(app.backend.hub.fastify, await app.backend.hub.signIn(ANN))
    await showScreen(app, <PairedCamera />)
    await waitFor(() => expect(screen.getByText('The plan has room for 1 camera, and it is there')).toBeDefined())
    expect(screen.queryByRole('button', { name: 'Start watching' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Only look' })).toBeDefined()
  })
})
