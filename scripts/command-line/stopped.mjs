import { endSignals } from './command.mjs'
import { Failure } from './failure.mjs'

const ONE_PRESS_MS = 1_000

/**
 * Works, and clears away what the work leaves behind, also where somebody stops it (Ctrl+C): a signal would end the process
 * without that. The next one does, but for what comes within the same press: the terminal tells all of it, and npm passes
 * on what it hears.
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => Promise<void>} clear
 * @returns {Promise<T>}
 */
export async function clearedAway(work, clear) {
  /** @type {() => void} */
  let stop = () => undefined
  const stopped = new Promise((_resolve, reject) => {
    stop = () => {
      reject(new Failure('Stopped.'))
      setTimeout(hearNoMore, ONE_PRESS_MS).unref()
    }
  })
  const hearNoMore = () => {
    for (const signal of endSignals) process.off(signal, stop)
  }
  for (const signal of endSignals) process.on(signal, stop)
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work(), stopped]))
  } finally {
    await clear()
    hearNoMore()
  }
}
