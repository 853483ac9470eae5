import type { Box } from '../lib/box'
import type { Label } from '../lib/label'
import type { ClipProof } from '../lib/proof/clip-proof'

/** Somebody, or something, that the camera saw in a clip. */
export interface ClipDetection {
  /** Milliseconds since the clip's first frame. */
  readonly atMs: number
  readonly box: Box
  /** 0 to 1. */
  readonly score: number
  /** Missing in what was kept before there were labels: a person. */
  readonly label?: Label
  readonly track?: number
}

/** A clip that waits for delivery; kept until the hub has acknowledged it. */
export interface WaitingClip {
  /** UUID of the clip: makes a repeated delivery harmless. */
  readonly id: string
  readonly workspaceId: string
  readonly cameraId: string
  readonly content: Blob
  readonly mediaType: string
  readonly hasAudio: boolean
  /** Somebody who looked had it recorded; missing where motion began it. */
  readonly isByHand?: true
  /** Motion came into it all the same, though motion did not begin it. */
  readonly hasMoved?: true
  readonly startedAtMs: number
  readonly thumbnail: Blob | null
  /** Who was seen in it, oldest first. */
  readonly detections: readonly ClipDetection[]
  /** What its camera signed of the content; missing where it signs nothing. */
  readonly proof?: ClipProof
  /** Why the hub will not take it; null while it may. A refused clip is kept, not tried again with the others. */
  readonly refusal: string | null
  /** Whether the refusal may pass by itself: the plan has no room for the clip, until a new month, say. */
  readonly isRefusedForNow: boolean
}

/** A waiting clip without its bytes: thousands of them are listed after a long outage. */
export interface ClipEntry {
  readonly id: string
  readonly workspaceId: string
  readonly startedAtMs: number
  /** How large the content and the thumbnail are. */
  readonly sizeBytes: number
  readonly refusal: string | null
  readonly isRefusedForNow: boolean
}

export function entryOf(clip: Omit<WaitingClip, 'detections'>): ClipEntry {
  const { id, workspaceId, startedAtMs, content, thumbnail, refusal, isRefusedForNow } = clip
  const sizeBytes = content.size + (thumbnail?.size ?? 0)
  return { id, workspaceId, startedAtMs, sizeBytes, refusal, isRefusedForNow }
}

/** What became of one attempt. */
export type DeliveryResult =
  | { readonly kind: 'delivered' }
  /** Worth another try: nobody answered, or the hub is in trouble with this clip. */
  | { readonly kind: 'postponed'; readonly because: 'no-answer' | 'trouble' }
  /** The hub takes no clip for now, whichever it is, and asks to be left alone for `forMs`; 0 where it does not say. */
  | { readonly kind: 'postponed'; readonly because: 'not-now'; readonly forMs: number }
  /** The hub does not take it; `reason` is its sentence. */
  | Refusal

export interface Refusal {
  readonly kind: 'refused'
  readonly reason: string
  /** Whether a later month or another plan would change it; else no other try would. */
  readonly isForNow: boolean
}
