/** Longer than a process gives the requests in flight (end-hub.ts), shorter than a service manager waits for all of them. */
const END_LIMIT_MS = 15_000

/** What is asked of a process that was told to close. */
export interface Ending {
  /** `code` is null where a signal ended it. */
  once(event: 'exit', listener: (code: number | null) => void): unknown
  readonly process: { kill(signal: 'SIGKILL'): unknown }
}

/** Resolves when a process has ended. One that hangs must not keep the others, and the folder, for ever. */
export function endOf(child: Ending): Promise<'orderly' | 'failed' | 'killed'> {
  return new Promise((resolve) => {
    let isKilled = false
    const late = setTimeout(() => {
      isKilled = true
      child.process.kill('SIGKILL')
    }, END_LIMIT_MS)
    child.once('exit', (code) => {
      clearTimeout(late)
      resolve(isKilled ? 'killed' : code === 0 ? 'orderly' : 'failed')
    })
  })
}
