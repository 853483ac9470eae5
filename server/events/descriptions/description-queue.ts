import type { Db, EventTable } from '../../db/schema'
import { giveUpBeyond, insertDescription, isDescribed } from './description-rows'

/** The job that asks the model; nudge it after the transaction that queued an event. */
export const DESCRIPTIONS_JOB = 'descriptions'

/** Events of a workspace that may wait: of more, the oldest are given up. */
const MOST_WAITING = 200

/** A model may be shown these of an event. */
export interface EventPictures {
  /** JPEG in base64, oldest first, as the camera sent them. */
  readonly stills: readonly string[]
  /** The clip came with a thumbnail of its own: a snapshot of another moment would be described for it. */
  readonly hasThumbnail: boolean
}

/**
 * Queues an event for a language model, where its camera's events are described and there is something to show. Call it in the
 * transaction that holds the workspace and writes the event: the setting is read there, so that one that was switched off
 * meanwhile counts. true: it is queued.
 */
export async function queueDescription(
  db: Db,
  event: Pick<EventTable, 'id' | 'workspace_id' | 'camera_id' | 'created_at'> & { readonly video_id: string },
  { stills, hasThumbnail }: EventPictures,
  nowMs: number,
): Promise<boolean> {
  if (stills.length === 0 && !hasThumbnail) return false
  if (!(await isDescribed(db, event.camera_id))) return false
  await insertDescription(db, {
    event_id: event.id,
    workspace_id: event.workspace_id,
    camera_id: event.camera_id,
    video_id: event.video_id,
    state: 'waiting',
    stills: stills.length === 0 ? null : JSON.stringify(stills),
    text: null,
    search_text: null,
    model: null,
    attempts: 0,
    due_at: nowMs,
    claim: null,
    happened_at: event.created_at,
    queued_at: nowMs,
  })
  await giveUpBeyond(db, event.workspace_id, MOST_WAITING)
  return true
}
