import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CameraSettings } from '../../../src/contract/camera'
import type { DeviceList } from '../../../src/engine/capture'
import CamerasScreen from '../../../src/screens/cameras'
import { alertAtom } from '../../../src/state/alert'
import { saveCameraAtom } from '../../../src/state/cameras/cameras'
import { connectionAtom } from '../../../src/state/hub/connection'
import { cameraOnHub } from '../../state/support/hub-data'
import { type AppOptions, holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { webcam, webcamListed } from '../../support/browser/fake-cameras'
import { answers, answers500, only, type Scenario, slow } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(() => start())
afterEach(() => {
  vi.useRealTimers()
  return app.close()
})

async function start(options: AppOptions = {}) {
  app = await startApp(options)
  app.storage.setItem('showCamerasTutorial', 'false')
  await app.signIn()
}

/** For a workspace of another plan than the one that every test begins with. */
async function startAnew(options: AppOptions) {
  await app.close()
  await start(options)
}

const open = () => showScreen(app, <CamerasScreen />)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => pressOn(app, button(name))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const added = () => app.backend.sentTo('POST /cameras').map(({ json }) => json)

describe('permission', () => {
  const enable = () => screen.queryByRole('button', { name: 'Enable Camera & Audio' })

  it('is asked for by a button that goes once it is granted, which a notice tells (CAM-33, CAM-35)', async () => {
    await open()
    expect(enable()).toBeNull()
    act(() => app.cameras.permit({ phase: 'prompt' }))
    expect(screen.queryByText('Camera access granted.')).toBeNull()
    app.cameras.devices = webcamListed
    await press('Enable Camera & Audio')
    expect([app.cameras.asked, enable()]).toEqual([1, null])
    expect(screen.getByText('Camera access granted.')).toBeDefined()
  })

  it('is asked for again by Try Again after it was denied (CAM-34)', async () => {
    await open()
    act(() => app.cameras.permit({ phase: 'denied' }))
    app.cameras.devices = webcamListed
    await press('Try Again')
    expect(app.cameras.asked).toBe(1)
    expect(screen.getByText('Camera access granted.')).toBeDefined()
  })
})

it('has what is well below the cameras, and what matters above them (FACE-08)', async () => {
  await cameraOnHub(app, 'Garden')
  holdTimers()
  await open()
  const isAbove = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const card = screen.getByRole('article', { name: 'Garden' })
  act(() => app.cameras.permit({ phase: 'denied' }))
  expect(isAbove(screen.getByText('Camera and microphone access required'), card)).toBe(true)
  app.cameras.devices = webcamListed
  await press('Try Again')
  expect(isAbove(card, screen.getByText('Camera access granted.'))).toBe(true)
  expect(isAbove(card, screen.getByText(/^The free plan has 1 camera/))).toBe(true)
})

it('has banner, tile and instructions while its list is long in coming, and leaves them in their places when it comes (CAM-05, CAM-11, UI-03)', async () => {
  await cameraOnHub(app, 'Garden')
  const stop = app.backend.play(only('GET /cameras', answers500))
  holdTimers()
  await open()
  const shown = () => [
    screen.queryByRole('link', { name: 'Upgrade Plan' }),
    screen.queryByText('Add New Camera'),
    screen.queryByRole('button', { name: 'Setup Instructions' }),
  ]
  await act(() => pass(app, 1_999))
  // One that comes soon moves nothing either.
  expect(shown()).toEqual([null, null, null])
  const loading = screen.getByLabelText('Loading')
  await act(() => pass(app, 1))
  const late = shown()
  expect(late).not.toContain(null)
  // Another one further down: the same would have jumped there.
  expect(screen.getByLabelText('Loading')).not.toBe(loading)
  stop()
  await act(() => pass(app, 2_000))
  const card = screen.getByRole('article', { name: 'Garden' })
  expect(shown()).toEqual(late)
  for (const one of late) {
    expect((one?.compareDocumentPosition(card) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  }
})

describe('the add-camera form', () => {
  it('offers the two facing modes where no device can be listed, and sends the one chosen (CAM-27, CAM-43)', async () => {
    app.cameras.permit({ phase: 'granted' })
    await open()
    await press('Add Camera')
    const choice = screen.getByRole('combobox', { name: 'Camera device' })
    const offered = within(choice).getAllByRole<HTMLOptionElement>('option')
    expect(offered.map(({ value, textContent }) => [value, textContent])).toEqual([
      ['', 'Choose a device'],
      ['user', 'Front Camera'],
      ['environment', 'Back Camera'],
    ])
    type('Camera name', 'Door')
    type('Location', 'Hall')
    type('Camera device', 'user')
    await press('Save')
    expect(added()).toEqual([{ name: 'Door', location: 'Hall', deviceId: 'user', deviceLabel: 'Front Camera' }])
  })

  it('is gone to where it is asked for again, with what was typed (CAM-11)', async () => {
    await open()
    await press('Add Camera')
    type('Camera name', 'Door')
    for (const name of ['Choose a device', 'Add Camera']) {
      button(name).focus()
      await press(name)
      const field = screen.getByLabelText<HTMLInputElement>('Camera name')
      expect([document.activeElement === field, field.value]).toEqual([true, 'Door'])
    }
  })

  it('stays where it was opened anew before the last one was answered', async () => {
    app.cameras.permit({ phase: 'granted' })
    await open()
    await press('Add Camera')
    type('Camera name', 'Door')
    type('Location', 'Hall')
    type('Camera device', 'user')
    const line = slow()
    const stop = app.backend.play(only('POST /cameras', line.scenario))
    fireEvent.click(button('Save'))
    await line.arrived()
    stop()
    fireEvent.click(button('Cancel'))
    fireEvent.click(button('Add Camera'))
    type('Camera name', 'Yard')
    line.letGo()
    await act(() => app.settle())
    expect(app.toasts).toMatchObject([{ kind: 'success' }])
    expect(screen.getByLabelText('Camera name')).toHaveProperty('value', 'Yard')
  })

  it('sends no device that it does not show: the list changes once the camera is allowed (CAM-36)', async () => {
    await open()
    await press('Add Camera')
    type('Camera name', 'Door')
    type('Location', 'Hall')
    type('Camera device', 'user')
    act(() => app.cameras.plug(webcamListed))
    await act(() => app.settle())
    expect(screen.getByLabelText<HTMLSelectElement>('Camera device').value).toBe('')
    await press('Save')
    expect([app.store.get(alertAtom), added()]).toEqual(['Please fill in all fields.', []])
  })

  it.each([
    ['name', '', 'Hall', 'device-1', ['Camera name']],
    ['location', 'Door', ' ', 'device-1', ['Location']],
    ['device', 'Door', 'Hall', '', ['Camera device']],
    ['location and no device', 'Door', '', '', ['Location', 'Camera device']],
  ])(
    'without a %s alerts, marks what is empty, goes to the first of it, sends nothing and keeps what was typed (CAM-36)',
    async (_what, name, location, deviceId, empty) => {
      app.cameras.devices = webcamListed
      app.cameras.permit({ phase: 'granted' })
      await open()
      await press('Add Camera')
      type('Camera name', name)
      type('Location', location)
      type('Camera device', deviceId)
      await press('Save')
      expect([app.store.get(alertAtom), added()]).toEqual(['Please fill in all fields.', []])
      expect(screen.getByLabelText<HTMLInputElement>('Camera name').value).toBe(name)
      const isMarked = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
      expect(['Camera name', 'Location', 'Camera device'].filter(isMarked)).toEqual(empty)
      const [first = ''] = empty
      expect(document.activeElement).toBe(screen.getByLabelText(first))
      type(first, first === 'Camera device' ? 'device-1' : 'Here')
      expect(isMarked(first)).toBe(false)
    },
  )
})

describe('a card', () => {
  const noneListed: DeviceList = { kind: 'fallback', devices: [] }
  const elsewhere = /choose a device of this machine under Settings/
  const openWith = async (status: 'ONLINE' | 'OFFLINE', deviceId: string, devices: DeviceList = webcamListed) => {
    const camera = { ...(await cameraOnHub(app, 'Garden')), status, deviceId }
    app.backend.play(only('GET /cameras', answers(200, [camera])))
    app.cameras.devices = devices
    await open()
    await act(() => app.cameras.permit({ phase: 'granted' }))
    await act(() => app.settle())
  }

  it('tells a status as what was last known while the hub is away, and not that it never had a picture (CAM-14)', async () => {
    const status = 'ONLINE'
    await openWith(status, 'known-at-another-address')
    expect([screen.getByText(status), screen.getByText(/^No picture yet/)]).toHaveLength(2)
    act(() => app.store.set(connectionAtom, { phase: 'unreachable', sinceMs: 0 }))
    expect(screen.getByText(`Last known: ${status}`)).toBeDefined()
    expect(screen.getByText('Its picture comes with the next answer of the hub.')).toBeDefined()
    act(() => app.store.set(connectionAtom, { phase: 'reachable' }))
    expect(screen.getByText(status)).toBeDefined()
  })

  it('of a camera that no browser runs says how it goes on', async () => {
    await openWith('OFFLINE', 'known-at-another-address')
    expect(screen.getByText(elsewhere)).toBeDefined()
  })

  it.each([
    ['that another machine runs', 'ONLINE', 'known-at-another-address', webcamListed],
    ['of this machine that begins', 'OFFLINE', webcam.id, webcamListed],
    ['that may be of this machine, whose devices are not known', 'OFFLINE', 'known-at-another-address', noneListed],
  ] as const)('of a camera %s says nothing', async (_which, status, deviceId, devices) => {
    await openWith(status, deviceId, devices)
    expect(screen.getByRole('article', { name: 'Garden' })).toBeDefined()
    expect(screen.queryByText(elsewhere)).toBeNull()
  })

  it('says that the resolution is 1080p, each word by itself (CAM-19)', async () => {
    await cameraOnHub(app, 'Garden')
    await open()
    const card = within(screen.getByRole('article', { name: 'Garden' }))
    expect(card.getByText('Resolution').parentElement).toBe(card.getByText('1080p').parentElement)
    expect(card.getByText('1080p').parentElement?.textContent).toBe('Resolution 1080p')
  })
})

it.each([
  ['saved', true],
  ['refused', false],
])('the switch Motion Detection stands where it was put until that is %s (CAM-20, CAM-29)', async (_how, isOn) => {
  const { id } = await cameraOnHub(app, 'Garden')
  const line = slow()
  const answer: Scenario = (request, next) =>
    line.scenario(request, isOn ? next : (refused) => answers500(refused, next))
  app.backend.play(only(`PATCH /cameras/${id}/motion-audio`, answer))
  await open()
  const motion = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Motion Detection' })
  await act(async () => motion().click())
  expect([motion().checked, motion().disabled]).toEqual([true, true])
  line.letGo()
  await act(() => app.settle())
  expect([motion().checked, motion().disabled]).toEqual([isOn, false])
})

describe('the settings', () => {
  const settings: CameraSettings = {
    name: 'Door',
    location: 'Hall',
    deviceId: webcam.id,
    deviceLabel: webcam.label,
    isMotionEnabled: false,
    isAudioEnabled: false,
    motionSensitivity: null,
  }
  const audio = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Audio' })

  async function openSettings() {
    await open()
    await press('Settings')
    return within(await screen.findByRole('dialog'))
  }

  it('of a camera without sensitivity have the slider in the middle (CAM-24)', async () => {
    await cameraOnHub(app)
    const dialog = await openSettings()
    expect(dialog.getByRole('slider').getAttribute('aria-valuenow')).toBe('50')
    expect(dialog.getByText('Medium').parentElement?.textContent).toBe('Medium · 50')
  })

  it.each([
    [24, 'Low', 'Medium'],
    [74, 'Medium', 'High'],
  ])('of one with %i read %s, and a step further %s (CAM-39, CAM-40)', async (motionSensitivity, label, next) => {
    const { id } = await cameraOnHub(app)
    await app.store.set(saveCameraAtom, id, { ...settings, motionSensitivity })
    const dialog = await openSettings()
    expect(dialog.getByText(label).parentElement?.textContent).toBe(`${label} · ${motionSensitivity}`)
    act(() => dialog.getByRole('slider').focus())
    await userEvent.keyboard('{ArrowRight}')
    expect((await dialog.findByText(next)).parentElement?.textContent).toBe(`${next} · ${motionSensitivity + 1}`)
  })

  it('have no sound to choose on the free plan, and a hint says where there is (CAM-38)', async () => {
    await cameraOnHub(app)
    await openSettings()
    const hints = () => screen.queryAllByText(/Available on Pro or Team tier/)
    expect([audio().disabled, hints()]).toEqual([true, []])
    // Who takes no pointer there is told so with the switch.
    expect(audio().getAttribute('aria-description')).toBe('Available on Pro or Team tier')
    fireEvent.pointerMove(screen.getByText('Audio'), { pointerType: 'mouse' })
    const hint = await screen.findByRole('tooltip', {}, { timeout: 3_000 })
    expect(hint.textContent).toBe('Available on Pro or Team tier')
    expect(hints()).toEqual([hint])
  })

  it('have it on a paid plan (CAM-38)', async () => {
    await startAnew({ tier: 'PRO' })
    await cameraOnHub(app)
    await openSettings()
    expect([audio().disabled, audio().getAttribute('aria-description')]).toEqual([false, null])
  })

  it('are not saved without a device: a toast says so (CAM-37)', async () => {
    const camera = { ...(await cameraOnHub(app)), deviceId: '', deviceLabel: '' }
    app.backend.play(only('GET /cameras', answers(200, [camera])))
    await openSettings()
    await press('Save')
    expect(app.toasts).toEqual([{ kind: 'error', text: 'Please select a valid camera device' }])
    expect(app.backend.sentTo(`PUT /cameras/${camera.id}`)).toEqual([])
  })
})
