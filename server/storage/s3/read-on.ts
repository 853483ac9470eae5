import { setTimeout as delay } from 'node:timers/promises'
import { SilentStore } from './s3-fetch'

/** Of an object's bytes; both ends belong to it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** How often the rest is asked for with no byte between, each time after a longer pause. */
const MOST_TRIES = 3

/**
 * The bytes of an object. Where its store breaks off or falls silent amid them, the rest is asked for: an export reads for
 * hours, and one connection that breaks shall not cost it a film. Rejects unless all of them came, of one and the same object.
 */
export async function* readOn(
  ask: (range: ByteRange) => Promise<Response>,
  { start, end }: ByteRange,
  pauseMs: number,
): AsyncGenerator<Uint8Array> {
  let first: Response | null = null
  let tries = 0
  let at = start
  while (at <= end) {
    try {
      const answer = await ask({ start: at, end })
      first ??= answer
      if (answer !== first) await requireRest(answer, first)
      for await (const part of answer.body ?? []) {
        at += part.length
        tries = 0
        yield part
      }
      if (at <= end) throw new Error('an object ended before its end')
    } catch (problem) {
      const isInVain = problem instanceof SilentStore || problem instanceof OtherObject
      if (first === null || isInVain || tries === MOST_TRIES) throw problem
      tries += 1
      await delay(tries * pauseMs)
    }
  }
}

class OtherObject extends Error {}

/** A store that knows no tags is believed. */
async function requireRest(answer: Response, first: Response): Promise<void> {
  const isSame = answer.headers.get('etag') === first.headers.get('etag')
  if (isSame && answer.status === 206) return
  await answer.body?.cancel()
  throw new OtherObject(isSame ? 'the object store knows no ranges' : 'an object changed while it was read')
}
