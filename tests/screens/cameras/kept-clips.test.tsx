import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { ExtensionName } from '../../../src/contract/extensions'
import CamerasScreen from '../../../src/screens/cameras'
import { noteLeftOutAtom } from '../../../src/state/cameras/left-out'
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

/** Shows the Cameras screen of a provider whose camera keeps these. */
async function open(keepClipsOf: Camera['keepClipsOf'] = null, isOffered = true, ...others: ExtensionName[]) {
  app.backend.play(only('GET /cameras', answers(200, [{ ...camera, keepClipsOf }])))
  app.backend.play(only(`PUT /cameras/${camera.id}`, answers(200, {})))
  app.backend.play(isOffered ? offering('label-choices', ...others) : offering())
  await showScreen(app, <CamerasScreen />)
}
const press = (name: string) => pressOn(app, screen.getByRole('button', { name }))
async function openSettings(...given: Parameters<typeof open>) {
  await open(...given)
  await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
  await press('Settings')
  await waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
}
const radios = () => screen.queryByRole('radiogroup', { name: 'Keep clips of' })
const way = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const group = (name: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name })
const chosen = () => ['People', 'Vehicles', 'Animals'].filter((name) => group(name)?.checked)
const click = (element: HTMLElement | null) => pressOn(app, element)
const sent = () => app.backend.sentTo(`PUT /cameras/${camera.id}`).map(({ json }) => Object(json).keepClipsOf)
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('the setting Keep clips of (LABEL-09)', () => {
  it('is Everything by default, and any of people, vehicles and animals by choice', async () => {
    await openSettings()
    expect([radios() === null, way(/^Everything/).checked, group('People')]).toEqual([false, true, null])
    expect(
      within(radios() ?? document.body).getByText(/show none of it are not uploaded\. Alerts always are/),
    ).toBeDefined()
    await click(way(/^Only/))
    expect(chosen()).toEqual(['People'])
    await click(group('Animals'))
    expect(chosen()).toEqual(['People', 'Animals'])
    await click(save())
    expect(new Set(sent()[0])).toEqual(new Set(['person', 'animal']))
  })

  it('shows what is saved, and Everything turns it back', async () => {
    await openSettings(['vehicle'])
    expect([way(/^Only/).checked, chosen()]).toEqual([true, ['Vehicles']])
    await click(way(/^Everything/))
    await click(save())
    expect(sent()).toEqual([null])
  })

  it('begins anew with what is saved', async () => {
    await openSettings(['vehicle'])
    await click(way(/^Everything/))
    await click(way(/^Only/))
    expect(chosen()).toEqual(['Vehicles'])
  })

  it('says that an operator’s model knows people alone, where anything else is chosen', async () => {
    const note = () => screen.queryByText(/person model .* knows people only/)
    await openSettings(['person'], true, 'person-model')
    expect(note()).toBeNull()
    await click(group('Animals'))
    expect(note()?.textContent).toMatch(/keep their clips whatever they show/)
    await click(way(/^Everything/))
    expect(note()).toBeNull()
  })

  it('says nothing of the kind where the hub has no such model', async () => {
    await openSettings(['vehicle'])
    expect(screen.queryByText(/person model/)).toBeNull()
  })

  it('is not saved with nothing chosen, and says so', async () => {
    await openSettings(['person'])
    await click(group('People'))
    expect(screen.getByText('Choose at least one, or Everything.')).toBeDefined()
    expect(save().disabled).toBe(true)
    await click(group('Vehicles'))
    expect([save().disabled, screen.queryByText(/Choose at least one/)]).toEqual([false, null])
    await click(save())
    expect(sent()).toEqual([['vehicle']])
  })

  it('is neither shown nor sent to a provider that does not take it (EXT-02)', async () => {
    await openSettings(['person'], false)
    expect(radios()).toBeNull()
    await click(save())
    expect(sent()).toEqual([undefined])
  })
})

describe('the clips left out today (LABEL-09)', () => {
  const NOTE = /left out today/
  const note = () => screen.queryByRole('button', { name: NOTE })

  it('stand on the card, which leads to the settings, where they stand too', async () => {
    await open(['person', 'animal'])
    await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
    expect(note()).toBeNull()
    act(() => app.store.set(noteLeftOutAtom, camera.id))
    act(() => app.store.set(noteLeftOutAtom, camera.id))
    expect(note()?.textContent).toBe('2 clips without people or animals left out today')
    await click(note())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('2 clips without people or animals left out today.')).toBeDefined()
    expect(way(/^Only/).checked).toBe(true)
  })

  it.each([
    ['a camera that keeps everything', null, true],
    ['a provider without the choice', ['person'], false],
  ] as const)('do not stand on the card of %s', async (_what, kept, isOffered) => {
    app.store.set(noteLeftOutAtom, camera.id)
    await open(kept && [...kept], isOffered)
    expect(note()).toBeNull()
  })
})
