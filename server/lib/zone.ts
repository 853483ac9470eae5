import { isKnownZone } from '../../src/lib/zone-time'

/**
 * The zone that a client names: UTC where none is named, or one that this machine does not know. Intl takes a name in any letter
 * case, and Luxon (as src/lib/zone-time.ts) keeps a zone for ever for each writing of it: it gets one. That is Intl's own, but for names that stand
 * for another (`Asia/Kolkata` is `Asia/Calcutta` to Intl): people are told the zone that their machine says.
 */
export function zoneOf(name: string | undefined): string {
  if (name === undefined) return 'UTC'
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    return known.toLowerCase() === name.toLowerCase() ? known : capitalised(name)
  } catch {
    return 'UTC'
  }
}

function capitalised(name: string): string {
  return name.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
}

/** The zone of this machine, or that its variable TZ names. */
export function machineZone(named: string | undefined): string {
  const isNamed = named !== undefined && isKnownZone(named)
  return zoneOf(isNamed ? named : new Intl.DateTimeFormat().resolvedOptions().timeZone)
}
