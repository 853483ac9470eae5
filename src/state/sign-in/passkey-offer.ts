import { atom } from 'jotai/vanilla'
import { pageServicesAtom } from '../services'
import { hasPasskeysAtom, OFFER_KEY, offerChangesAtom, passkeyObstacleAtom, rememberOfferAtom } from './passkeys'
import { isSignedInByCodeAtom } from './sign-in'

/** Whether this device keeps passkeys itself: others are not asked for one after each code. */
const canKeepAtom = atom(false)

/** Whether to offer a passkey: once after a code, and never again on a device that has one or wants none (PASS-13). */
export const isPasskeyOfferedAtom = atom((get) => {
  get(offerChangesAtom)
  if (!get(isSignedInByCodeAtom) || !get(hasPasskeysAtom) || get(passkeyObstacleAtom) !== null) return false
  return get(canKeepAtom) && get(pageServicesAtom).storage.getItem(OFFER_KEY) === null
})

/** Finds out whether there is anything to offer. */
export const prepareOfferAtom = atom(null, async (get, set) => {
  if (!get(isSignedInByCodeAtom) || get(passkeyObstacleAtom) !== null) return
  set(canKeepAtom, await get(pageServicesAtom).passkeys.canKeep())
})

/** Not now: the next code brings it again. */
export const putOfferOffAtom = atom(null, (_get, set) => set(isSignedInByCodeAtom, false))

export const declineOfferAtom = atom(null, (_get, set) => set(rememberOfferAtom, 'declined'))
