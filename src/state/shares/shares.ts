import { atom } from 'jotai/vanilla'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { MAX_SHARES, type Share } from '../../contract/shares'
import { extensionsAtom, noteOfferOfPageAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/polling'
import { isGone, isRemoved } from '../http/removal'
import { adviceOf, type Refused, refusedCall, refusedInput, reportFailure, unwrap } from '../http/request-error'
import { webAddress } from '../http/web-address'
import { hasAnsweredAtom } from '../hub/connection'
import { messages } from '../messages'
import { closePlayerAtom } from '../recordings/playing'
import { pageServicesAtom, servicesAtom } from '../services'
import { ownServices } from '../sign-in/own-services'
import { keysAtom } from '../sign-in/query-keys'
import { isOnHubAtom, isSignedInAtom } from '../sign-in/session'
import { changeOf, newShareOf, type ShareForm } from './share-form'

/** Whether the provider shares clips (SHARE-13). */
export const hasSharesAtom = atom((get) => get(extensionsAtom).has('shares'))

const wasAskedAtom = atom(false)

/** What the screen shows: real shares, the samples of a provider without, or nothing until that is known. */
export const sharingAtom = atom((get): 'asking' | 'samples' | 'shares' => {
  if (get(hasSharesAtom)) return 'shares'
  return get(wasAskedAtom) ? 'samples' : 'asking'
})

/**
 * On this screen nothing may be sent to a provider without shares (SHARE-10): where a hub has said nothing yet, the page
 * itself says what there is.
 */
export const learnSharingAtom = atom(null, async (get, set, signal: AbortSignal) => {
  if (get(hasSharesAtom)) return
  if (!get(hasAnsweredAtom) && get(isOnHubAtom)) {
    const names = await get(pageServicesAtom).offeredByPage(signal)
    if (signal.aborted) return
    if (names.has('shares')) set(noteOfferOfPageAtom, new Set(['shares'] as const))
  }
  set(wasAskedAtom, true)
})

/** Read again before the links of their pictures end. */
export const sharesQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).shares,
  enabled: get(isSignedInAtom) && get(hasSharesAtom),
  refetchInterval: LINKS_POLL_MS,
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.shares.list, {})),
}))

/** Whether another one would be refused. */
export const areSharesFullAtom = atom((get) => (get(sharesQueryAtom).data?.shares.length ?? 0) >= MAX_SHARES)

export type SharingOutcome = { readonly kind: 'done'; readonly share: Share } | Refused

/** Makes a share of a recording, and puts its link on the clipboard where the browser lets us. */
export const makeShareAtom = atom(null, async (get, set, form: ShareForm, videoId: string): Promise<SharingOutcome> => {
  const { http, reporter, copyText, showToast } = ownServices(get)
  const checked = calls.shares.create.body.safeParse(newShareOf(form, videoId))
  if (!checked.success) return refusedInput(checked.error)
  const result = await http.send(calls.shares.create, { body: checked.data })
  if (!result.ok) return refusedCall(reporter, result.failure)
  const share = result.value
  set(changeSharesAtom, (shares) => [share, ...shares.filter(({ id }) => id !== share.id)])
  set(readAgainAtom)
  const isCopied = share.shareUrl !== null && (await copyText(share.shareUrl))
  showToast({ kind: 'success', text: isCopied ? messages.shareMade : messages.shareMadeNotCopied })
  return { kind: 'done', share }
})

/** Changes what the form makes different. */
export const changeShareAtom = atom(null, async (get, set, share: Share, form: ShareForm): Promise<SharingOutcome> => {
  const { http, reporter, showToast } = ownServices(get)
  const change = changeOf(share, form)
  if (change === null) return { kind: 'done', share }
  const checked = calls.shares.change.body.safeParse(change)
  if (!checked.success) return refusedInput(checked.error)
  const result = await http.send(calls.shares.change, { params: { shareId: share.id }, body: checked.data })
  if (!result.ok && isGone(result.failure)) {
    // Its card goes, and the form with it: the toast is what is left to say so.
    set(readAgainAtom)
    showToast({ kind: 'warning', text: messages.shareRevoked(share.title) })
  }
  if (!result.ok) return refusedCall(reporter, result.failure)
  const changed = result.value
  set(changeSharesAtom, (shares) => shares.map((other) => (other.id === changed.id ? changed : other)))
  set(readAgainAtom)
  showToast({ kind: 'success', text: messages.shareChanged })
  return { kind: 'done', share: changed }
})

/** Ends a share at once, for those too who are watching. */
export const revokeShareAtom = atom(null, async (get, set, { id, title }: Pick<Share, 'id' | 'title'>) => {
  const own = ownServices(get)
  const result = await own.http.send(calls.shares.revoke, { params: { shareId: id } })
  if (!isRemoved(own, result, (advice) => messages.shareNotRevoked(title, advice))) return
  set(changeSharesAtom, (shares) => shares.filter((share) => share.id !== id))
  set(readAgainAtom)
  own.showToast({ kind: 'success', text: messages.shareRevoked(title) })
})

export const copyShareLinkAtom = atom(null, async (get, _set, { shareUrl }: Pick<Share, 'shareUrl'>) => {
  const { copyText, showToast } = get(servicesAtom)
  const isCopied = shareUrl !== null && (await copyText(shareUrl))
  showToast(
    isCopied ? { kind: 'success', text: messages.linkCopied } : { kind: 'warning', text: messages.linkNotCopied },
  )
})

export type ShareOpening = { readonly phase: 'opening' } | { readonly phase: 'failed'; readonly text: string }

/** Leaves for the public page, as somebody of the workspace (SHARE-19); resolves where that fails, or nobody waits any more. */
export const openShareAtom = atom(
  null,
  async (get, _set, shareId: string, signal: AbortSignal): Promise<ShareOpening> => {
    const { http, redirect, reporter, origin } = get(servicesAtom)
    const result = await http.send(calls.shares.pass, { params: { shareId }, signal })
    if (signal.aborted) return { phase: 'opening' }
    if (!result.ok) {
      reportFailure(reporter, result.failure)
      const text = isGone(result.failure) ? messages.shareNotYours : messages.shareNotOpened(adviceOf(result.failure))
      return { phase: 'failed', text }
    }
    const url = webAddress(result.value.url, origin)
    if (url === null) return { phase: 'failed', text: messages.shareNotOpened('') }
    // Somebody who goes back would be sent here again.
    redirect(url, { replace: true })
    return { phase: 'opening' }
  },
)

/** A recording that somebody is about to share, from wherever it is shown; null: none. */
export interface ClipToShare {
  readonly videoId: string
  readonly title: string
}
export const clipToShareAtom = atom<ClipToShare | null>(null)

type Listed = { readonly shares: Share[]; readonly isReachable: boolean }

const changeSharesAtom = atom(null, (get, _set, change: (shares: Share[]) => Share[]) => {
  get(queryClientAtom).setQueryData<Listed>(
    get(keysAtom).shares,
    (listed) => listed && { ...listed, shares: change(listed.shares) },
  )
})

/** From the player too, which closes: its keys would go on meaning the picture. */
export const shareClipAtom = atom(null, (_get, set, clip: ClipToShare) => {
  set(closePlayerAtom)
  set(clipToShareAtom, clip)
})

/** Recordings too: they say until when they are shared. */
const readAgainAtom = atom(null, (get) => {
  for (const queryKey of [get(keysAtom).shares, get(keysAtom).videos]) {
    void get(queryClientAtom).invalidateQueries({ queryKey })
  }
})
