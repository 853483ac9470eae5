import { type After, limitAwake } from './time-limit'

/** A write, or the reading of a clip, takes milliseconds, on a weak machine a second; a disk that takes longer than this will not answer. */
const DISK_LIMIT_MS = 15_000

export const pageAfter: After = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

const monotonicMs = () => performance.now()

/** Rejects (TimeoutError) where the disk neither answers nor fails for 15 s awake: it must not hold up the tab. */
export function withinDiskLimit<T>(asked: Promise<T>, after: After): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('The disk did not answer.', 'TimeoutError'))
    const cancel = limitAwake({ after, monotonicMs }, DISK_LIMIT_MS, giveUp)
    asked.then(resolve, reject).finally(cancel)
  })
}
