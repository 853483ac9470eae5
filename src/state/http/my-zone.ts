import { timeZone } from '../../contract/chat'

/** Where this browser is; one that does not know leaves the hub to its own zone. */
export function myZone(): { timeZone?: string } {
  const zone = timeZone.safeParse(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone.success ? { timeZone: zone.data } : {}
}
