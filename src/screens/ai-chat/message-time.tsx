import { formatDateTime, formatTime } from '../../lib/date-time'

/** When a message was written: the time of day, and the date where it was not today. */
export function MessageTime({ at }: { readonly at: string | null }) {
  if (at === null) return null
  const atMs = Date.parse(at)
  const isToday = new Date(atMs).toDateString() === new Date().toDateString()
  return <time dateTime={at}>{isToday ? formatTime(atMs) : formatDateTime(at)}</time>
}
