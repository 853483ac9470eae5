/** A page that is never idle, as on a weak computer that draws each frame late, does the work all the same. */
const IDLE_LIMIT_MS = 5_000

/** For browsers that do not say when they are idle (Safari). */
const UNTOLD_MS = 1_000

/** Runs work once the browser has nothing else to do, and after 5 s in any case. Returns what takes it back. */
export function whenIdle(work: () => void): () => void {
  let isWanted = true
  const run = () => {
    if (isWanted) work()
  }
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
  else setTimeout(run, UNTOLD_MS)
  return () => {
    isWanted = false
  }
}
