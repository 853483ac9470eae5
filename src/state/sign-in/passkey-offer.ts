import { atom } from 'jotai/vanilla'
import { extensionsAtom } from '../http/extensions'
import { pageServicesAtom } from '../services'
import { keepText } from '../session-store'
import { isSignedInByCodeAtom } from './sign-in'

/** Whether the provider has passkeys (PASS-01). */
export const hasPasskeysAtom = atom((get) => get(extensionsAtom).has('passkeys'))

/** What keeps this page from passkeys; null: nothing. */
export const passkeyObstacleAtom = atom((get) => get(pageServicesAtom).passkeys.obstacle)

/** What this browser remembers of the offer: 'made' here, or 'declined' for good. */
const OFFER_KEY = 'passkeyOffer'
/** 'true' where somebody signed in by a passkey, perhaps by one of another device. */
const USED_KEY = 'passkeyUsed'
/** Counts changes of it, so that it is read anew. */
const offerChangesAtom = atom(0)

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

/** Whether somebody made or used a passkey in this browser: in others nothing is asked of the hub before a press (PASS-11). */
export const hasUsedPasskeyAtom = atom((get) => {
  get(offerChangesAtom)
  const { storage } = get(pageServicesAtom)
  return storage.getItem(OFFER_KEY) === 'made' || storage.getItem(USED_KEY) === 'true'
})

export const noteUsedPasskeyAtom = atom(null, (get, set) => {
  keepText(get(pageServicesAtom).storage, USED_KEY, 'true')
  set(offerChangesAtom, (count) => count + 1)
})

export const rememberOfferAtom = atom(null, (get, set, how: 'made' | 'declined') => {
  get(pageServicesAtom).storage.setItem(OFFER_KEY, how)
  set(offerChangesAtom, (count) => count + 1)
})

/** Not now: the next code brings it again. */
export const putOfferOffAtom = atom(null, (_get, set) => set(isSignedInByCodeAtom, false))

export const declineOfferAtom = atom(null, (_get, set) => set(rememberOfferAtom, 'declined'))
