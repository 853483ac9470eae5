import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { type MadePairing, PAIRING_LIFETIME_MS, type Pairing } from '../../contract/sign-in/pairings'
import { extensionsAtom } from '../http/extensions'
import { adviceOf, reportFailure, unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from './query-keys'
import { isSignedInAtom } from './session'

/** Whether the provider signs other devices in by a link (PAIR-01). */
export const canPairAtom = atom((get) => get(extensionsAtom).has('pairing'))

/** Somebody stands there with the other device in hand. */
const LOOK_INTERVAL_MS = 2_000

/** The link that the dialog shows. */
export type PairingLink =
  | { readonly phase: 'none' }
  | { readonly phase: 'making' }
  | { readonly phase: 'refused'; readonly text: string }
  /** No other device can open the hub; the sentence is the hub's. */
  | { readonly phase: 'unreachable'; readonly reason: string }
  | {
      readonly phase: 'made'
      readonly id: string
      readonly url: string
      readonly fingerprint: string | null
      readonly expiresAtMs: number
    }

export const pairingLinkAtom = atom<PairingLink>({ phase: 'none' })

/** Makes a link in the place of the one before, which is good no more. */
export const makePairingAtom = atom(null, async (get, set): Promise<void> => {
  const { http, reporter, nowMs } = get(servicesAtom)
  const former = get(pairingLinkAtom)
  if (former.phase === 'making') return
  const making = { phase: 'making' } as const
  set(pairingLinkAtom, making)
  if (former.phase === 'made') void http.send(calls.pairings.end, { params: { pairingId: former.id } })
  const result = await http.send(calls.pairings.create, {})
  // Closed meanwhile, and perhaps opened again: nobody will ever see it.
  if (get(pairingLinkAtom) !== making) {
    if (result.ok) void http.send(calls.pairings.end, { params: { pairingId: result.value.id } })
    return
  }
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    set(pairingLinkAtom, { phase: 'refused', text: adviceOf(result.failure) })
    return
  }
  set(pairingLinkAtom, linkOf(result.value, nowMs()))
})

/** Its end is counted here: this device's clock and the hub's may differ by more than the link is good for. */
function linkOf({ id, url, reason, fingerprint }: MadePairing, nowMs: number): PairingLink {
  if (url === null) {
    return { phase: 'unreachable', reason: reason ?? 'Other devices cannot reach this hub.' }
  }
  return { phase: 'made', id, url, fingerprint, expiresAtMs: nowMs + PAIRING_LIFETIME_MS }
}

/** The dialog was closed. The link stays good until its time is over: it may be on its way to the other device. */
export const leavePairingAtom = atom(null, (_get, set) => set(pairingLinkAtom, { phase: 'none' }))

/** What has happened on the other side. */
export const pairingQueryAtom = atomWithQuery<Pairing>((get) => {
  const link = get(pairingLinkAtom)
  const pairingId = link.phase === 'made' ? link.id : ''
  return {
    queryKey: [...get(keysAtom).pairing, pairingId],
    enabled: get(isSignedInAtom) && pairingId !== '',
    refetchInterval: ({ state }) => (state.data?.phase === 'watching' ? false : LOOK_INTERVAL_MS),
    queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.pairings.one, { params: { pairingId } })),
  }
})
