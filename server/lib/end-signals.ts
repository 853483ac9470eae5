/**
 * One press of Ctrl+C may come twice: the terminal tells all processes of it, and npm passes on what it hears
 * (https://github.com/npm/run-script/blob/main/lib/signal-manager.js).
 */
const ONE_PRESS_MS = 1_000

/** Calls `end` at the first SIGINT or SIGTERM, and `endAtOnce` at one that somebody sends after it. */
export function onEndSignals(end: () => void, endAtOnce: () => void): void {
  let firstAtMs: number | null = null
  const hear = () => {
    const nowMs = performance.now()
    if (firstAtMs === null) {
      firstAtMs = nowMs
      end()
    } else if (nowMs - firstAtMs > ONE_PRESS_MS) endAtOnce()
  }
  process.on('SIGINT', hear)
  process.on('SIGTERM', hear)
}

/**
 * Calls back when the terminal of this process is closed (SIGHUP; on Windows its window). That is told more than once, by
 * the shell and by the system: the second time is nobody's impatience.
 */
export function onClosedTerminal(close: () => void): void {
  process.on('SIGHUP', close)
}

/**
 * What is said to a terminal that is closed, to a pipe that nobody reads or to a file on a full disk reaches nobody. It ends
 * neither a hub nor a tool, which may be amid its work; of a file what is said once there is room again does.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
