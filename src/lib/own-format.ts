/**
 * A format of moments in the reader's own language and zone. One that is made keeps its zone, while those of `Date` go
 * along with a machine that travels: it is made anew where the zone is another.
 */
export function ownFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let madeIn = ''
  let made: Intl.DateTimeFormat | null = null
  return () => {
    const zone = zoneMark()
    if (made === null || zone !== madeIn) made = new Intl.DateTimeFormat(undefined, options)
    madeIn = zone
    return made
  }
}

const WINTER = new Date(2026, 0, 1).getTime()
const SUMMER = new Date(2026, 6, 1).getTime()

/** Zones that are alike in winter, in summer and now show the same of what is shown; to ask for the name costs far more. */
function zoneMark(): string {
  return [Date.now(), SUMMER, WINTER].map((atMs) => new Date(atMs).getTimezoneOffset()).join()
}
