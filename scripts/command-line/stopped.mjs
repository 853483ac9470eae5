import { Failure } from './failure.mjs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Works, and clears away what the work leaves behind, also where somebody stops it (Ctrl+C): a signal would end the process
 * without that. The next one does.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => Promise<void>} clear
 * @returns {Promise<T>}
 */
export async function clearedAway(work, clear) {
  /** @type {() => void} */
  let stop = () => undefined
  const stopped = new Promise((_resolve, reject) => {
    stop = () => reject(new Failure('Stopped.'))
  })
  for (const signal of signals) process.once(signal, stop)
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work(), stopped]))
  } finally {
    await clear()
    for (const signal of signals) process.off(signal, stop)
  }
}
