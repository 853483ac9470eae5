import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider, useAtomValue } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { HeatMap } from '../../../src/engine/motion'
import { SettingsDialog } from '../../../src/screens/cameras/settings/settings-dialog'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { recordingTabAtom } from '../../../src/state/capture/recording-tab'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { send } from '../../server/support/calls'
import { cameraOnHub, userOf } from '../../state/support/hub-data'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { measurement, runningState, webcam, webcamListed } from '../../support/browser/fake-cameras'
import { pressBesideDialog } from '../../support/press-beside-dialog'
import { show } from '../../support/render'
import { answers, answers500, only, slow } from '../../support/scenarios'

const otherDevice = { id: 'device-2', label: 'Other' }

let app: TestApp
let id: string
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  id = (await cameraOnHub(app)).id
  app.watch(camerasQueryAtom)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  app.cameras.openPreviewOf = async () => ({
    kind: 'open',
    stream: Object.assign(new MediaStream(), { getTracks: () => [] }),
    hasAudio: false,
    isSubstitute: false,
  })
  await app.settle()
})
afterEach(() => app.close())

/** Follows the list, as its card does. */
function Dialog({ onClose }: { readonly onClose: () => void }) {
  const camera = useAtomValue(camerasQueryAtom).data?.find((other) => other.id === id)
  if (camera === undefined) throw new Error('no camera')
  return <SettingsDialog camera={camera} isOpen onClose={onClose} />
}

/** Opens the dialog of the camera; tells how often it asked to be closed. */
async function open() {
  let closed = 0
  const { unmount } = show(
    <Provider store={app.store}>
      <Dialog onClose={() => closed++} />
    </Provider>,
  )
  await act(() => app.settle())
  return { closed: () => closed, leave: unmount }
}

async function plugIn(devices = webcamListed.devices): Promise<void> {
  app.cameras.plug({ kind: 'listed', devices })
  await app.settle()
}

const run = (differing: Parameters<typeof runningState>[0] = {}) =>
  act(() =>
    app.cameras.tell({ kind: 'state', cameraId: id, state: runningState({ stream: new MediaStream(), ...differing }) }),
  )
const measure = (difference: number, heat: HeatMap | null = null) =>
  act(() => {
    app.cameras.tell({ kind: 'measured', cameraId: id, measurement: measurement(difference, heat) })
    app.backend.hub.clock.advance(10_000)
  })
const onHub = async () => (await send(app.backend.hub.fastify, userOf(app), 'GET', '/cameras')).json<Camera[]>()[0]
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const told = () => {
  const options = app.cameras.running?.get(id)
  return options && [options.detectionMethod, options.ignoredZones, options.isHeatWanted]
}
const stored = () => [app.storage.getItem(`detection:${id}`), app.storage.getItem(`zones:${id}`)]
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const paintFirstZone = () => {
  const [zone] = screen.getAllByRole('gridcell')
  zone?.focus()
  fireEvent.keyDown(zone ?? document, { key: ' ' })
}

describe('the live meter', () => {
  beforeEach(() => plugIn())

  it('says that the scene is learnt until the first measurement', async () => {
    run()
    await open()
    expect(screen.getByText('Learning the scene…')).toBeDefined()
    expect(screen.queryByRole('meter')).toBeNull()
    measure(0.0123)
    expect(screen.queryByText('Learning the scene…')).toBeNull()
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('0.0123')
    expect(screen.getByText('1.23%')).toBeDefined()
    expect(screen.getByText('motion above 2.04%')).toBeDefined()
  })

  it('shows at once what another sensitivity would have triggered', async () => {
    run()
    await open()
    for (const difference of [0.03, 0, 0.01, 0, 0.03]) measure(difference)
    expect(screen.getByText('It would have triggered twice in the last minute.')).toBeDefined()
    act(() => screen.getByRole('slider').focus())
    await userEvent.keyboard('{End}')
    await screen.findByText('It would have triggered 3 times in the last minute.')
    expect(screen.getByText('motion above 0.04%')).toBeDefined()
    await userEvent.keyboard('{Home}')
    await screen.findByText('It would not have triggered in the last minute.')
    expect(app.cameras.running?.get(id)?.sensitivityPercent).toBe(50)
  })

  it('begins anew when the method changes', async () => {
    run()
    await open()
    measure(0.03)
    choose(/Classic/)
    await screen.findByText('Learning the scene…')
    expect(told()).toEqual(['classic', [], true])
  })

  it.each([
    [{ motion: { phase: 'off' } }, /Turn on “Motion Detection” on the card/],
    [{ sight: { phase: 'paused', why: 'no-frames' } }, /delivers no pictures/],
    [{ sight: { phase: 'paused', why: 'throttled' } }, /holds this tab back/],
    [{ sight: { phase: 'paused', why: 'unmeasurable' } }, /cannot be measured in this browser/],
    [{ sight: { phase: 'frozen' } }, /one and the same picture/],
  ] as const)('says why there is nothing to measure, and what helps: %j', async (differing, sentence) => {
    run(differing)
    measure(0.03)
    await open()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.queryByRole('meter')).toBeNull()
  })

  it('says that another tab runs the camera, and a failure with its way out', async () => {
    await open()
    // Nobody runs it yet.
    expect(screen.getByText(/Its meter shows once this browser may use the camera/)).toBeDefined()
    act(() => app.store.set(recordingTabAtom, { phase: 'elsewhere', tab: null }))
    expect(screen.getByText(/in the tab that runs it/)).toBeDefined()
    act(() => app.cameras.tell({ kind: 'state', cameraId: id, state: { phase: 'failed', reason: 'device-busy' } }))
    expect(screen.getByText(/Another program uses this camera/)).toBeDefined()
  })

  it('waits for Save when another device is chosen', async () => {
    await plugIn([webcam, otherDevice])
    run()
    await open()
    measure(0.03)
    fireEvent.change(screen.getByRole('combobox', { name: 'Camera device' }), { target: { value: otherDevice.id } })
    expect(screen.getByText('The meter follows the new device once it is saved.')).toBeDefined()
    expect(screen.queryByRole('meter')).toBeNull()
  })
})

describe('a device that the machine has under another id by now', () => {
  const device = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Camera device' })

  it('is the one that is named and shown, as it is the one that films', async () => {
    const labelled = { ...(await onHub()), deviceLabel: webcam.label, motionSensitivity: 50 }
    await send(app.backend.hub.fastify, userOf(app), 'PUT', `/cameras/${id}`, labelled)
    await act(() => app.store.get(camerasQueryAtom).refetch())
    await plugIn()
    run()
    // The webcams changed their places: what had the camera's id is another one's now.
    const filming = { ...webcam, id: 'device-2' }
    await plugIn([{ id: webcam.id, label: 'Other' }, filming])
    run()
    await open()
    measure(0.03)
    expect([device().value, device().selectedOptions[0]?.textContent]).toEqual([filming.id, filming.label])
    expect(screen.getByRole('meter')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Camera name'), { target: { value: 'Gate' } })
    press('Save')
    await act(() => app.settle())
    expect(await onHub()).toMatchObject({ name: 'Gate', deviceId: webcam.id })
  })

  it('stays this machine’s where it is not there and the hub’s newest list cannot be read on a save (CAM-21)', async () => {
    const deviceLabel = 'Webcam (046d:0825)'
    await send(app.backend.hub.fastify, userOf(app), 'PUT', `/cameras/${id}`, { ...(await onHub()), deviceLabel })
    await act(() => app.store.get(camerasQueryAtom).refetch())
    await plugIn([{ id: webcam.id, label: deviceLabel }])
    run()
    await plugIn([{ id: webcam.id, label: 'Built-in (04f2:b6d9)' }])
    await open()
    fireEvent.change(screen.getByLabelText('Camera name'), { target: { value: 'Gate' } })
    const stop = app.backend.play(only('GET /cameras', answers500))
    press('Save')
    await waitFor(async () => expect(await onHub()).toMatchObject({ name: 'Gate' }))
    stop()
    expect(await onHub()).toMatchObject({ name: 'Gate', deviceId: webcam.id, deviceLabel })
  })
})

describe('the picture', () => {
  beforeEach(() => plugIn())

  const canvas = () => document.querySelector('canvas')
  const heat = { columns: 3, rows: 2, levels: new Uint8Array(6).fill(90) }

  it('has the heat map over it, one pixel per block, until that is switched off', async () => {
    run()
    await open()
    measure(0.03, heat)
    expect([canvas()?.getAttribute('width'), canvas()?.getAttribute('height')]).toEqual(['3', '2'])
    fireEvent.click(screen.getByLabelText('Show what changed'))
    await waitFor(() => expect(canvas()).toBeNull())
    expect(told()).toEqual(['adaptive', [], false])
  })

  it('has no heat map of one device over the picture of another', async () => {
    await plugIn([webcam, otherDevice])
    run()
    await open()
    measure(0.03, heat)
    fireEvent.change(screen.getByRole('combobox', { name: 'Camera device' }), { target: { value: otherDevice.id } })
    await act(() => app.settle())
    expect(screen.getByRole('grid')).toBeDefined()
    expect(canvas()).toBeNull()
  })

  it('counts the ignored zones and clears them, the focus staying where it is (UI-04)', async () => {
    app.storage.setItem(`zones:${id}`, '3,5,7')
    run()
    await open()
    expect(screen.getByText('3 of 144 zones ignored')).toBeDefined()
    paintFirstZone()
    expect(screen.getByText('4 of 144 zones ignored')).toBeDefined()
    expect(told()?.[1]).toEqual([0, 3, 5, 7])
    const clear = screen.getByRole('button', { name: 'Clear zones' })
    clear.focus()
    fireEvent.click(clear)
    expect(screen.queryByText(/zones ignored/)).toBeNull()
    expect([document.activeElement, clear.getAttribute('aria-disabled'), clear.hasAttribute('disabled')]).toEqual([
      clear,
      'true',
      false,
    ])
    expect(told()?.[1]).toEqual([])
    expect(stored()).toEqual([null, '3,5,7'])
  })
})

describe('Save and Cancel', () => {
  beforeEach(async () => {
    await plugIn()
    run()
  })

  it('leave what is typed while they save, to be saved too (UI-13)', async () => {
    const dialog = await open()
    const line = slow()
    app.backend.play(only(`PUT /cameras/${id}`, line.scenario))
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Camera name'), { target: { value } })
    type('Gate')
    press('Save')
    await act(() => line.arrived())
    type('Gate of the yard')
    line.letGo()
    await act(() => app.settle())
    expect([dialog.closed(), (await onHub())?.name]).toEqual([0, 'Gate'])
    press('Save')
    await act(() => app.settle())
    expect([dialog.closed(), (await onHub())?.name]).toEqual([1, 'Gate of the yard'])
  })

  it('leave all as it was when the dialog is left without saving', async () => {
    const dialog = await open()
    choose(/Classic/)
    paintFirstZone()
    await waitFor(() => expect(told()).toEqual(['classic', [0], true]))
    press('Cancel')
    expect(dialog.closed()).toBe(1)
    dialog.leave()
    expect(told()).toEqual(['adaptive', [], false])
    expect([stored(), app.backend.sentTo(`PUT /cameras/${id}`)]).toEqual([[null, null], []])
  })

  it.each([
    ['a zone', paintFirstZone],
    ['a name', () => fireEvent.change(screen.getByLabelText('Camera name'), { target: { value: 'Gate' } })],
  ])(
    'are the only way out by a press once %s was changed: one beside the dialog does not lose it (ENG-17)',
    async (_, change) => {
      const dialog = await open()
      change()
      await pressBesideDialog(app)
      expect(dialog.closed()).toBe(0)
      press('Cancel')
      expect(dialog.closed()).toBe(1)
    },
  )

  it('are not needed where nothing was changed', async () => {
    const dialog = await open()
    await pressBesideDialog(app)
    expect(dialog.closed()).toBe(1)
  })

  it('keep method and zones in this browser with the rest on the hub', async () => {
    const dialog = await open()
    choose(/Classic/)
    paintFirstZone()
    await waitFor(() => expect(told()).toEqual(['classic', [0], true]))
    fireEvent.change(screen.getByLabelText('Camera name'), { target: { value: 'Gate' } })
    press('Save')
    await act(() => app.settle())
    expect(dialog.closed()).toBe(1)
    dialog.leave()
    expect([stored(), told()]).toEqual([
      ['classic', '0'],
      ['classic', [0], false],
    ])
    expect(app.backend.sentTo(`PUT /cameras/${id}`)).toMatchObject([{ json: { name: 'Gate', motionSensitivity: 50 } }])
  })

  it('change what was changed here and leave the rest as it is by now, which shows (CAM-21)', async () => {
    await open()
    fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Attic' } })
    const elsewhere = {
      ...(await onHub()),
      name: 'Gate',
      location: 'Cellar',
      motionSensitivity: 80,
      isLiveAllowed: false,
    }
    await send(app.backend.hub.fastify, userOf(app), 'PUT', `/cameras/${id}`, elsewhere)
    await act(() => app.store.get(camerasQueryAtom).refetch())
    const shown = ['Camera name', 'Location'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value)
    expect([shown, screen.getByRole<HTMLInputElement>('switch', { name: 'Live view' }).checked]).toEqual([
      ['Gate', 'Attic'],
      false,
    ])
    press('Save')
    await act(() => app.settle())
    expect(await onHub()).toMatchObject({ ...elsewhere, location: 'Attic' })
  })

  it('mark a name or a location that was emptied (CAM-36)', async () => {
    await open()
    for (const label of ['Camera name', 'Location']) {
      const field = screen.getByLabelText(label)
      expect(field.getAttribute('aria-invalid'), label).not.toBe('true')
      fireEvent.change(field, { target: { value: ' ' } })
      expect(field.getAttribute('aria-invalid'), label).toBe('true')
    }
  })

  it('send no more of a camera than the seven fields, whatever the list tells of it (API-10, CAM-25, EXT-02)', async () => {
    const [camera] = app.store.get(camerasQueryAtom).data ?? []
    if (camera === undefined) throw new Error('no camera')
    app.backend.play(only('GET /cameras', answers(200, [{ ...camera, lastSeenAt: '2026-03-01T12:00:00.000Z' }])))
    app.backend.play(only(`PUT /cameras/${id}`, answers(200, {})))
    app.backend.play(offering())
    await app.store.get(camerasQueryAtom).refetch()
    await open()
    press('Save')
    await act(() => app.settle())
    const { name, location, isMotionEnabled, isAudioEnabled, deviceId, deviceLabel } = camera
    expect(app.backend.sentTo(`PUT /cameras/${id}`).map(({ json }) => json)).toEqual([
      { name, location, isMotionEnabled, isAudioEnabled, motionSensitivity: 50, deviceId, deviceLabel },
    ])
  })
})

describe('how the camera is watched', () => {
  beforeEach(() => plugIn())

  it('is said in a line that opens to more', async () => {
    run({ pace: { intervalMs: 300, analysisWidth: 480, droppedChecks: 4, less: [] } })
    await open()
    expect(screen.getByText('Checked 3.3 times a second, 4 dropped')).toBeDefined()
    expect(screen.getByText(/One check every 300 ms, at most 480 pixels wide/)).toBeDefined()
    expect(screen.getByText(/The best way\./)).toBeDefined()
  })

  it('says what a busy machine does with less of, and what helps (LESS-04)', async () => {
    run({ pace: { intervalMs: 300, analysisWidth: 480, droppedChecks: 0, less: ['half-rate'] } })
    await open()
    expect(
      screen.getByText(/^Records 8 pictures a second: this computer is busy\. .*Close other programs or tabs/),
    ).toBeDefined()
  })

  it('is not said while it does not watch', async () => {
    run({ motion: { phase: 'off' } })
    await open()
    expect(screen.queryByText(/^Checked/)).toBeNull()
  })
})

describe('a device that is not listed here', () => {
  it('is said to be of another machine where the camera is', async () => {
    await plugIn([otherDevice])
    await open()
    expect(screen.getByRole('option', { name: /on another machine/ })).toBeDefined()
  })

  it('of a camera of this machine is not, and its running picture shows', async () => {
    await plugIn()
    run()
    await plugIn([otherDevice])
    await open()
    expect(screen.queryByRole('option', { name: /on another machine/ })).toBeNull()
    expect(screen.getByLabelText('Preview of the chosen device')).toBeDefined()
  })

  it('is not saved, though it was when it was chosen (CAM-37)', async () => {
    await plugIn([webcam, otherDevice])
    await open()
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Camera device' })
    fireEvent.change(choice, { target: { value: otherDevice.id } })
    expect(choice.value).toBe(otherDevice.id)
    await act(() => plugIn())
    expect(choice.value).toBe('')
    // Its own device is listed, and stands there once.
    expect([...choice.options].filter(({ value }) => value === webcam.id)).toHaveLength(1)
    press('Save')
    await act(() => app.settle())
    expect(app.toasts).toEqual([{ kind: 'error', text: 'Please select a valid camera device' }])
    expect(app.backend.sentTo(`PUT /cameras/${id}`)).toEqual([])
  })
})

it('of a camera of another machine shows no live part, and one sentence instead', async () => {
  await plugIn([otherDevice])
  await open()
  expect(screen.getByText(/device is on another machine/)).toBeDefined()
  const detection = screen.queryByRole('radiogroup', { name: 'Detection' })
  expect([screen.queryByRole('grid'), screen.queryByRole('meter'), detection]).toEqual([null, null, null])
  expect(screen.getByRole('slider')).toBeDefined()
  press('Save')
  await act(() => app.settle())
  expect(stored()).toEqual([null, null])
})
