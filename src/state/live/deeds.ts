import { atom } from 'jotai/vanilla'
import type { LiveViewer } from '../../contract/live/live'
import { sessionAtom } from '../sign-in/session'
import { presenceAtom, sirensAtom } from './presence'
import { shortName } from './watchers'

/** What somebody does at a camera that all who look through it see. */
export interface Deed {
  readonly kind: 'siren' | 'talking'
  /** “bob talks”. */
  readonly words: string
}

/** The siren first, then whoever talks; one's own too, as one may look from two places (LIVE-97). */
export function deedsAtomOf(cameraId: string) {
  return atom((get): readonly Deed[] => {
    const session = get(sessionAtom)
    const own = session.phase === 'signed-in' ? session.email : null
    return deedsOf(get(presenceAtom).get(cameraId) ?? [], get(sirensAtom).get(cameraId) ?? null, own)
  })
}

export function deedsOf(viewers: readonly LiveViewer[], sirenBy: string | null, own: string | null): readonly Deed[] {
  const talkers = new Set(viewers.filter(({ isTalking }) => isTalking).map(({ who }) => who))
  const siren = sirenBy === null ? [] : [`Siren: ${sirenBy === own ? 'you' : shortName(sirenBy)}`]
  return [
    ...siren.map((words): Deed => ({ kind: 'siren', words })),
    ...[...talkers].map(
      (who): Deed => ({ kind: 'talking', words: who === own ? 'You talk' : `${shortName(who)} talks` }),
    ),
  ]
}
