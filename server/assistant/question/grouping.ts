/** By what things are told apart. */
export type Grouping = 'camera' | 'hour' | 'day' | 'type'

/** null: the words name none. */
export function groupingIn(words: string): Grouping | null {
  if (/\b(hour|hours|hourly|what time|(busiest|quietest) time|time of (the )?day|when)\b/.test(words)) return 'hour'
  if (/\b(day|days|daily|weekday)\b/.test(words)) return 'day'
  if (/\b(cameras?|where|place|spot|area)\b/.test(words)) return 'camera'
  return /\b(types?|kinds?)\b/.test(words) ? 'type' : null
}
