import type { Reporter } from '../state/services'

/** The one place that writes to the console: a warning a failure, since the user could do nothing about it. */
export const consoleReporter: Reporter = {
  report(message, cause) {
    if (cause === undefined) console.warn(`[nightjar] ${message}`)
    else console.warn(`[nightjar] ${message}`, cause)
  },
}
