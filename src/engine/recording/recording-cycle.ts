/**
 * The motion recording cycle of a camera (REC-08): idle, then recording when motion shows and the cooldown has
 * passed since the end of the last recording, then idle with the time recorded.
 */
export type RecordingCycle =
  | { readonly phase: 'idle'; readonly lastEndedAtMs: number | null }
  | { readonly phase: 'recording'; readonly startedAtMs: number }

export function mayRecord(cycle: RecordingCycle, nowMs: number, cooldownMs: number): boolean {
  if (cycle.phase === 'recording') return false
  return cycle.lastEndedAtMs === null || nowMs - cycle.lastEndedAtMs >= cooldownMs
}

export function recordingStarted(nowMs: number): RecordingCycle {
  return { phase: 'recording', startedAtMs: nowMs }
}

export function recordingEnded(nowMs: number): RecordingCycle {
  return { phase: 'idle', lastEndedAtMs: nowMs }
}
