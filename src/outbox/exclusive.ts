/** What the tabs of a browser agree on through Web Locks. */
export interface ClipLocks {
  /** Runs work while no other tab runs work of this name; rejects when the signal ends the wait, or the work fails. */
  exclusively(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** Runs work unless any tab runs work of this name, or the browser has no locks; rejects when the work fails. */
  ifFree(name: string, work: () => Promise<void>): Promise<IfFreeAnswer>
}

export type IfFreeAnswer = 'done' | 'taken' | 'no-locks'

/** Held by the one tab that delivers. */
export const uploaderLock = 'nightjar-outbox'

/** Held by the tab that makes room. */
export const roomLock = 'nightjar-room'

/** Held by the tab that records a clip, until it is finished. */
export function recordingLock(id: string): string {
  return `nightjar-recording-${id}`
}

/** Held by the tab that delivers this clip, or drops it. */
export function clipLock(id: string): string {
  return `nightjar-clip-${id}`
}

/** Runs work under a Web Lock, so that one tab of a browser delivers at a time; at once where locks are missing. */
export async function exclusively(
  locks: LockManager | undefined,
  name: string,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (locks === undefined) return work()
  await locks.request(name, { signal }, work)
}

/** Runs work under a Web Lock if nobody holds that. */
export async function ifFree(
  locks: LockManager | undefined,
  name: string,
  work: () => Promise<void>,
): Promise<IfFreeAnswer> {
  if (locks === undefined) return 'no-locks'
  return locks.request(name, { ifAvailable: true }, async (lock): Promise<IfFreeAnswer> => {
    if (lock === null) return 'taken'
    await work()
    return 'done'
  })
}
