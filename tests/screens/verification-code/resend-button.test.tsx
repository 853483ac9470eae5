import { act, fireEvent, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Http } from '../../../src/api/http'
import { ResendButton } from '../../../src/screens/verification-code/resend-button'
import type { Toast } from '../../../src/state/services'
import { type Services, servicesAtom } from '../../../src/state/services'
import { SessionStore } from '../../../src/state/session-store'
import { mapStorage } from '../../support/ports'
import { show } from '../../support/render'

const NOW = Date.parse('2026-03-10T12:00:00.000Z')

/** A provider that answers a resend with a wait of its own choice. */
function showButton(retryAt: string | null) {
  const toasts: Toast[] = []
  const session = new SessionStore(mapStorage())
  const http = new Http({
    baseUrl: '',
    fetch: async () => new Response(JSON.stringify({ isNewUser: false, retryAt })),
    tokens: session,
    newestFor: async ({ refreshToken }) => refreshToken,
    onSignedOut: () => undefined,
    onExtensions: () => undefined,
    namesExtensions: () => false,
    onNoExtensions: () => undefined,
    onOutcome: () => undefined,
  })
  const used: Pick<Services, 'http' | 'session' | 'showToast'> = {
    http,
    session,
    showToast: (toast) => toasts.push(toast),
  }
  const store = createStore()
  // The button needs these three services alone.
  store.set(servicesAtom, used as Services)
  show(
    <Provider store={store}>
      <ResendButton email="ann@example.org" onFocusLost={() => undefined} />
    </Provider>,
  )
  return toasts
}

const button = () => screen.getByRole('button')
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('Resend Code', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('counts 60 s down and is disabled until they are over (AUTH-43, AUTH-44, AUTH-46)', async () => {
    showButton(null)
    expect(button().textContent).toBe('Resend Code (60s)')
    await wait(1_000)
    expect(button().textContent).toBe('Resend Code (59s)')
    await wait(58_500)
    expect(button().textContent).toBe('Resend Code (1s)')
    expect(button().hasAttribute('disabled')).toBe(true)
    await wait(750)
    expect(button().textContent).toBe('Resend Code')
    expect(button().hasAttribute('disabled')).toBe(false)
  })

  it('counts on where the clock is set back, and to its end at once where it leaps ahead (AUTH-46)', async () => {
    showButton(null)
    await wait(10_000)
    vi.setSystemTime(NOW - 3_600_000)
    await wait(20_000)
    expect(button().textContent).toBe('Resend Code (30s)')
    await wait(31_000)
    expect(button().textContent).toBe('Resend Code')
    fireEvent.click(button())
    await wait(1_000)
    expect(button().textContent).toBe('Resend Code (59s)')
    // As after a sleep, in which other clocks stand still.
    vi.setSystemTime(NOW)
    await wait(500)
    expect(button().textContent).toBe('Resend Code')
  })

  it('counts down to retryAt after a resend, and says that it was sent (AUTH-45, AUTH-47)', async () => {
    const toasts = showButton(new Date(NOW + 60_250 + 90_000).toISOString())
    await wait(60_250)
    fireEvent.click(button())
    await wait(500)
    expect(toasts).toEqual([{ kind: 'success', text: 'Verification code resent successfully!' }])
    expect(button().textContent).toBe('Resend Code (90s)')
    expect(button().hasAttribute('disabled')).toBe(true)
  })
})
