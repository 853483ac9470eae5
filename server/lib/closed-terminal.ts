/**
 * Calls back when the terminal of this process is closed (SIGHUP; on Windows its window). That is told more than once, by
 * the shell and by the system: the second time is nobody's impatience.
 */
export function onClosedTerminal(close: () => void): void {
  process.on('SIGHUP', () => {
    // What is still said reaches nobody, and must not end the process before it is closed.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
    close()
  })
}
