import { setTimeout as delay } from 'node:timers/promises'
import { isFinal, MOST_TRIES } from './tries'

/** Of an object's bytes; both ends belong to it. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface Reading {
  readonly range: ByteRange
  /** Of the whole object, as it was opened. */
  readonly sizeBytes: number
  readonly pauseMs: number
  /** Aborted once nobody wants the bytes any more. */
  readonly gone: AbortSignal
}

/**
 * The bytes of an object. Where its store is busy, breaks off or falls silent amid them, they are asked for again: an export
 * reads for hours, and one connection that breaks shall not cost it a film. Rejects unless all of them came, of one and the same
 * object, or nobody wants them.
 */
export async function* readOn(
  ask: (range: ByteRange) => Promise<Response>,
  { range: { start, end }, sizeBytes, pauseMs, gone }: Reading,
): AsyncGenerator<Uint8Array> {
  let first: Response | null = null
  let tries = 0
  let at = start
  while (at <= end) {
    try {
      const answer = await ask({ start: at, end })
      first ??= answer
      const isWhole = at === 0 && end === sizeBytes - 1
      if (!isWhole && answer.status !== 206) await refuse(answer, 'the object store knows no ranges')
      if (!isSame(answer, first, sizeBytes)) await refuse(answer, 'an object changed while it was read')
      for await (const part of partsOf(answer, gone)) {
        at += part.length
        tries = 0
        yield part
      }
      if (at <= end) throw new Error('an object ended before its end')
    } catch (problem) {
      if (gone.aborted) return
      // With no byte between.
      if (problem instanceof OtherObject || isFinal(problem) || tries === MOST_TRIES) throw problem
      tries += 1
      await delay(tries * pauseMs)
    }
  }
}

class OtherObject extends Error {}

async function refuse({ body }: Response, problem: string): Promise<never> {
  await body?.cancel()
  throw new OtherObject(problem)
}

/** A store that tells neither tags nor sizes is believed. */
function isSame(answer: Response, first: Response, sizeBytes: number): boolean {
  const size = answer.headers.get(answer.status === 206 ? 'content-range' : 'content-length')
  const [total = sizeBytes] = /\d+$/.exec(size ?? '') ?? []
  return Number(total) === sizeBytes && answer.headers.get('etag') === first.headers.get('etag')
}

/** Ends at once, and its connection with it, where nobody wants them any more. */
async function* partsOf({ body }: Response, gone: AbortSignal): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  gone.addEventListener('abort', leave)
  try {
    while (!gone.aborted) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    gone.removeEventListener('abort', leave)
    leave()
  }
}
