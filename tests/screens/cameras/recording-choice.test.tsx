import { act, fireEvent, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, describe, expect, it } from 'vitest'
import { TranscodeNote } from '../../../src/screens/cameras/camera-card'
import { SettingsDialog } from '../../../src/screens/cameras/settings/settings-dialog'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { noteMakingAtom } from '../../../src/state/recordings/clip-codecs'
import { keepRecordingAtom, longestClipAtom } from '../../../src/state/recordings/recording-settings'
import { transcodeTroublesAtom, transcodingAtom } from '../../../src/state/recordings/transcode'
import { workspaceQueryAtom } from '../../../src/state/workspace/workspace'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { webcamListed } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'
import { pressOn } from '../../support/show-screen'

let app: TestApp
let id: string
afterEach(() => app.close())

async function open(tier: 'FREE' | 'PRO', devices = webcamListed.devices) {
  app = await startApp({ tier })
  await app.signIn()
  id = (await cameraOnHub(app)).id
  app.watch(camerasQueryAtom, workspaceQueryAtom, longestClipAtom)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.openPreviewOf = async () => ({
    kind: 'open',
    stream: Object.assign(new MediaStream(), { getTracks: () => [] }),
    hasAudio: false,
    isSubstitute: false,
  })
  app.cameras.permit({ phase: 'granted' })
  app.cameras.plug({ kind: 'listed', devices })
  await app.settle()
  const camera = app.store.get(camerasQueryAtom).data?.find((other) => other.id === id)
  if (camera === undefined) throw new Error('no camera')
  show(
    <Provider store={app.store}>
      <SettingsDialog camera={camera} isOpen onClose={() => undefined} />
    </Provider>,
  )
  await act(() => app.settle())
}

const stored = () => [app.storage.getItem(`mp4:${id}`), app.storage.getItem(`clip-length:${id}`)]
const lengths = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Clips up to' })
const mp4 = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Convert to MP4 before upload' })
const press = (name: string) => pressOn(app, screen.getByRole('button', { name }))

describe('the recording part of the Settings dialog', () => {
  it('offers up to a minute on PRO, and keeps the choice with Save', async () => {
    await open('PRO')
    expect([...lengths().options].map(({ text }) => text)).toEqual([
      '15 seconds (default)',
      '30 seconds, while motion lasts',
      '1 minute, while motion lasts',
    ])
    expect([lengths().matches(':disabled'), lengths().value]).toEqual([false, '15000'])
    fireEvent.change(lengths(), { target: { value: '60000' } })
    expect([lengths().value, stored()]).toEqual(['60000', [null, null]])
    await press('Save')
    expect([stored(), app.store.get(longestClipAtom)(id)]).toEqual([[null, '60000'], 60_000])
  })

  it('shows the choice disabled on FREE, and says why', async () => {
    await open('FREE')
    expect(lengths().closest('fieldset')?.disabled).toBe(true)
    expect(screen.getByRole('group', { name: 'Clips' }).getAttribute('aria-description')).toBe(
      'Available on Pro or Team tier',
    )
    expect(mp4().matches(':disabled')).toBe(false)
  })

  it('has MP4 off until it is turned on, and says what it costs', async () => {
    await open('PRO')
    expect(mp4().checked).toBe(false)
    expect(screen.getByText(/5 s of one processor core per 15 s clip, and 32 MB of download once/)).toBeDefined()
    fireEvent.click(mp4())
    await act(() => app.settle())
    expect(stored()).toEqual([null, null])
    await press('Save')
    expect(stored()).toEqual(['on', null])
  })

  it('says what encodes the clips and what that costs, and that MP4 needs no conversion then (CODEC-05)', async () => {
    await open('PRO')
    expect(screen.getByText(/What encodes the clips is found out/)).toBeDefined()
    const passedOver = [{ codec: 'h264-hardware', why: 'not-there' }] as const
    const making = { by: 'encoder', codec: 'h264-software', frameMs: 6.7, passedOver, isHalved: false } as const
    act(() => app.store.set(noteMakingAtom, id, making))
    expect(screen.getByText(/H.264 by the processor, 6.7 ms a picture, about 11 % of a core/).textContent).toMatch(
      /Tried before it: H.264 by the graphics hardware/,
    )
    expect(screen.getByText(/nothing needs to be converted/)).toBeDefined()
    expect(screen.queryByText(/32 MB of download once/)).toBeNull()
  })

  it('keeps nothing on Cancel', async () => {
    await open('PRO')
    fireEvent.click(mp4())
    fireEvent.change(lengths(), { target: { value: '30000' } })
    await press('Cancel')
    expect(stored()).toEqual([null, null])
  })

  it('is not there for a camera of another machine', async () => {
    await open('PRO', [{ id: 'device-2', label: 'Other' }])
    expect(screen.queryByRole('combobox', { name: 'Clips up to' })).toBeNull()
    expect(screen.queryByRole('switch', { name: 'Convert to MP4 before upload' })).toBeNull()
  })
})

describe('the note on the card', () => {
  it('tells of the camera’s clip that is converted, and why none is', async () => {
    app = await startApp()
    app.store.set(keepRecordingAtom, 'camera-1', { isMp4Wanted: true, longestClipMs: 15_000 })
    show(
      <Provider store={app.store}>
        <TranscodeNote cameraId="camera-1" />
      </Provider>,
    )
    expect(screen.queryByText(/MP4/)).toBeNull()
    act(() => app.store.set(transcodingAtom, { cameraId: 'camera-1', progress: 0.409 }))
    expect(screen.getByText('Converting a clip to MP4, 40 %')).toBeDefined()
    act(() => app.store.set(transcodingAtom, { cameraId: 'camera-2', progress: 0.5 }))
    expect(screen.queryByText(/MP4/)).toBeNull()
    act(() => app.store.set(transcodeTroublesAtom, new Map([['camera-1', 'No MP4 here.']])))
    expect(screen.getByText('No MP4 here.')).toBeDefined()
  })
})
