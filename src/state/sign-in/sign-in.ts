import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { CODE_LENGTH } from '../../contract/limits'
import { alertAtom } from '../alert'
import { reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { type CodeRequest, pageServicesAtom } from '../services'
import { endOnHubAtom, entryWatch, userIn } from './session'

/** Sign-in screen: idle, submitting, then the code screen; idle again on failure (AUTH-22). */
export const requestCodePhaseAtom = atom<'idle' | 'submitting'>('idle')

/** Asks for a code and goes to the code screen with e-mail and retry time as navigation state (AUTH-21). */
export const requestCodeAtom = atom(null, async (get, set, typedEmail: string) => {
  const email = typedEmail.trim()
  if (email === '' || get(requestCodePhaseAtom) === 'submitting') return
  const { http, navigate, reporter } = get(pageServicesAtom)
  const hasSomebodyEntered = entryWatch(get)
  set(requestCodePhaseAtom, 'submitting')
  const result = await http.send(calls.auth.requestOtp, { body: { email } })
  set(requestCodePhaseAtom, 'idle')
  if (hasSomebodyEntered()) return
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

/** Of this network, within an hour (HUB-05). The code was not looked at. */
const TOO_MANY = 429

export const verifyPhaseAtom = atom<'idle' | 'verifying'>('idle')

/**
 * Stores the session and goes to the stored destination, or to the dashboard (AUTH-38, AUTH-48). Resolves with whether the
 * provider refused the code: where it gave no answer, or stumbled, the same code may still be right.
 */
export const verifyCodeAtom = atom(null, async (get, set, email: string, otp: string): Promise<boolean> => {
  if (!isCompleteCode(otp) || get(verifyPhaseAtom) === 'verifying') return false
  const { http } = get(pageServicesAtom)
  const hasSomebodyEntered = entryWatch(get)
  set(verifyPhaseAtom, 'verifying')
  const result = await http.send(calls.auth.verifyOtp, { body: { email, otp } })
  set(verifyPhaseAtom, 'idle')
  if (hasSomebodyEntered()) {
    if (result.ok) set(endOnHubAtom, result.value.refreshToken)
    return false
  }
  if (!result.ok) {
    set(alertAtom, messages.verificationFailed)
    const { failure } = result
    return failure.kind === 'http' && failure.status < 500 && failure.status !== TOO_MANY
  }
  set(isSignedInByCodeAtom, true)
  set(enterAtom, result.value)
  return false
})

/** Whether somebody has typed a code in this tab: they may want to do without the next time (PASS-13). */
export const isSignedInByCodeAtom = atom(false)

/** Keeps a session that has just begun, and goes where somebody was on the way to. */
export const enterAtom = atom(null, (get, set, { token, refreshToken, workspaceId }: BegunSession) => {
  const { session, navigate } = get(pageServicesAtom)
  const [replaced, before] = [session.read(), userIn(session)]
  session.signIn(token, refreshToken, workspaceId)
  // Another person's has no other end: for 90 days this browser would count as theirs, and be told as it (PUSH-07). The same
  // person's goes on, as what this browser is told goes with it.
  if (userIn(session) !== before) set(endOnHubAtom, replaced?.refreshToken)
  navigate(session.takeDestination() ?? '/dashboard', { replace: true })
})

interface BegunSession {
  readonly token: string
  readonly refreshToken: string
  readonly workspaceId: string
}

/** Exactly six digits (AUTH-42). */
export function isCompleteCode(text: string): boolean {
  return text.length === CODE_LENGTH && /^[0-9]+$/.test(text)
}

/** Reads what the sign-in screen passed along; null sends the user back there (AUTH-30). */
export function readCodeRequest(state: unknown): CodeRequest | null {
  if (typeof state !== 'object' || state === null || !('email' in state)) return null
  const { email } = state
  const retryAt = 'retryAt' in state && typeof state.retryAt === 'string' ? state.retryAt : null
  return typeof email === 'string' && email !== '' ? { email, retryAt } : null
}
