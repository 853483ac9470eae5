type Work = (lock: Lock | null) => unknown

/** Web Locks of a browser: one holder for each name, the others wait in turn unless they are aborted. */
export function fakeLocks(): LockManager {
  const tails = new Map<string, Promise<unknown>>()
  const request = async (name: string, { signal }: LockOptions, work: Work): Promise<unknown> => {
    const before = tails.get(name) ?? Promise.resolve()
    const turn = Promise.race([before, aborted(signal)])
    const worked = turn.then(() => work({ name, mode: 'exclusive' }))
    tails.set(
      name,
      Promise.allSettled([before, worked]).then(() => undefined),
    )
    return worked
  }
  return { request } as unknown as LockManager
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
