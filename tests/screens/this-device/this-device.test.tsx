import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import CamerasScreen from '../../../src/screens/cameras'
import ThisDeviceScreen from '../../../src/screens/this-device'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { type CaptureState, captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { isMotionUnusableAtom } from '../../../src/state/capture/capture'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { powerChoicesAtom } from '../../../src/state/device/power-choices'
import { cameraOnHub, setMotionOnHub } from '../../state/support/hub-data'
import { type AppOptions, startApp, type TestApp } from '../../support/app'
import { runningState, webcamListed } from '../../support/browser/fake-cameras'
import { fakeDevice } from '../../support/browser/fake-device'
import { type Scenario, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
afterEach(() => app.close())

async function open(options: AppOptions = {}, scenario?: Scenario) {
  app = await startApp(options)
  if (scenario) app.backend.play(scenario)
  await app.signIn()
  await showScreen(app, <ThisDeviceScreen />)
}

const need = (title: string) => screen.getByText(title).closest('li') ?? document.body
const textOf = (title: string) => need(title).textContent ?? ''
async function press(name: string) {
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name })[0] ?? document.body)
    await app.settle()
  })
}

describe('this device as a camera (SENSE-08)', () => {
  it('says of each thing how it stands, and how many are ready', async () => {
    await open()
    const states = within(screen.getByRole('list', { name: 'What a camera needs' })).getAllByRole('listitem')
    expect(
      states.map(({ textContent }) => textContent?.match(/Ready|To do|Later|Optional|Not told|Looking/)?.[0]),
    ).toEqual(['Looking', 'To do', 'Later', 'Ready', 'To do', 'Ready', 'Optional'])
    expect(screen.getByText('2 of 7 ready')).toBeDefined()
    expect(textOf('Plugged in')).toContain('On mains power, battery at 100 %.')
  })

  it('follows what changes: permission, wake lock, plug', async () => {
    await open()
    app.cameras.plug(webcamListed)
    await cameraOnHub(app, 'Door')
    await act(async () => {
      app.store.set(isCaptureWantedAtom, true)
      app.cameras.permit({ phase: 'granted' })
      app.cameras.tellWakeLock({ phase: 'refused' })
      app.device.power({ isPluggedIn: false, level: 0.414 })
      await app.settle()
    })
    expect(textOf('Camera allowed')).toContain('Ready')
    expect(textOf('Screen stays awake')).toContain('Plug the machine in')
    expect(textOf('Plugged in')).toContain('To doOn its battery, at 41 %. Plug the device in.')
    expect(within(need('Watches for motion')).getByRole('link', { name: 'Open Cameras' }).getAttribute('href')).toBe(
      '/cameras',
    )
  })

  it('says that a camera watches where it does, else why not', async () => {
    await open()
    app.cameras.plug(webcamListed)
    const door = await cameraOnHub(app, 'Door')
    await setMotionOnHub(app, door.id, true)
    await act(async () => {
      await app.store.get(camerasQueryAtom).refetch()
      await app.settle()
    })
    expect(textOf('Watches for motion')).toContain('LaterDoor: not running yet.')
    const stands = (state: CaptureState) =>
      act(async () => app.store.set(captureStatesAtom, new Map([[door.id, state]])))
    await stands(runningState())
    expect(textOf('Watches for motion')).toContain('ReadyDoor. It goes on')
    await stands({ phase: 'failed', reason: 'device-busy' })
    expect(textOf('Watches for motion')).toContain('To doDoor: Another program uses this camera.')
    await stands(runningState({ sight: { phase: 'paused', why: 'muted' } }))
    expect(textOf('Watches for motion')).toContain('To doDoor: The system or a switch holds the picture back.')
    await stands(runningState({ sight: { phase: 'frozen' } }))
    expect(textOf('Watches for motion')).toContain('To doDoor: The camera keeps sending one and the same picture.')
    await stands(runningState({ isSubstitute: true }))
    expect(textOf('Watches for motion')).toContain('To doDoor: The chosen device did not start; another one stands in.')
    await stands(runningState())
    await act(async () => app.store.set(isMotionUnusableAtom, true))
    expect(textOf('Watches for motion')).toContain('To doMotion detection does not run in this browser. It needs')
  })

  it('names those alone that do not run yet', async () => {
    await open({ tier: 'PRO' })
    app.cameras.plug(webcamListed)
    const [door, yard] = [await cameraOnHub(app, 'Door'), await cameraOnHub(app, 'Yard')]
    await setMotionOnHub(app, door.id, true)
    await setMotionOnHub(app, yard.id, true)
    await act(async () => {
      await app.store.get(camerasQueryAtom).refetch()
      app.store.set(captureStatesAtom, new Map([[door.id, runningState()]]))
      await app.settle()
    })
    expect(textOf('Watches for motion')).toContain('LaterYard: not running yet.')
  })

  it('asks for the camera, and for clips to be kept, by a press (SENSE-09)', async () => {
    await open()
    await act(async () => app.cameras.permit({ phase: 'prompt' }))
    app.cameras.answer = { phase: 'granted' }
    app.cameras.devices = webcamListed
    await press('Allow Camera')
    // The browser does not say that it will remember that.
    expect([app.cameras.asked, textOf('Camera allowed')]).toEqual([1, expect.stringContaining('for this visit only')])
    expect(within(need('Camera allowed')).queryByRole('button')).toBeNull()
    await act(async () => app.cameras.permit({ phase: 'granted' }))
    expect(textOf('Camera allowed')).toContain('Ready')
    app.device.willKeep = false
    await press('Keep Clips')
    expect(textOf('Clips are kept')).toContain('The browser refused for now.')
    app.device.willKeep = true
    await press('Keep Clips')
    expect(textOf('Clips are kept')).toContain('Ready')
    expect(screen.queryByRole('button', { name: 'Keep Clips' })).toBeNull()
  })

  it('compares the clock with the hub’s, and again when asked (SENSE-11)', async () => {
    let aheadMs = 300_000
    await open({}, async (request, next) => {
      const answer = await next(request)
      if (!request.url.endsWith('/modes')) return answer
      const body = await answer.json()
      const now = new Date(Date.parse(body.now) + aheadMs).toISOString()
      return new Response(JSON.stringify({ ...body, now }), { headers: answer.headers })
    })
    expect(textOf('Clock agrees with the hub')).toContain('To doThis clock is 5 minutes behind the hub’s.')
    aheadMs = -12_000
    await press('Look Again')
    expect(textOf('Clock agrees with the hub')).toContain('12 s ahead of the hub’s')
    aheadMs = 4_000
    await press('Look Again')
    expect(textOf('Clock agrees with the hub')).toContain('Ready')
  })
})

describe('installing (SENSE-12)', () => {
  const INSTALL = 'Install Nightjar'
  const isThere = () => screen.queryByRole('button', { name: INSTALL }) !== null

  it('is one press where the browser offers it; a refusal leaves the browser’s menu', async () => {
    const device = fakeDevice()
    device.installation = 'offered'
    device.afterInstall = 'by-hand'
    await open({ device })
    expect(textOf('Installed as an app')).toContain('Optional')
    await press(INSTALL)
    expect([isThere(), textOf('Installed as an app').includes('Install Nightjar')]).toEqual([false, true])
  })

  it('says when it runs as an app, and when this is still the tab', async () => {
    const device = fakeDevice()
    device.installation = 'offered'
    device.afterInstall = 'elsewhere'
    await open({ device })
    await press(INSTALL)
    expect(textOf('Installed as an app')).toContain('To doInstalled. Open Nightjar from its icon')
    device.afterInstall = 'own-window'
    await act(() => device.install())
    expect([isThere(), textOf('Installed as an app')]).toEqual([false, expect.stringContaining('Ready')])
  })

  it.each([
    ['Safari on iPhone', 'Share menu'],
    ['Chrome on iPad', 'Share menu'],
    ['Safari on Mac', 'Add to Dock'],
    ['Chrome on Android', 'Add to Home screen, Install'],
    ['Firefox on Android', 'Add app to Home screen'],
    ['Edge on Windows', 'More tools, Apps'],
    ['Chrome on Linux', 'Cast, Save and Share'],
    ['Firefox on Linux', 'Chrome and Edge do'],
    ['Unknown browser', 'or go on without'],
  ])('tells %s where its menu has it', async (name, words) => {
    const device = fakeDevice()
    device.name = name
    await open({ device })
    expect([isThere(), textOf('Installed as an app')]).toEqual([false, expect.stringContaining(words)])
  })
})

describe('power alerts (SENSE-06)', () => {
  const isOn = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked

  it('are both on until somebody says no', async () => {
    await open()
    expect([isOn('Alert when unplugged'), isOn('Alert when the battery is low')]).toEqual([true, true])
    await act(async () => void fireEvent.click(screen.getByLabelText('Alert when unplugged')))
    expect([isOn('Alert when unplugged'), app.store.get(powerChoicesAtom)]).toEqual([
      false,
      { unplugged: false, 'low-battery': true },
    ])
  })

  it('are not there where the browser does not tell, nor where the hub takes none (EXT-22)', async () => {
    await open({ device: fakeDevice(null) })
    expect(screen.queryByLabelText('Alert when unplugged')).toBeNull()
    expect(textOf('Plugged in')).toContain('Chrome and Edge do')
    await app.close()
    document.body.innerHTML = ''
    await open({}, withoutExtensions)
    expect(screen.queryByLabelText('Alert when unplugged')).toBeNull()
    expect(textOf('Clock agrees with the hub')).toContain('Not told')
  })
})

describe('what the system must do (SENSE-10)', () => {
  it('begins with the system it runs on; the others are folded away', async () => {
    const device = fakeDevice()
    device.name = 'Chrome on Linux'
    await open({ device })
    expect(screen.getByRole('heading', { name: 'What Linux Must Do' })).toBeDefined()
    const folded = [...document.querySelectorAll('details')]
    expect(folded.map((part) => [part.querySelector('summary')?.textContent, part.open])).toEqual([
      ['Windows', false],
      ['macOS', false],
      ['ChromeOS', false],
      ['Android', false],
      ['iPhone and iPad', false],
    ])
    await press('Save nightjar-camera.desktop')
    const [saved] = app.savedFiles
    expect([saved?.fileName, await saved?.content.text()]).toEqual([
      'nightjar-camera.desktop',
      expect.stringContaining(`--app=${app.services.origin}/cameras`),
    ])
  })

  it('is the address alone on a system that is none of these', async () => {
    const device = fakeDevice()
    device.name = 'Unknown browser'
    await open({ device })
    await press('Copy Address')
    expect(app.copied).toEqual([`${app.services.origin}/cameras`])
    expect(document.querySelectorAll('details')).toHaveLength(6)
  })
})

it('Cameras leads there by one line (SENSE-08)', async () => {
  app = await startApp()
  await app.signIn()
  await showScreen(app, <CamerasScreen />)
  expect(screen.getByRole('link', { name: 'Set it up to come back after a power cut' }).getAttribute('href')).toBe(
    '/cameras/this-device',
  )
})
