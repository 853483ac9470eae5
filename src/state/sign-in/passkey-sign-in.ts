import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { PASSKEY_CHALLENGE_MS, type SignedCredential } from '../../contract/sign-in/passkeys'
import { MINUTE_MS } from '../../lib/durations'
import { alertAtom } from '../alert'
import { extensionsAtom, noteOfferOfPageAtom } from '../http/extensions'
import { adviceOf, reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { pageServicesAtom } from '../services'
import { hasUsedPasskeyAtom, noteUsedPasskeyAtom } from './passkey-offer'
import { endOnHubAtom, entryWatch } from './session'
import { enterAtom } from './sign-in'

/** Before the hub's challenge ends, another takes its place. */
const FILL_AGAIN_MS = PASSKEY_CHALLENGE_MS - MINUTE_MS

/** Whether this page has passkeys. */
export const canUsePasskeyAtom = atom((get) => get(pageServicesAtom).passkeys.obstacle === null)

/** Whether the sign-in screen can offer a passkey: the provider has them, and so has this page (PASS-10). */
export const canSignInByPasskeyAtom = atom((get) => get(extensionsAtom).has('passkeys') && get(canUsePasskeyAtom))

/** Before the first call nothing is known of the provider: its page says what it offers (PASS-10). */
export const learnOfferAtom = atom(null, async (get, set, signal: AbortSignal) => {
  if (get(extensionsAtom).size > 0) return
  const names = await get(pageServicesAtom).offeredByPage(signal)
  if (!signal.aborted) set(noteOfferOfPageAtom, names)
})

/** Idle, then the browser asks for a passkey, then the hub checks it; idle again where that came to nothing. */
export const passkeyPhaseAtom = atom<'idle' | 'asking' | 'signing-in'>('idle')

/** By the button: the browser's own window asks which one. */
export const signInByPasskeyAtom = atom(null, async (get, set, signal: AbortSignal) => {
  if (get(passkeyPhaseAtom) !== 'idle') return
  const { http, passkeys, reporter } = get(pageServicesAtom)
  set(passkeyPhaseAtom, 'asking')
  try {
    const options = await http.send(calls.passkeys.signInOptions, { signal })
    if (!options.ok) {
      if (options.failure.kind !== 'aborted') set(alertAtom, adviceOf(options.failure))
      return
    }
    const answer = await passkeys.get(options.value, 'ask', signal)
    if (answer.kind === 'given') await set(enterByAtom, answer.credential)
    else if (answer.kind !== 'dismissed') {
      if (answer.kind === 'failed') reporter.report('The browser could not use a passkey.', answer.problem)
      set(alertAtom, messages.passkeyFailed)
    }
  } finally {
    set(passkeyPhaseAtom, 'idle')
  }
})

/**
 * Beside the typed address, where a passkey was used before: the browser lists passkeys among what it fills in, until the
 * signal aborts. What fails here is not told: nobody asked for it.
 */
export const fillPasskeyAtom = atom(null, async (get, set, signal: AbortSignal) => {
  const { passkeys } = get(pageServicesAtom)
  if (!get(hasUsedPasskeyAtom) || !(await passkeys.canFill())) return
  while (!signal.aborted) {
    const outcome = await set(fillOnceAtom, signal)
    if (outcome === 'ended') return
  }
})

const fillOnceAtom = atom(null, async (get, set, signal: AbortSignal): Promise<'again' | 'ended'> => {
  const { http, passkeys, reporter, after } = get(pageServicesAtom)
  const options = await http.send(calls.passkeys.signInOptions, { signal })
  if (!options.ok) {
    if (options.failure.kind !== 'aborted') reportFailure(reporter, options.failure)
    return 'ended'
  }
  const renewal = new AbortController()
  const cancel = after(FILL_AGAIN_MS, () => renewal.abort())
  const answer = await passkeys.get(options.value, 'fill', AbortSignal.any([signal, renewal.signal]))
  cancel()
  if (answer.kind !== 'given') return renewal.signal.aborted ? 'again' : 'ended'
  set(passkeyPhaseAtom, 'signing-in')
  await set(enterByAtom, answer.credential)
  set(passkeyPhaseAtom, 'idle')
  return 'ended'
})

const enterByAtom = atom(null, async (get, set, credential: SignedCredential) => {
  const { http, reporter } = get(pageServicesAtom)
  const hasSomebodyEntered = entryWatch(get)
  set(passkeyPhaseAtom, 'signing-in')
  const result = await http.send(calls.passkeys.signIn, { body: { credential } })
  if (hasSomebodyEntered()) {
    if (result.ok) set(endOnHubAtom, result.value.refreshToken)
    return
  }
  if (result.ok) {
    set(noteUsedPasskeyAtom)
    set(enterAtom, result.value)
    return
  }
  reportFailure(reporter, result.failure)
  set(alertAtom, adviceOf(result.failure))
})
