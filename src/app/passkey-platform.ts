import type { PasskeyAnswer, PasskeyObstacle, PasskeyPlatform } from '../state/services'
import { patiently } from './patiently'

const load = () => patiently(() => import('@simplewebauthn/browser'))

/** Passkeys of this browser, through a library that knows what browsers differ in; it comes with the first use. */
export function browserPasskeys(): PasskeyPlatform {
  return {
    obstacle: obstacleOf(location.hostname),
    canFill: async () => (await load()).browserSupportsWebAuthnAutofill(),
    canKeep: () => canKeep(),
    create: (optionsJSON, signal) =>
      ceremony(signal, async ({ startRegistration }) => {
        const { id, rawId, type, response } = await startRegistration({ optionsJSON: mutable(optionsJSON) })
        const { clientDataJSON, attestationObject, transports = [] } = response
        return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
      }),
    get: (optionsJSON, how, signal) =>
      ceremony(signal, async ({ startAuthentication }) => {
        const { id, rawId, type, response } = await startAuthentication({
          optionsJSON,
          useBrowserAutofill: how === 'fill',
          // The screen that asks has the field; where it has gone meanwhile, the signal ends this.
          verifyBrowserAutofillInput: false,
        })
        const { clientDataJSON, authenticatorData, signature, userHandle } = response
        return {
          ...{ id, rawId, type },
          response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null },
        }
      }),
  }
}

function obstacleOf(hostname: string): PasskeyObstacle | null {
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address'
  if (!isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

async function canKeep(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}

type Library = Awaited<ReturnType<typeof load>>

/** One at a time, as browsers have it: another one, or the signal, ends the one before. */
async function ceremony<Credential>(
  signal: AbortSignal,
  work: (library: Library) => Promise<Credential>,
): Promise<PasskeyAnswer<Credential>> {
  try {
    const library = await load()
    if (signal.aborted) return { kind: 'dismissed' }
    const cancel = () => library.WebAuthnAbortService.cancelCeremony()
    signal.addEventListener('abort', cancel)
    try {
      return { kind: 'given', credential: await work(library) }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  } catch (problem) {
    return answerTo(problem)
  }
}

function answerTo(problem: unknown): PasskeyAnswer<never> {
  const name = problem instanceof Error ? problem.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'dismissed' }
  return name === 'InvalidStateError' ? { kind: 'present' } : { kind: 'failed', problem }
}

/** The library's types ask for arrays that it does not change. */
function mutable<Options>(options: Options): Options {
  return structuredClone(options)
}
