import { atom } from 'jotai/vanilla'
import { CLOCK_TOLERANCE_MS } from '../../contract/limits'
import { extensionsAtom } from '../http/extensions'
import { servicesAtom } from '../services'

/** Whatever asks the hub for its time. */
interface HubClock {
  /** null: it has not heard yet. */
  readonly hubAheadMs: number | null
}

/** The line of live view, which asks; null: there is none. And the time to a few seconds, as answers told it; null: none has of late. */
interface KnownClocks {
  line: HubClock | null
  toldAheadMs: number | null
}

/**
 * Asked each time: no list follows it. A line comes with the first answer, in the midst of what that answer changes: a read
 * that is begun anew a second time there is never ended (jotai 2.20, `processOnMount`).
 */
const clocksAtom = atom((): KnownClocks => ({ line: null, toldAheadMs: null }))

/** For the line of live view alone. */
export const setHubClockAtom = atom(null, (get, _set, clock: HubClock | null) => {
  get(clocksAtom).line = clock
})

/** For modes alone, whose answers say the time. */
export const noteToldAheadAtom = atom(null, (get, _set, aheadMs: number | null) => {
  get(clocksAtom).toldAheadMs = aheadMs
})

/**
 * How far the hub's clock is ahead of this machine's, for what is sent with times of this one (SENSE-14); null: too little to
 * matter, not known, or the provider does not take it. Measured by short messages, or where no line comes about by what is
 * read: from an upload's leaving to its coming minutes may pass, most of all behind a proxy that collects it first.
 */
export const hubAheadAtom = atom(null, (get) => get(aheadAtom)())

const aheadAtom = atom((get) => {
  const isOffered = get(extensionsAtom).has('clock-difference')
  const clocks = get(clocksAtom)
  return (): number | null => {
    const aheadMs = isOffered ? (clocks.line?.hubAheadMs ?? clocks.toldAheadMs ?? 0) : 0
    return Math.abs(aheadMs) > CLOCK_TOLERANCE_MS ? Math.round(aheadMs) : null
  }
})

/** The time by the hub's clock, as far as that is known: a list that ends now must not leave out what has just come. */
export const hubNowMsAtom = atom((get) => {
  const [{ nowMs }, aheadMs] = [get(servicesAtom), get(aheadAtom)]
  return (): number => nowMs() + (aheadMs() ?? 0)
})
