import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NameDialog } from '../../../src/screens/billing/passkeys/name-dialog'
import { startApp, type TestApp } from '../../support/app'
import { answers, only, slow } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const passkey = {
  id: 'p1',
  name: 'Phone',
  createdAt: '2026-03-10T12:00:00Z',
  lastUsedAt: null,
  host: '',
  doubtedAt: null,
}

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
})
afterEach(() => app.close())

it('the late answer to a renaming that was left closes nothing that was opened in its place (PASS-12, UI-13)', async () => {
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

it('what is typed while a name is saved stays, to be saved too (PASS-12, UI-13)', async () => {
  const line = slow()
  const answer = async () => Response.json({ ...passkey, name: 'Laptop' })
  app.backend.play(only('PATCH /passkeys/p1', (request) => line.scenario(request, answer)))
  let closings = 0
  await showScreen(app, <NameDialog passkey={passkey} onClose={() => closings++} />)
  const type = (value: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value } })
  }
  type('Laptop')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await act(() => line.arrived())
  type('Laptop of Ann')
  line.letGo()
  await act(() => app.settle())
  expect(closings).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await act(() => app.settle())
  expect([closings, app.backend.sentTo('PATCH /passkeys/p1').length]).toEqual([1, 2])
})

it('the refusal of a name says nothing of what was typed since (PASS-12, UI-13)', async () => {
  const line = slow()
  app.backend.play(
    only('PATCH /passkeys/p1', (request, next) =>
      line.scenario(request, (sent) => answers(400, { message: 'No.' })(sent, next)),
    ),
  )
  await showScreen(app, <NameDialog passkey={passkey} onClose={() => undefined} />)
  const box = () => screen.getByRole('textbox', { name: 'Name' })
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  fireEvent.change(box(), { target: { value: 'Laptop' } })
  save()
  await act(() => line.arrived())
  fireEvent.change(box(), { target: { value: 'Laptop of Ann' } })
  line.letGo()
  await act(() => app.settle())
  expect(box().getAttribute('aria-invalid')).toBeNull()
  save()
  await act(() => app.settle())
  expect(box().getAttribute('aria-invalid')).toBe('true')
})
