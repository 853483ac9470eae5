import type { PasskeyObstacle, PasskeyPlatform } from '../state/services'
import { patiently } from './patiently'

const load = () => patiently(() => import('./passkey-ceremonies'))

/** Passkeys of this browser; all but the question whether there can be any comes with the first use. */
export function browserPasskeys(): PasskeyPlatform {
  return {
    obstacle: obstacleOf(location.hostname),
    canFill: async () => (await load()).canFill(),
    canKeep,
    deviceName: async () => (await load()).deviceName(),
    create: async (options, signal) => (await load()).create(options, signal),
    get: async (options, how, signal) => (await load()).get(options, how, signal),
  }
}

function obstacleOf(hostname: string): PasskeyObstacle | null {
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address'
  if (!window.isSecureContext) return 'insecure'
  return 'PublicKeyCredential' in window ? null : 'browser'
}

async function canKeep(): Promise<boolean> {
  try {
    return await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()
  } catch {
    return false
  }
}
