import { createHash, randomFillSync, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { clipParts, FILM_BYTES, FORM_TYPE, formOf, jpeg, webm } from '../../server/support/forms'
import type { Account } from './account'

export interface Clip {
  readonly clipId: string
  readonly sha256: string
  readonly bytes: Buffer
  readonly hasThumbnail: boolean
}

export interface ClipSizes {
  readonly leastBytes: number
  readonly mostBytes: number
}

/** As many small ones as large ones: every size is as likely as the double of it. */
export function makeClip({ leastBytes, mostBytes }: ClipSizes, random: () => number): Clip {
  const sizeBytes = Math.round(leastBytes * (mostBytes / leastBytes) ** random())
  const bytes = webm(sizeBytes)
  randomFillSync(bytes, FILM_BYTES)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { clipId: randomUUID(), sha256, bytes, hasThumbnail: random() < 0.5 }
}

const storedShape = z.object({ id: z.string() })

/** What became of one try. */
export type Delivery =
  | { readonly kind: 'acknowledged'; readonly videoId: string }
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }
  /** No answer: nobody knows whether the hub has it. */
  | { readonly kind: 'broken' }

/** Sends a clip as the app's outbox does. */
export async function deliver(
  account: Account,
  clip: Clip,
  { origin, limitMs = 60_000 }: { readonly origin?: string | undefined; readonly limitMs?: number } = {},
): Promise<Delivery> {
  const fields = {
    clipId: clip.clipId,
    startedAt: new Date().toISOString(),
    thumbnail: clip.hasThumbnail ? jpeg().toString('base64') : undefined,
  }
  const body = formOf(clipParts({ cameraId: account.cameraId, bytes: clip.bytes, fields }))
  const call = { method: 'POST', headers: { 'content-type': FORM_TYPE }, body, limitMs } as const
  const answer = await account.ask('/videos/upload', call, origin).catch(() => null)
  if (answer === null) return { kind: 'broken' }
  const said = answer.body.toString()
  if (answer.status !== 201) return { kind: 'refused', status: answer.status, said }
  return { kind: 'acknowledged', videoId: storedShape.parse(JSON.parse(said)).id }
}
