/** @param {number} startedAt a time from performance.now() */
export function secondsSince(startedAt) {
  return (performance.now() - startedAt) / 1000
}

/**
 * Says what a long step does, and afterwards how long it took; work that resolves to false did not succeed.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function withProgress(title, work) {
  const startedAt = performance.now()
  console.log(`${title} ...`)
  const result = await work()
  console.log(`${title}: ${result === false ? 'failed after' : 'done in'} ${secondsSince(startedAt).toFixed(1)} s`)
  return result
}
