import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { RESEND_WAIT_MS } from '../../contract/limits'
import { messages } from '../messages'
import { pageServicesAtom } from '../services'
import { entryWatch } from './session'

export type ResendOutcome = { readonly kind: 'sent'; readonly retryAt: string | null } | { readonly kind: 'failed' }

/** Asks for another code (AUTH-47). */
export const resendCodeAtom = atom(null, async (get, _set, email: string): Promise<ResendOutcome> => {
  const { http, showToast } = get(pageServicesAtom)
  const hasSomebodyEntered = entryWatch(get)
  const result = await http.send(calls.auth.requestOtp, { body: { email } })
  const isShown = !hasSomebodyEntered()
  if (result.ok) {
    if (isShown) showToast({ kind: 'success', text: messages.codeResent })
    return { kind: 'sent', retryAt: result.value.retryAt }
  }
  const text = result.failure.kind === 'http' ? result.failure.message : null
  if (isShown) showToast({ kind: 'error', text: text || messages.resendFailed })
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
