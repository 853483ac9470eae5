import type { Cancel, Clock } from '../clock'
import type { FrameSource } from '../motion/motion-port'

/** Snapshots are never wider than 720p footage. */
const SNAPSHOT_WIDTH = 1280

/** Makes a JPEG of a running stream every interval (spec 9); one at a time. */
export function startSnapshots(
  frames: FrameSource,
  clock: Clock,
  pace: { readonly intervalMs: number; readonly quality: number },
  onSnapshot: (jpeg: Blob) => void,
): Cancel {
  let isBusy = false
  let isStopped = false
  const take = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    const jpeg = await frames.still(SNAPSHOT_WIDTH, pace.quality).finally(() => {
      isBusy = false
    })
    if (jpeg !== null && !isStopped) onSnapshot(jpeg)
  }
  const cancel = clock.every(pace.intervalMs, () => void take())
  return () => {
    isStopped = true
    cancel()
  }
}
