import {
  MAX_REVIEW_CLIPS,
  MAX_REVIEW_EVENTS,
  MAX_REVIEW_MS,
  MAX_REVIEW_UNRECORDED,
  type ReviewLane,
} from '../../src/contract/review'
import type { Ground } from '../db/ground'
import { type EventRow, listUnrecordedEvents } from '../events/event-rows'
import { invalidInput } from '../lib/errors'
import { readModeSpans } from '../modes/modes'
import { lanesOf } from './lanes'
import {
  listReviewCameras,
  listReviewClips,
  listReviewEvents,
  listReviewOutages,
  type Period,
  type ReviewClipRow,
} from './review-rows'

type ReviewServices = Pick<Ground, 'db' | 'clock'>

export interface ReviewedTime {
  readonly fromMs: number
  readonly untilMs: number
  readonly isCut: boolean
  readonly lanes: readonly ReviewLane[]
}

/** What all cameras did in a time. Where that is more than one answer takes, it ends earlier and says so. */
export async function readReview(
  { db, clock }: ReviewServices,
  workspaceId: string,
  asked: Period,
): Promise<ReviewedTime> {
  requireReviewable(asked)
  const rows = await listReviewEvents(db, workspaceId, asked, MAX_REVIEW_EVENTS + 1)
  const firstLeftOut = rows[MAX_REVIEW_EVENTS]
  // Events of one moment are told together or not at all, or asking on from there would lose some.
  const events = rows.filter(({ created_at }) => firstLeftOut === undefined || created_at < firstLeftOut.created_at)
  const latestMs = firstLeftOut?.created_at ?? asked.toMs
  const period = { fromMs: asked.fromMs, toMs: Math.max(asked.fromMs, Math.min(latestMs, clock.now())) }
  const cameras = await listReviewCameras(db, workspaceId)
  const ids = cameras.map(({ id }) => id)
  const [outages, modes] = await Promise.all([
    listReviewOutages(db, workspaceId, period),
    readModeSpans(db, workspaceId, { fromMs: period.fromMs, untilMs: period.toMs }, ids),
  ])
  const lanes = lanesOf({ period, cameras, events, outages, modes })
  return { fromMs: period.fromMs, untilMs: period.toMs, isCut: firstLeftOut !== undefined, lanes }
}

export interface ReviewedClips {
  readonly clips: readonly ReviewClipRow[]
  /** Of one camera only. */
  readonly unrecorded: readonly EventRow[]
  readonly isCut: boolean
}

/** Recordings of a time, the oldest first, as many as one answer takes. */
export async function readReviewClips(
  { db }: Pick<ReviewServices, 'db'>,
  workspaceId: string,
  { cameraId, ...period }: Period & { readonly cameraId: string | null },
): Promise<ReviewedClips> {
  requireReviewable(period)
  const rows = await listReviewClips(db, workspaceId, period, { cameraId, limit: MAX_REVIEW_CLIPS + 1 })
  const unrecorded =
    cameraId === null ? [] : await listUnrecordedEvents(db, { workspaceId, cameraId, ...period }, MAX_REVIEW_UNRECORDED)
  return { clips: rows.slice(0, MAX_REVIEW_CLIPS), unrecorded, isCut: rows.length > MAX_REVIEW_CLIPS }
}

function requireReviewable({ fromMs, toMs }: Period): void {
  if (toMs < fromMs) throw invalidInput('to is before from.')
  if (toMs - fromMs > MAX_REVIEW_MS) throw invalidInput('Ask for at most 26 hours at once.')
}
