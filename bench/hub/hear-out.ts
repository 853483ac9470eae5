/** For the last of what was told. */
const TAIL_LIMIT_MS = 30_000
const LOOK_MS = 10

/**
 * Waits until all that was told is there, or the limit: what is missing then is a figure too. Goes on for `moreMs` after
 * that: what the hub took for lost comes a second time only once it is tried again. Resolves to what `read` says of the time
 * before.
 */
export async function hearOut<Costs>(areAllThere: () => boolean, read: () => Costs, moreMs: number): Promise<Costs> {
  const endMs = performance.now() + TAIL_LIMIT_MS
  while (!areAllThere() && performance.now() < endMs) await pause(LOOK_MS)
  const costs = read()
  await pause(moreMs)
  return costs
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
