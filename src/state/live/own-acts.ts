import { atom } from 'jotai/vanilla'
import type { LiveAct } from '../../contract/live/live'
import { recordNowAtom } from '../capture/capture'
import { actRefusals } from '../messages'
import { sessionAtom } from '../sign-in/session'
import { liveSentences } from './live-sentences'

/** The siren of this tab's own cameras. */
export interface OwnSiren {
  /** A sentence where it cannot. */
  begin(cameraId: string, who: string): string | null
  end(cameraId: string): void
}

const sirenAtom = atom<OwnSiren | null>(null)

/** For live-cameras.ts alone. */
export const setOwnSirenAtom = atom(null, (_get, set, siren: OwnSiren | null) => set(sirenAtom, siren))

/** Does at a camera of this very tab what a viewer may have it do (LIVE-99); a sentence where it cannot. */
export const actHereAtom = atom(null, (get, set, cameraId: string, act: LiveAct): string | null => {
  const siren = get(sirenAtom)
  switch (act) {
    case 'record':
      return set(recordNowAtom, cameraId) ? null : actRefusals.notRecording
    case 'siren-begin': {
      const session = get(sessionAtom)
      const who = (session.phase === 'signed-in' && session.email) || ''
      return siren === null ? liveSentences.notDone : siren.begin(cameraId, who)
    }
    case 'siren-end':
      siren?.end(cameraId)
      return null
    // Whoever is here hears the room, and is heard in it.
    case 'listen-begin':
    case 'listen-end':
    case 'talk-begin':
    case 'talk-end':
      return liveSentences.notDone
  }
})
