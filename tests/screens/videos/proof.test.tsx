import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import VideosScreen from '../../../src/screens/videos'
import { ProofDialog } from '../../../src/screens/videos/proof-dialog'
import { provenClipAtom } from '../../../src/state/recordings/proven-clip'
import { postClip, webm } from '../../server/support/forms'
import { cameraOnHub, userOf } from '../../state/support/hub-data'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { formOf, newBrowser, signedClip } from '../../support/proven-clips'
import { showScreen } from '../../support/show-screen'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
})
afterEach(() => {
  history.replaceState(null, '', '/')
  return app.close()
})

const deliver = async (changes: Record<string, string> = {}) => {
  const startedAtMs = app.backend.hub.clock.now() - 60_000
  const clip = await signedClip(newBrowser(), { cameraId, bytes: webm(1500, 4), startedAtMs })
  const answer = await postClip(app.backend.hub.fastify, userOf(app), formOf(clip, changes))
  if (answer.statusCode !== 201) throw new Error(answer.body)
}
const show = () =>
  showScreen(
    app,
    <>
      <VideosScreen />
      <ProofDialog />
    </>,
  )

it('a card says Proof of what its camera signed, and the dialog checks it (PROOF-13)', async () => {
  await deliver()
  await show()
  fireEvent.click(screen.getByRole('button', { name: /^Proof of Door · motion\. Signed by its camera/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Download with proof' }).hasAttribute('disabled')).toBe(true)
  await dialog.findByRole('heading', { name: 'Genuine and whole' }, { timeout: 10_000 })
  expect(dialog.getByText('The hub had it')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Download with proof' }))
  await act(async () => expect.poll(() => app.savedFiles.length, { timeout: 10_000 }).toBe(1))
  expect(app.savedFiles[0]?.fileName).toMatch(/^recording-.*\.zip$/)
})

it('a card says that a proof does not hold, and the dialog why (PROOF-08, PROOF-13)', async () => {
  await deliver({ proof: 'nonsense' })
  await show()
  fireEvent.click(
    screen.getByRole('button', { name: /^Proof of Door · motion\. A proof came with it that does not hold/ }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/what came with it could not be read/, {}, { timeout: 10_000 })
})

it('the dialog goes with the screen that it was opened on, as by the browser’s Back (PROOF-13)', async () => {
  await deliver()
  await show()
  fireEvent.click(screen.getByRole('button', { name: /^Proof of Door/ }))
  await screen.findByRole('dialog')
  await act(async () => navigate('/events'))
  expect(app.store.get(provenClipAtom)).toBeNull()
})

it('nothing of it shows where the provider keeps no proofs (PROOF-01)', async () => {
  await deliver()
  const stop = app.backend.play(offering('polling'))
  await show()
  expect(screen.getByRole('heading', { name: 'Door · motion' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Proof of/ })).toBeNull()
  stop()
})
