import { atom } from 'jotai/vanilla'
import type { LiveViewer } from '../../contract/live/live'
import { presenceAtom } from './presence'

/** Who looks through a camera now, for its card. */
export interface Watchers {
  /** “2 watching: ann, bob”. */
  readonly short: string
  /** All of them, and what they do. */
  readonly long: string
}

/** Named in the short words; more are counted. */
const MOST_NAMES = 2

/** null while nobody looks. */
export function watchersAtomOf(cameraId: string) {
  return atom((get): Watchers | null => watchersOf(get(presenceAtom).get(cameraId) ?? []))
}

/** Somebody who looks from two tabs is one person. */
export function watchersOf(viewers: readonly LiveViewer[]): Watchers | null {
  const people = new Map<string, readonly LiveViewer[]>()
  for (const viewer of viewers) people.set(viewer.who, [...(people.get(viewer.who) ?? []), viewer])
  if (people.size === 0) return null
  const names = [...people.keys()].map(shortName)
  const more = names.length - MOST_NAMES
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return {
    short: `${people.size} watching: ${shown}${more > 0 ? ` and ${more} more` : ''}`,
    long: [...people].map(([who, their]) => `${who} ${doingWords(their)}`).join('; '),
  }
}

export function shortName(who: string): string {
  return who.replace(/@\S*/, '') || 'somebody'
}

function doingWords(viewers: readonly LiveViewer[]): string {
  const isListening = viewers.some((viewer) => viewer.isListening)
  const isTalking = viewers.some((viewer) => viewer.isTalking)
  if (isListening && isTalking) return 'watches, listens and talks'
  if (isTalking) return 'watches and talks'
  return isListening ? 'watches and listens' : 'watches'
}
