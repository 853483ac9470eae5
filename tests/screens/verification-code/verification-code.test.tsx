import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import VerificationCodeScreen from '../../../src/screens/verification-code'
import { alertAtom } from '../../../src/state/alert'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { answers, offline, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  history.replaceState({ email: 'ann@example.org', retryAt: null }, '', '/verification-code')
  await showScreen(app, <VerificationCodeScreen />)
})
afterEach(async () => {
  history.replaceState(null, '', '/')
  await app.close()
})

const slot = (number: number) => screen.getByLabelText<HTMLInputElement>(`Digit ${number}`)
const shown = () => [1, 2, 3, 4, 5, 6].map((number) => slot(number).value).join('')
const paste = (text: string) => {
  slot(1).focus()
  fireEvent.paste(slot(1), { clipboardData: { getData: () => text } })
}
const sent = () => app.backend.sentTo('POST /auth/verify-otp').map(({ json }) => json)

describe('the six slots of the code (AUTH-33, AUTH-34)', () => {
  it.each(['123456', '123456\n', ' 123456 ', '123 456'])('take a code however it was copied: %j', async (copied) => {
    await act(async () => paste(copied))
    expect(shown()).toBe('123456')
  })

  it('take nothing else', async () => {
    await act(async () => paste('12a456'))
    expect(shown()).toBe('')
  })

  it('verify at Enter once all are filled, and not before (AUTH-41)', async () => {
    await act(async () => paste('12345'))
    fireEvent.keyDown(slot(5), { key: 'Enter' })
    await act(() => app.settle())
    expect(sent()).toEqual([])
    await act(async () => paste('123456'))
    fireEvent.keyDown(slot(6), { key: 'Enter' })
    await act(() => app.settle())
    expect(sent()).toEqual([{ email: 'ann@example.org', otp: '123456' }])
  })

  it('leave Enter to the buttons below them', async () => {
    await act(async () => paste('123456'))
    fireEvent.keyDown(screen.getByRole('button', { name: /^Resend Code/ }), { key: 'Enter' })
    await act(() => app.settle())
    expect(sent()).toEqual([])
  })
})

it('is typed into its slots alone: each takes one digit, is told by its place and offered the code of a message (AUTH-33)', async () => {
  const inputs = () => [...document.querySelectorAll('input')]
  expect(inputs()).toEqual([1, 2, 3, 4, 5, 6].map(slot))
  for (const [index, digit] of [...'123456'].entries()) {
    fireEvent.change(inputs()[index] ?? document.body, { target: { value: digit } })
    await act(() => app.settle())
  }
  expect(shown()).toBe('123456')
  expect(inputs().map(({ autocomplete, inputMode }) => [autocomplete, inputMode])).toEqual(
    Array(6).fill(['one-time-code', 'numeric']),
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verify Code' }).disabled).toBe(false)
})

describe('a code that failed', () => {
  const fail = async () => {
    await act(async () => paste('123456'))
    fireEvent.keyDown(slot(6), { key: 'Enter' })
    await act(() => app.settle())
    expect(app.store.get(alertAtom)).toBe('Verification failed. Please try again.')
    screen.getByRole('button', { name: 'Verify Code' }).focus()
    await act(async () => app.store.set(alertAtom, null))
  }

  it('because it is wrong makes way for the right one once that was read (ERR-02)', async () => {
    await fail()
    expect([shown(), document.activeElement]).toEqual(['', slot(1)])
    expect(screen.getByRole('button', { name: 'Verify Code' }).hasAttribute('disabled')).toBe(true)
  })

  it.each([
    ['no answer came', offline],
    ['the hub stumbled', answers(500, {})],
    ['too many were tried from this network', answers(429, { code: 'too-many-requests', message: 'Wait.' })],
  ])('because %s may be right, and stays to be sent again (ERR-02)', async (_why, scenario) => {
    app.backend.play(only('POST /auth/verify-otp', scenario))
    await fail()
    expect(shown()).toBe('123456')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Verify Code' }))
  })
})

describe('a code that is sent again', () => {
  const again = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Resend Code/ })
  const resend = async () => {
    app.backend.play(only('POST /auth/request-otp', answers(200, { isNewUser: false, retryAt: null })))
    fireEvent.click(again())
    await act(() => pass(app, 500))
  }
  beforeEach(async () => {
    cleanup()
    holdTimers()
    await showScreen(app, <VerificationCodeScreen />)
    await act(() => pass(app, 61_000))
  })
  afterEach(() => void vi.useRealTimers())

  it('leaves the focus where it is typed, as the button is disabled for a minute (AUTH-43, UI-04)', async () => {
    // Browsers take the focus from what becomes disabled; this document does not.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await resend()
    expect([again().disabled, document.activeElement]).toEqual([true, slot(1)])
  })

  it('takes the focus from nobody who has gone elsewhere meanwhile', async () => {
    const back = screen.getByRole('link', { name: 'Back to Login' })
    back.focus()
    await resend()
    expect([again().disabled, document.activeElement]).toEqual([true, back])
  })
})
