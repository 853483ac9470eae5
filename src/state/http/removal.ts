import { atom } from 'jotai/vanilla'
import { type Failure, isAway, type Result } from '../../api/result'
import { messages } from '../messages'
import { type Services, servicesAtom } from '../services'
import { extensionsAtom } from './extensions'
import { adviceOf, reportFailure, sentenceOf } from './request-error'

/** Whether the provider lets cameras and recordings be removed (EXT-11). */
export const canRemoveAtom = atom((get) => get(extensionsAtom).has('removal'))

/** Somebody else was quicker: what was asked for holds. */
export function isGone(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 404 && !isAway(failure)
}

/** Whether it is gone by now; else the log is told why not, and a toast says it by the given words, with what to do about it. */
export function isRemoved(
  { reporter, showToast }: Pick<Services, 'reporter' | 'showToast'>,
  result: Result<unknown>,
  notRemoved: (advice: string) => string,
): boolean {
  if (result.ok || isGone(result.failure)) return true
  reportFailure(reporter, result.failure)
  showToast({ kind: 'error', text: notRemoved(adviceOf(result.failure)) })
  return false
}

export const tellRemovalFailedAtom = atom(null, (get, _set, what: 'camera' | 'recording', failure: Failure) => {
  const { showToast, reporter } = get(servicesAtom)
  reportFailure(reporter, failure)
  // Who was signed out is told so, and somebody else may be in by now.
  if (failure.kind === 'signed-out') return
  showToast({ kind: 'error', text: messages.notRemoved(what, sentenceOf(failure)) })
})
