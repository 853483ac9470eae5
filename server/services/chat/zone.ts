/** The zone of a question: UTC where none is named, or one that this machine does not know. */
export function zoneOf(name: string | undefined): string {
  if (name === undefined) return 'UTC'
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return 'UTC'
  }
}
