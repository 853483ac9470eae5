import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type {
  CreationOptions,
  RegisteredCredential,
  RequestOptions,
  SignedCredential,
} from '../contract/sign-in/passkeys'
import { deviceWords } from '../lib/device-words'
import type { PasskeyAnswer } from '../state/services'

export { browserSupportsWebAuthnAutofill as canFill } from '@simplewebauthn/browser'

/** Has the browser make a passkey. */
export function create(
  optionsJSON: CreationOptions,
  signal: AbortSignal,
): Promise<PasskeyAnswer<RegisteredCredential>> {
  return ceremony(signal, async () => {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  })
}

/** Has the browser sign by one. */
export function get(
  optionsJSON: RequestOptions,
  how: 'ask' | 'fill',
  signal: AbortSignal,
): Promise<PasskeyAnswer<SignedCredential>> {
  return ceremony(signal, async () => {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: how === 'fill',
      // The screen that asks has the field; where it has gone meanwhile, the signal ends this.
      verifyBrowserAutofillInput: false,
    })
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  })
}

export function deviceName(): string {
  return deviceWords({ userAgent: navigator.userAgent })
}

/** One at a time, as browsers have it: another one, or the signal, ends the one before. */
async function ceremony<Credential>(
  signal: AbortSignal,
  work: () => Promise<Credential>,
): Promise<PasskeyAnswer<Credential>> {
  if (signal.aborted) return { kind: 'dismissed' }
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', cancel)
  try {
    return { kind: 'given', credential: await work() }
  } catch (problem) {
    return answerTo(problem)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function answerTo(problem: unknown): PasskeyAnswer<never> {
  const name = problem instanceof Error ? problem.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'dismissed' }
  return name === 'InvalidStateError' ? { kind: 'present' } : { kind: 'failed', problem }
}
