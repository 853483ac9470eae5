/** What an event shows, as bits of one number; 0 is motion of nothing that is known. */
export const sightBits = { person: 1, animal: 2, vehicle: 4, alert: 8 } as const

/** What an event is drawn as: what matters most of all that it shows. */
export const marks = ['alert', 'person', 'seen', 'motion'] as const
export type Mark = (typeof marks)[number]

export function markOf(sees: number): Mark {
  if (sees & sightBits.alert) return 'alert'
  if (sees & sightBits.person) return 'person'
  return sees === 0 ? 'motion' : 'seen'
}
