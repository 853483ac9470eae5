import { noteMissingCode } from '../ui/layout/missing-code'

/** Code that could not be fetched is asked for again this often. */
const RETRY_MS = 2_000

/** Runs a fetch of code until it succeeds: a hub that is away only delays it. */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      noteMissingCode()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
