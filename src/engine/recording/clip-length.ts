import { mayRecord } from './recording-cycle'

/** The specification's numbers of a clip. */
export interface ClipLengths {
  /** Length of a clip, its pre-roll included (REC-04, CLIP-02). */
  readonly clipLengthMs: number
  /** How far a clip reaches back before the motion that began it. */
  readonly preRollMs: number
}

/** When a clip that began at `startedAtMs` ends, as long as no motion extends it. */
export function firstEndMs(startedAtMs: number, { clipLengthMs }: ClipLengths): number {
  return startedAtMs + clipLengthMs
}

/**
 * Motion seen at `nowMs` keeps a clip going for as long as the first motion does, up to the longest clip the user
 * chose. Clips of the usual length are never extended.
 */
export function extendedEndMs(
  clip: { readonly startedAtMs: number; readonly endsAtMs: number },
  nowMs: number,
  longestMs: number,
  { clipLengthMs, preRollMs }: ClipLengths,
): number {
  const postRollMs = clipLengthMs - preRollMs
  return Math.max(clip.endsAtMs, Math.min(clip.startedAtMs + longestMs, nowMs + postRollMs))
}

/** How many clips a camera at rest begins by motion at these moments, in milliseconds and the oldest first. */
export function countClips(
  movedAtMs: readonly number[],
  longestMs: number,
  timings: ClipLengths & { readonly cooldownMs: number },
): number {
  const clips: { readonly startedAtMs: number; endsAtMs: number }[] = []
  for (const nowMs of movedAtMs) {
    const last = clips.at(-1)
    if (last !== undefined && nowMs < last.endsAtMs) last.endsAtMs = extendedEndMs(last, nowMs, longestMs, timings)
    else if (mayRecord({ phase: 'idle', lastEndedAtMs: last?.endsAtMs ?? null }, nowMs, timings.cooldownMs)) {
      const startedAtMs = nowMs - timings.preRollMs
      clips.push({ startedAtMs, endsAtMs: firstEndMs(startedAtMs, timings) })
    }
  }
  return clips.length
}
