import { atom } from 'jotai/vanilla'
import { servicesAtom } from '../services'
import type { TourName } from '../session-store'
import { sessionChangesAtom } from '../sign-in/session'

const endsAtom = atom(0)

/** Whether the tour of a screen is still to be shown (TOUR-05). */
export function tourWantedAtomOf(tour: TourName) {
  return atom((get) => {
    get(endsAtom)
    // Another tab may have ended it.
    get(sessionChangesAtom)
    return get(servicesAtom).session.isTourWanted(tour)
  })
}

/** A tour was finished or skipped: it is never shown again in this browser. */
export const endTourAtom = atom(null, (get, set, tour: TourName) => {
  get(servicesAtom).session.endTour(tour)
  set(endsAtom, (count) => count + 1)
})
