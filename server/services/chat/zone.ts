/**
 * The zone of a question: UTC where none is named, or one that this machine does not know. Intl takes a name in any letter
 * case, and Luxon keeps a zone for ever for each writing of it: it gets the one that Intl itself uses.
 */
export function zoneOf(name: string | undefined): string {
  if (name === undefined) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
