/** Longer than a process gives the requests in flight (end-hub.ts), shorter than a service manager waits for all of them. */
const END_LIMIT_MS = 15_000

/** What is asked of a process that was told to close. */
export interface Ending {
  once(event: 'exit', listener: () => void): unknown
  readonly process: { kill(signal: 'SIGKILL'): unknown }
}

/** Resolves when a process has ended. One that hangs must not keep the others, and the folder, for ever. */
export function endOf(child: Ending): Promise<'ended' | 'killed'> {
  return new Promise((resolve) => {
    let how: 'ended' | 'killed' = 'ended'
    const late = setTimeout(() => {
      how = 'killed'
      child.process.kill('SIGKILL')
    }, END_LIMIT_MS)
    child.once('exit', () => {
      clearTimeout(late)
      resolve(how)
    })
  })
}
