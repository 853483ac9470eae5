import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { NameDialog } from '../../../src/screens/billing/passkeys/name-dialog'
import { startApp, type TestApp } from '../../support/app'
import { only, slow } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
afterEach(() => app.close())

it('the late answer to a renaming that was left closes nothing that was opened in its place (PASS-12, UI-13)', async () => {
  app = await startApp()
  await app.signIn()
  const passkey = {
    id: 'p1',
    name: 'Phone',
    createdAt: '2026-03-10T12:00:00Z',
    lastUsedAt: null,
    host: '',
    doubtedAt: null,
  }
  const line = slow()
  const answer = async () => Response.json({ ...passkey, name: 'Laptop' })
  app.backend.play(only('PATCH /passkeys/p1', (request) => line.scenario(request, answer)))
  let closings = 0
  const close = () => closings++
  const first = await showScreen(app, <NameDialog passkey={passkey} onClose={close} />)
  const save = async () => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Laptop' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await act(() => line.arrived())
  }
  await save()
  first.unmount()
  line.letGo()
  await act(() => app.settle())
  expect(closings).toBe(0)
  await showScreen(app, <NameDialog passkey={passkey} onClose={close} />)
  await save()
  await act(() => app.settle())
  expect(closings).toBe(1)
})
