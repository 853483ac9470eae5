import { atom } from 'jotai/vanilla'
import type { SecurityEvent } from '../../contract/event'
import { formatRelativeTime } from '../../lib/date-time'
import { invitedCamerasQueryAtom } from '../cameras/camera-list'
import { isHubSilentAtom } from '../hub/connection'
import { servicesAtom } from '../services'
import { keepText } from '../session-store'
import { cameraCountAtom, dayEventsAtom } from './dashboard'

/** The last day of one camera. */
export interface CameraActivity {
  /** '' for events that name no camera. */
  readonly cameraName: string
  /** Oldest first. */
  readonly events: readonly SecurityEvent[]
}

/** One row per camera that saw something, by name: rows keep their places while events come. Takes the newest first. */
export function activityByCamera(events: readonly SecurityEvent[]): readonly CameraActivity[] {
  const byName = new Map<string, SecurityEvent[]>()
  for (const event of [...events].reverse()) {
    const name = event.video?.camera?.name ?? ''
    const known = byName.get(name)
    if (known === undefined) byName.set(name, [event])
    else known.push(event)
  }
  const names = [...byName.keys()].sort(
    (one, other) => Number(one === '') - Number(other === '') || one.localeCompare(other),
  )
  return names.map((cameraName) => ({ cameraName, events: byName.get(cameraName) ?? [] }))
}

/** Made of the events that the dashboard has anyway; one whose time cannot be read has no place on it. */
export const activityAtom = atom((get) => {
  const events = (get(dayEventsAtom)?.events ?? []).filter(({ createdAt }) => Date.parse(createdAt) > 0)
  return activityByCamera([...events].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt)))
})

/** Kept in this browser, for the next visit. */
const ROWS_KEY = 'nightjar:activity-rows'

/** Above that a window holds nothing below the strip that could jump. */
const MOST_AWAITED_ROWS = 30

/** How many rows are to be expected while the events are on their way: as many as the last time. */
export const awaitedRowsAtom = atom((get) => {
  const kept = Number.parseInt(get(servicesAtom).storage.getItem(ROWS_KEY) ?? '', 10)
  return kept >= 0 ? Math.min(kept, MOST_AWAITED_ROWS) : 1
})

export const keepRowsAtom = atom(null, (get, _set, rows: number) =>
  keepText(get(servicesAtom).storage, ROWS_KEY, String(rows)),
)

/** Where the day has more events than one page: from when on they are known, and how many those are. */
export interface ActivityGap {
  readonly completeFromMs: number
  readonly shown: number
  readonly total: number
}

/** null where all events of the day are known. */
export const activityGapAtom = atom((get): ActivityGap | null => {
  const data = get(dayEventsAtom)
  const oldest = data?.events.at(-1)
  if (data === undefined || oldest === undefined || data.total <= data.events.length) return null
  return { completeFromMs: Date.parse(oldest.createdAt), shown: data.events.length, total: data.total }
})

/**
 * How many cameras saw nothing; 0 where the day has events that are not loaded, as nobody knows of whom, and while the hub is
 * away. Where the cameras are not read, only their number is known: events name theirs.
 */
export const quietCameraCountAtom = atom((get) => {
  if (get(activityGapAtom) !== null || get(isHubSilentAtom)) return 0
  const seen = new Set(get(activityAtom).map(({ cameraName }) => cameraName))
  const cameras = get(invitedCamerasQueryAtom)?.data
  if (cameras !== undefined) return cameras.filter(({ name }) => !seen.has(name)).length
  seen.delete('')
  return Math.max(0, get(cameraCountAtom).total - seen.size)
})

/** How much happened, and when last, in words: '4 events, the last 2 hours ago'. */
export function activitySummary(events: readonly SecurityEvent[], nowMs: number): string {
  const last = events.at(-1)
  if (last === undefined) return 'no events'
  const ago = formatRelativeTime(Date.parse(last.createdAt), nowMs)
  return events.length === 1 ? `1 event, ${ago}` : `${events.length} events, the last ${ago}`
}
