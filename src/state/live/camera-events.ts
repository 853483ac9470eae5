import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Camera } from '../../contract/camera'
import type { SecurityEvent } from '../../contract/event'
import type { ReviewClip } from '../../contract/review'
import { HOUR_MS, MINUTE_MS } from '../../lib/durations'
import { extensionsAtom } from '../http/extensions'
import { STRIP_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { type Services, servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { watchedAtom } from './watching'

/** As many as a strip below the picture has room for on a wide screen. */
const STRIP_EVENTS = 12

/** Without `review` events name their camera and no more: those of one are looked for among the latest of all. */
const LATEST = 100

/**
 * How far back is looked, in hours, step by step until there are enough: answers begin with the oldest, so a busy camera's
 * day at once would be many, and none may be longer than 25.
 */
const REACH_HOURS = [1, 6, 25, 49, 73]
/** A camera's clock may be ahead of the hub's. */
const AHEAD_MS = MINUTE_MS

type Http = Services['http']

/** The last events of the camera that is open in the large view, the latest first (LIVE-84). */
export const watchedEventsQueryAtom = atomWithQuery((get) => {
  const camera = get(watchedAtom)?.camera ?? null
  const extensions = get(extensionsAtom)
  const isByCamera = extensions.has('review')
  const hubNowMs = get(hubNowMsAtom)
  return {
    queryKey: [...get(keysAtom).events, 'of-camera', camera?.id ?? null, camera?.name ?? null, isByCamera],
    enabled: get(isSignedInAtom) && camera !== null,
    refetchInterval: extensions.has('polling') ? STRIP_POLL_MS : (false as const),
    queryFn: async (): Promise<readonly SecurityEvent[]> => {
      const { http } = get(servicesAtom)
      if (camera === null) return []
      const events = isByCamera ? await eventsById(http, camera, hubNowMs()) : await eventsByName(http, camera)
      return events.slice(0, STRIP_EVENTS)
    },
  }
})

export const watchedEventsAtom = atom((get) => get(watchedEventsQueryAtom).data ?? [])

async function eventsByName(http: Http, { name }: Camera): Promise<SecurityEvent[]> {
  const { events } = unwrap(await http.send(calls.events.list, { query: { page: 0, pageSize: LATEST } }))
  return events.filter(({ video }) => video?.camera?.name === name)
}

async function eventsById(http: Http, camera: Camera, nowMs: number): Promise<SecurityEvent[]> {
  const events = new Map<string, SecurityEvent>()
  let toMs = nowMs + AHEAD_MS
  for (const hours of REACH_HOURS) {
    const fromMs = nowMs - hours * HOUR_MS
    for (const event of await eventsBetween(http, camera, fromMs, toMs)) events.set(event.id, event)
    if (events.size >= STRIP_EVENTS) break
    toMs = fromMs
  }
  return [...events.values()]
}

/** Those of the time, the latest first. */
async function eventsBetween(http: Http, camera: Camera, fromMs: number, toMs: number): Promise<SecurityEvent[]> {
  const events: SecurityEvent[] = []
  const to = new Date(toMs).toISOString()
  for (let from = new Date(fromMs).toISOString(); ; ) {
    const answer = unwrap(await http.send(calls.review.clips, { query: { from, to, cameraId: camera.id } }))
    for (const clip of answer.clips) if (clip.type !== null) events.push(eventOf(clip, clip.type, camera))
    events.push(...answer.unrecorded)
    const last = answer.clips.at(-1)?.startedAt
    if (!answer.isCut || last === undefined || last === from) return events.sort(latestFirst)
    from = last
  }
}

function latestFirst(one: SecurityEvent, other: SecurityEvent): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt)
}

function eventOf(clip: ReviewClip, type: SecurityEvent['type'], { name }: Camera): SecurityEvent {
  const { videoId, title, labels, startedAt, thumbnailUrl } = clip
  const video = { thumbnailUrl, camera: { name } }
  return { id: videoId, type, title, message: '', createdAt: startedAt, videoId, labels, video }
}
