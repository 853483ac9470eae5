import { type Day, startOfDayMs } from './day'
import { MINUTE_MS } from './durations'

/**
 * The moment of a day whose clock shows `HH:MM` or `HH:MM:SS`. Where it shows that twice, as clocks go back, the one nearer
 * to another moment.
 */
export function momentOfDayMs(day: Day, clock: string, nearMs: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  const firstMs = new Date(startOfDayMs(day)).setHours(hours, minutes, seconds)
  const [firstOffset, lastOffset] = [offsetMs(firstMs), offsetMs(startOfDayMs(day, 1))]
  const againMs = firstMs + lastOffset - firstOffset
  const isShownAgain = offsetMs(againMs) === lastOffset
  return isShownAgain && Math.abs(againMs - nearMs) < Math.abs(firstMs - nearMs) ? againMs : firstMs
}

/** How far the reader's clock is behind UTC at a moment. */
function offsetMs(atMs: number): number {
  return new Date(atMs).getTimezoneOffset() * MINUTE_MS
}
