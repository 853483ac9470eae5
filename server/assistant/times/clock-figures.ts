import { numberOf } from './number-words'

/** As a clock shows it. */
export function figure(word = ''): string {
  return String(numberOf(word) ?? word)
}

/** Of a half of the day, which begins at 12. */
export function hourOf(word: string | undefined): number {
  return Number(figure(word)) % 12
}

export function withColon(digits: string): string {
  return `${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** The hour before it where the minutes are taken off; an hour of 12 stays one. */
export function clockOf(hour = '', minute: number): string {
  const said = numberOf(hour) ?? 0
  const whole = minute < 0 ? (said === 1 ? 12 : said - 1) : said
  return `${whole}:${String((minute + 60) % 60).padStart(2, '0')}`
}
