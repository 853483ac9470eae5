/** How far a language model is with describing an event. It goes with the event, and with the recording (migration 0027). */
export interface EventDescriptionTable {
  event_id: string
  workspace_id: string
  camera_id: string
  video_id: string
  state: DescriptionState
  /** JSON: JPEG pictures in base64, oldest first. null: the clip's thumbnail serves, or nothing is asked any more. */
  stills: string | null
  /** null unless it is written. */
  text: string | null
  /** The text as it is searched: in small letters. */
  search_text: string | null
  /** Name of the model that wrote it. */
  model: string | null
  attempts: number
  /** When it may be asked (again); of one that is being asked: when whoever asks counts as dead. */
  due_at: number
  /** Of whoever asks now. */
  claim: string | null
  /** The event's own time. */
  happened_at: number
  queued_at: number
}

export type DescriptionState = 'waiting' | 'asking' | 'written' | 'given-up'

/** What a model was asked about a workspace's events in one hour. */
export interface DescriptionHourTable {
  workspace_id: string
  hour_start: number
  asked: number
}
