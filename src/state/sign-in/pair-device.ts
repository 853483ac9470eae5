import { atom } from 'jotai/vanilla'
import type { Failure } from '../../api/result'
import { calls } from '../../contract/calls'
import { adviceOf, reportFailure } from '../http/request-error'
import { pageServicesAtom } from '../services'
import { endOnHubAtom } from './session'

/** Of this network, within a minute (PAIR-05). */
const TOO_MANY = 429

/** Where a device goes on that a link has signed in. */
const PAIRED_CAMERA_PAGE = '/pair/camera'

/** Before and while a link is used. */
export type PairStep =
  | { readonly phase: 'asking' }
  | { readonly phase: 'redeeming' }
  /** The link was not judged, and may be good still: the same token can be tried again. */
  | { readonly phase: 'unanswered'; readonly text: string }
  /** The sentence says what to do. */
  | { readonly phase: 'refused'; readonly text: string }

export const pairStepAtom = atom<PairStep>({ phase: 'asking' })

/** Uses the link: signs this device in as who made it, and goes on to its camera. Who was signed in here is signed out. */
export const redeemLinkAtom = atom(null, async (get, set, token: string): Promise<void> => {
  if (get(pairStepAtom).phase === 'redeeming') return
  const { http, session, navigate, reporter } = get(pageServicesAtom)
  set(pairStepAtom, { phase: 'redeeming' })
  const result = await http.send(calls.pairings.redeem, { body: { token } })
  if (!result.ok) {
    reportFailure(reporter, result.failure)
    set(pairStepAtom, stepAfter(result.failure))
    return
  }
  set(endOnHubAtom, session.read()?.refreshToken)
  const { token: accessToken, refreshToken, workspaceId, pairingId } = result.value
  session.signIn(accessToken, refreshToken, workspaceId)
  set(pairStepAtom, { phase: 'asking' })
  navigate(`${PAIRED_CAMERA_PAGE}?pairing=${encodeURIComponent(pairingId)}`, { replace: true })
})

function stepAfter(failure: Failure): PairStep {
  const text = adviceOf(failure)
  switch (failure.kind) {
    case 'network':
    case 'aborted':
      return { phase: 'unanswered', text }
    case 'bad-answer':
      // Not by loading the page anew, as is said elsewhere: its address has lost the token.
      return { phase: 'unanswered', text: 'The answer of the hub could not be read. Try again in a moment.' }
    case 'http': {
      // Each of the hub's refusals has a code (HUB-01); what has none is of something between.
      const isJudged = failure.code !== null && failure.status < 500 && failure.status !== TOO_MANY
      return { phase: isJudged ? 'refused' : 'unanswered', text }
    }
    case 'signed-out':
      return { phase: 'refused', text }
  }
}

/** Another link was opened in this tab. */
export const askAgainAtom = atom(null, (_get, set) => set(pairStepAtom, { phase: 'asking' }))
