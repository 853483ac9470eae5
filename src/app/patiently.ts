/** Code that could not be fetched is asked for again this often. */
const RETRY_MS = 2_000

const hearers = new Set<() => void>()

/** Told of each fetch of code that failed: a hub of a newer version has no files of this one. */
export function whenCodeIsMissing(hear: () => void): void {
  hearers.add(hear)
}

/** Runs a fetch of code until it succeeds: a hub that is away only delays it. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      for (const hear of hearers) hear()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
