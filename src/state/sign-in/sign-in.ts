import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { CODE_LENGTH, RESEND_WAIT_MS } from '../../contract/limits'
import { alertAtom } from '../alert'
import { reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { type CodeRequest, pageServicesAtom } from '../services'

/** Sign-in screen: idle, submitting, then the code screen; idle again on failure (AUTH-22). */
export const requestCodePhaseAtom = atom<'idle' | 'submitting'>('idle')

/** Asks for a code and goes to the code screen with e-mail and retry time as navigation state (AUTH-21). */
export const requestCodeAtom = atom(null, async (get, set, typedEmail: string) => {
  const email = typedEmail.trim()
  if (email === '' || get(requestCodePhaseAtom) === 'submitting') return
  const { http, navigate, reporter } = get(pageServicesAtom)
  set(requestCodePhaseAtom, 'submitting')
  const result = await http.send(calls.auth.requestOtp, { body: { email } })
  set(requestCodePhaseAtom, 'idle')
  if (result.ok) {
    navigate('/verification-code', { state: { email, retryAt: result.value.retryAt } })
    return
  }
  const { failure } = result
  // Our hub has sent a code to this address moments ago, and it is still good: on to where it is entered.
  if (failure.kind === 'http' && failure.code === 'code-already-sent') {
    navigate('/verification-code', { state: { email, retryAt: failure.retryAt } })
    return
  }
  reportFailure(reporter, failure, messages.requestCodeFailed)
  set(alertAtom, messages.requestCodeFailed)
})

export const verifyPhaseAtom = atom<'idle' | 'verifying'>('idle')

/** Stores the session and goes to the stored destination, or to the dashboard (AUTH-38, AUTH-48). */
export const verifyCodeAtom = atom(null, async (get, set, email: string, otp: string) => {
  if (!isCompleteCode(otp) || get(verifyPhaseAtom) === 'verifying') return
  const { http, session, navigate } = get(pageServicesAtom)
  set(verifyPhaseAtom, 'verifying')
  const result = await http.send(calls.auth.verifyOtp, { body: { email, otp } })
  set(verifyPhaseAtom, 'idle')
  if (!result.ok) {
    set(alertAtom, messages.verificationFailed)
    return
  }
  const { token, refreshToken, workspaceId } = result.value
  session.signIn(token, refreshToken, workspaceId)
  navigate(session.takeDestination() ?? '/dashboard', { replace: true })
})

/** Exactly six digits (AUTH-42). */
export function isCompleteCode(text: string): boolean {
  return text.length === CODE_LENGTH && /^[0-9]+$/.test(text)
}

export type ResendOutcome = { readonly kind: 'sent'; readonly retryAt: string | null } | { readonly kind: 'failed' }

/** Asks for another code (AUTH-47). */
export const resendCodeAtom = atom(null, async (get, _set, email: string): Promise<ResendOutcome> => {
  const { http, showToast } = get(pageServicesAtom)
  const result = await http.send(calls.auth.requestOtp, { body: { email } })
  if (result.ok) {
    showToast({ kind: 'success', text: messages.codeResent })
    return { kind: 'sent', retryAt: result.value.retryAt }
  }
  const text = result.failure.kind === 'http' ? result.failure.message : null
  showToast({ kind: 'error', text: text || messages.resendFailed })
  return { kind: 'failed' }
})

/** When the first countdown ends: 60 s from now, whatever the first answer said. */
export function firstResendAtMs(nowMs: number): number {
  return nowMs + RESEND_WAIT_MS
}

/** When a countdown after a resend ends: retryAt; 60 s where it is missing or no time. */
export function nextResendAtMs(retryAt: string | null, nowMs: number): number {
  const atMs = Date.parse(retryAt ?? '')
  return Number.isNaN(atMs) ? nowMs + RESEND_WAIT_MS : atMs
}

/** Whole seconds left, rounded up, never negative. */
export function secondsLeft(endAtMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endAtMs - nowMs) / 1000))
}

/** Reads what the sign-in screen passed along; null sends the user back there (AUTH-30). */
export function readCodeRequest(state: unknown): CodeRequest | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null
  const { email } = state
  const retryAt = 'retryAt' in state && typeof state.retryAt === 'string' ? state.retryAt : null
  return typeof email === 'string' && email !== '' ? { email, retryAt } : null
}
