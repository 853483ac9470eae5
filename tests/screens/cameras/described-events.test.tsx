import { act, screen, waitFor } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { ExtensionName } from '../../../src/contract/extensions'
import CamerasScreen from '../../../src/screens/cameras'
import { cameraOnHub } from '../../state/support/hub-data'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { answers, only } from '../../support/scenarios'
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

const there = { host: 'api.example.com', isOnHub: false, perHour: 60 }
const modelAt = (place: object) => app.backend.play(only('GET /descriptions', answers(200, place)))

/** Opens the settings of a camera that the provider tells of like this. */
async function openSettings(told: Pick<Camera, 'isDescribed'>, ...offered: ExtensionName[]): Promise<void> {
  app.backend.play(only('GET /cameras', answers(200, [{ ...camera, ...told }])))
  app.backend.play(only(`PUT /cameras/${camera.id}`, answers(200, {})))
  app.backend.play(offering(...offered))
  await showScreen(app, <CamerasScreen />)
  await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
  await click(screen.getByRole('button', { name: 'Settings' }))
  await waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
  await act(() => app.settle())
}
const click = (element: HTMLElement | null) => pressOn(app, element)
const toggle = () => screen.queryByRole<HTMLInputElement>('switch', { name: 'Describe events' })
const line = () => document.getElementById(toggle()?.getAttribute('aria-describedby') ?? '')?.textContent ?? ''
const save = () => click(screen.getByRole('button', { name: 'Save' }))
const sent = () => app.backend.sentTo(`PUT /cameras/${camera.id}`).map(({ json }) => Object(json))

describe('the setting Describe events', () => {
  it('says what goes where before it is on, and is saved with the others (VIS-01)', async () => {
    modelAt(there)
    await openSettings({ isDescribed: false }, 'descriptions')
    expect([toggle()?.checked, toggle()?.disabled]).toEqual([false, false])
    expect(line()).toBe(
      'Of each new event, up to three small still pictures of this camera go to the language model at api.example.com, which is outside this hub and keeps them by its own rules. It writes what they show in a sentence, which may be wrong. Nothing else goes along: no film, sound, names or places.',
    )
    await click(toggle())
    expect(line()).toContain('Switched off, it ends at once, also for events that wait.')
    expect(sent()).toEqual([])
    await save()
    expect(sent()).toEqual([expect.objectContaining({ isDescribed: true, name: camera.name })])
  })

  it("says so where the model is on the hub's own machine (VIS-01)", async () => {
    modelAt({ ...there, host: 'localhost:11434', isOnHub: true })
    await openSettings({ isDescribed: false }, 'descriptions')
    expect(line()).toContain("go to a language model on the hub's own machine (localhost:11434). It writes")
  })

  it('cannot be switched on before that is known, and off always (VIS-01)', async () => {
    app.backend.play(only('GET /descriptions', answers(404, {})))
    app.store.get(queryClientAtom).setDefaultOptions({ queries: { retry: false } })
    await openSettings({ isDescribed: false }, 'descriptions')
    expect(toggle()?.disabled).toBe(true)
    await waitFor(() => expect(screen.getByText('The hub did not say where its language model is.')).toBeDefined())
  })

  it('is for the owner to switch on; a member is told whom to ask, and may switch it off (VIS-02)', async () => {
    modelAt(there)
    const session = app.services.session.read()
    const email = JSON.parse(atob(String(session?.token.split('.')[1]))).email
    const people = [
      { id: '1', email: 'olga@example.org', role: 'owner', state: 'joined' },
      { id: '2', email, role: 'member', state: 'joined' },
    ]
    app.backend.play(only('GET /members', answers(200, people)))
    await openSettings({ isDescribed: true }, 'descriptions', 'members')
    expect([toggle()?.checked, toggle()?.disabled]).toEqual([true, false])
    await click(toggle())
    expect([toggle()?.checked, toggle()?.disabled]).toEqual([false, true])
    expect(line()).toContain('Only the owner of the workspace switches this on: ask olga@example.org.')
    await save()
    expect(sent()[0].isDescribed).toBe(false)
  })

  it('is neither shown nor sent, nor the model asked for, where there is none (VIS-01, EXT-02)', async () => {
    await openSettings({ isDescribed: false }, 'live')
    expect(toggle()).toBeNull()
    await save()
    expect('isDescribed' in sent()[0]).toBe(false)
    expect(app.backend.sentTo('GET /descriptions')).toEqual([])
  })
})
