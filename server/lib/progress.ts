/** How far a long work is. */
export type OnProgress = (done: number, of: number) => void

const FIRST_PROGRESS_MS = 5_000
const SLOWEST_PROGRESS_MS = 60_000

/** Tells on the terminal how far a work is that takes longer than 5 s, at ever longer intervals: a log or a mail of hours has few lines of it. */
export function tellProgress(work: string): OnProgress {
  let everyMs = FIRST_PROGRESS_MS
  let dueAtMs = performance.now() + everyMs
  return (done, of) => {
    if (performance.now() < dueAtMs) return
    process.stderr.write(`${work}: ${done} of ${of} ...\n`)
    everyMs = Math.min(2 * everyMs, SLOWEST_PROGRESS_MS)
    dueAtMs = performance.now() + everyMs
  }
}
