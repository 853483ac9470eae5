import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { ExtensionName } from '../../../src/contract/extensions'
import CamerasScreen from '../../../src/screens/cameras'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { cameraOnHub } from '../../state/support/hub-data'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { answers, answers500, only } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

let app: TestApp
let camera: Camera
beforeEach(async () => {
  app = await startApp()
  app.storage.setItem('showCamerasTutorial', 'false')
  await app.signIn()
  camera = await cameraOnHub(app)
})
afterEach(() => app.close())

/** Opens the settings of a camera that the provider tells of like this. */
async function openSettings(told: Pick<Camera, 'isLiveAllowed'>, ...offered: ExtensionName[]): Promise<void> {
  const { isLiveAllowed: _told, ...rest } = camera
  app.backend.play(only('GET /cameras', answers(200, [{ ...rest, ...told }])))
  app.backend.play(only(`PUT /cameras/${camera.id}`, answers(200, {})))
  app.backend.play(offering(...offered))
  await showScreen(app, <CamerasScreen />)
  await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
  await click(screen.getByRole('button', { name: 'Settings' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
}
const click = (element: HTMLElement | null) => pressOn(app, element)
const toggle = () => screen.queryByRole<HTMLInputElement>('switch', { name: 'Live view' })
const line = () => document.getElementById(toggle()?.getAttribute('aria-describedby') ?? '')?.textContent
const save = () => click(screen.getByRole('button', { name: 'Save' }))
const sent = () => app.backend.sentTo(`PUT /cameras/${camera.id}`).map(({ json }) => Object(json))
const listed = () => app.store.get(camerasQueryAtom).data?.[0]?.isLiveAllowed

describe('the setting Live view', () => {
  it('says what it does, and is switched off and on again with Save (LIVE-90)', async () => {
    await openSettings({ isLiveAllowed: true }, 'live')
    expect(line()).toBe('Others in this workspace may look through this camera now.')
    expect(toggle()?.checked).toBe(true)
    await click(toggle())
    expect([toggle()?.checked, sent()]).toEqual([false, []])
    await save()
    expect(sent()).toEqual([expect.objectContaining({ isLiveAllowed: false, name: camera.name })])
  })

  it('shows what is saved, and leaves it to the hub where nobody changed it (LIVE-90, LIVE-91)', async () => {
    await openSettings({ isLiveAllowed: false }, 'live')
    expect(toggle()?.checked).toBe(false)
    await save()
    expect('isLiveAllowed' in sent()[0]).toBe(false)
  })

  it('is on for a camera that the provider says nothing of, and not sent unless it was chosen (LIVE-91)', async () => {
    await openSettings({}, 'live')
    expect(toggle()?.checked).toBe(true)
    await save()
    expect('isLiveAllowed' in sent()[0]).toBe(false)
  })

  it('is neither shown nor sent to a provider without live view (LIVE-92, EXT-02)', async () => {
    await openSettings({ isLiveAllowed: false }, 'label-choices')
    expect(toggle()).toBeNull()
    await save()
    expect('isLiveAllowed' in sent()[0]).toBe(false)
  })

  it('leaves the choice of the clips alone, each by its own extension (LIVE-92)', async () => {
    await openSettings({ isLiveAllowed: true }, 'live')
    await click(toggle())
    await save()
    expect(['isLiveAllowed' in sent()[0], 'keepClipsOf' in sent()[0]]).toEqual([true, false])
  })

  it('is for the owner to switch on; a member is told whom to ask, and may switch it off (LIVE-26, LIVE-90)', async () => {
    const session = app.services.session.read()
    const email = JSON.parse(atob(String(session?.token.split('.')[1]))).email
    const people = [
      { id: '1', email: 'olga@example.org', role: 'owner', state: 'joined' },
      { id: '2', email, role: 'member', state: 'joined' },
    ]
    app.backend.play(only('GET /members', answers(200, people)))
    await openSettings({ isLiveAllowed: true }, 'live', 'members')
    expect([toggle()?.checked, toggle()?.disabled]).toEqual([true, false])
    expect(line()).toMatch(/Only the owner of the workspace switches this on: ask olga@example.org\.$/)
    await click(toggle())
    expect([toggle()?.checked, toggle()?.disabled]).toEqual([false, true])
    await save()
    expect(sent()[0].isLiveAllowed).toBe(false)
  })

  it('stays as it was where the hub does not save it (LIVE-90)', async () => {
    await openSettings({ isLiveAllowed: true }, 'live')
    app.backend.play(only(`PUT /cameras/${camera.id}`, answers500))
    app.backend.play(offering('live'))
    await click(toggle())
    await save()
    expect([listed(), app.toasts.at(-1)?.kind, toggle()?.checked]).toEqual([true, 'error', false])
  })
})
