import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import VerifyScreen from '../../../src/screens/verify'
import { webm } from '../../server/support/forms'
import { startApp, type TestApp } from '../../support/app'
import { hubKey, newBrowser, proofFile, signedClip } from '../../support/proven-clips'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

it('says of what is given whether it is genuine, without signing in and without sending anything (PROOF-16, PROOF-10)', async () => {
  const clip = await signedClip(newBrowser(), { cameraId: 'front', bytes: webm(900, 2) })
  const proof = new File([await proofFile(clip)], 'recording-1.proof.json')
  await showScreen(app, <VerifyScreen />)
  const give = async (...files: File[]) => {
    const input = screen.getByLabelText('Recording and proof')
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    fireEvent.change(input)
    await act(() => app.settle())
  }
  const found = (name: string) => screen.findByRole('heading', { name }, { timeout: 10_000 })
  await give(new File([new Uint8Array(clip.bytes)], 'recording-1.webm'), proof)
  await found('Genuine and whole, if the hub is the right one')
  expect(screen.getByText(hubKey.fingerprint)).toBeDefined()
  const changed = new Uint8Array(clip.bytes)
  changed[700] = 77
  await give(new File([changed], 'recording-1.webm'), proof)
  await found('Not the recording that this proof is of')
  await give(proof)
  await screen.findByText(/^Give a recording and its proof/)
  expect(app.backend.sent).toEqual([])
})
