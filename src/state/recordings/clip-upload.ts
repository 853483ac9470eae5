import { atom } from 'jotai/vanilla'
import { type Failure, failed, isAway, type Result } from '../../api/result'
import { calls } from '../../contract/calls'
import type { ExtensionName } from '../../contract/extensions'
import { readTakenClip } from '../../contract/video'
import { withinDiskLimit } from '../../lib/disk-limit'
import { MINUTE_MS } from '../../lib/durations'
import type { After } from '../../lib/time-limit'
import type { ClipDetection, DeliveryResult, WaitingClip } from '../../outbox/waiting-clip'
import { noteTakenAtom, proofToSendAtom } from '../evidence/signing'
import { extensionsAtom } from '../http/extensions'
import { patienceMs } from '../http/patience'
import { reportFailure } from '../http/request-error'
import { hasHeardAtom } from '../hub/connection'
import { hubAheadAtom } from '../hub/hub-ahead'
import { without } from '../maps'
import { raised } from '../messages'
import { servicesAtom } from '../services'
import { sessionAtom } from '../sign-in/session'
import { noteDeliveredAtom } from './delivered-clips'
import { stillsOfClipAtom } from './stills'
import { prepareClipAtom } from './transcode'

/** An upload may take this long: 64 MB at 1 Mbit/s would take nine minutes, a usual clip seconds. */
const UPLOAD_TIMEOUT_MS = 10 * MINUTE_MS

/** The first call of an app that has heard nothing yet may take this long. */
const FIRST_WORD_LIMIT_MS = 10_000

/** A clip this old waited for the hub: others wait behind it, and it goes as it is. */
const CONVERSION_AGE_LIMIT_MS = 10 * MINUTE_MS

/** So often must a clip's bytes not come back from the disk before it is given to a person. */
const MOST_UNREAD = 5

/** The plan has no room for it: a later month, or another plan, changes that. */
const PLAN_LIMIT_STATUS = 402

/** The clip is larger than whoever answers lets through: of a proxy that holds, too, once its hub is back. */
const TOO_LARGE_STATUS = 413

/** Answers that another try would not change soon. */
const refusalStatuses: ReadonlySet<number> = new Set([400, PLAN_LIMIT_STATUS, 403, 404, TOO_LARGE_STATUS, 415, 422])

/** The workspace whose clips may be delivered now; null while nobody is signed in. */
export const deliveryWorkspaceAtom = atom((get): string | null => {
  const session = get(sessionAtom)
  return session.phase === 'signed-in' ? (session.workspaceId ?? '') : null
})

/** The form of REC-12; the clip's id travels as the file's name; the rest only where it is offered. */
export async function clipForm(
  clip: WaitingClip,
  extensions: ReadonlySet<ExtensionName>,
  stills: readonly Blob[] = [],
): Promise<FormData> {
  const form = new FormData()
  form.set('video', clip.content, `${clip.id}.${clip.mediaType === 'video/mp4' ? 'mp4' : 'webm'}`)
  form.set('cameraId', clip.cameraId)
  form.set('size', String(clip.content.size))
  form.set('hasAudio', String(clip.hasAudio))
  if (extensions.has('clip-details')) {
    form.set('startedAt', new Date(clip.startedAtMs).toISOString())
    if (clip.thumbnail !== null) form.set('thumbnail', await blobToBase64(clip.thumbnail))
  }
  if (extensions.has('descriptions') && stills.length > 0)
    form.set('stills', JSON.stringify(await Promise.all(stills.map(blobToBase64))))
  if (extensions.has('by-hand') && clip.isByHand === true && clip.hasMoved !== true) form.set('isByHand', 'true')
  const told = toldDetections(clip, extensions)
  // With nothing in it, the field would say no more than its absence.
  if (extensions.has('detections') && told.length > 0) form.set('detections', JSON.stringify(told))
  return form
}

/** To a provider that knows no labels every detection is a person: it is told of people alone (LABEL-12). */
function toldDetections({ detections }: WaitingClip, extensions: ReadonlySet<ExtensionName>): readonly ClipDetection[] {
  if (extensions.has('facts')) return detections
  const people = detections.filter(({ label = 'person' }) => label === 'person')
  return people.map(({ atMs, box, score }) => ({ atMs, box, score }))
}

/** A hub's own words for all clips alike: too many requests; its disk is full, its store or database is away. */
const notNowStatuses: ReadonlySet<number> = new Set([429, 503])

/** A proxy's word does not give a clip up, but for its size. */
function isRefusal({ status, isFromProxy }: Extract<Failure, { kind: 'http' }>): boolean {
  return refusalStatuses.has(status) && (!isFromProxy || status === TOO_LARGE_STATUS)
}

/** Sorts a failed upload into worth another try or not. */
export function deliveryResultOf(failure: Failure, nowMs: number): DeliveryResult {
  if (isAway(failure)) return { kind: 'postponed', because: 'no-answer' }
  if (failure.kind === 'http' && isRefusal(failure)) {
    const reason = failure.message ?? `The hub answered ${failure.statusText}.`
    return { kind: 'refused', reason, isForNow: failure.status === PLAN_LIMIT_STATUS }
  }
  if (failure.kind === 'http' && notNowStatuses.has(failure.status)) {
    return { kind: 'postponed', because: 'not-now', forMs: patienceMs(failure, nowMs) }
  }
  const isAnswered = failure.kind === 'bad-answer' || failure.kind === 'http'
  return { kind: 'postponed', because: isAnswered ? 'trouble' : 'no-answer' }
}

/** How an upload ended with a provider that names extensions: it says which clip it took. No other answer is read (API-14). */
function resultFor(clipId: string, result: Result<unknown>): Result<unknown> {
  const taken = result.ok ? readTakenClip(result.value) : null
  if (taken === null || taken.toLowerCase() === clipId.toLowerCase()) return result
  return failed({ kind: 'bad-answer', detail: `for the clip ${taken}`, isFromProxy: false })
}

/** The clip with its bytes in memory: 'lost' where the disk does not give them back, 'late' where it does not answer. */
async function readClip(clip: WaitingClip, after: After): Promise<WaitingClip | 'lost' | 'late'> {
  const read = (blob: Blob): Promise<Blob | null> => {
    const copied = blob.arrayBuffer().then(
      (bytes) => new Blob([bytes], { type: blob.type }),
      () => null,
    )
    // What rejects is the limit: the locks that every tab needs are held meanwhile.
    return withinDiskLimit(copied, after)
  }
  try {
    const content = await read(clip.content)
    if (content === null) return 'lost'
    // A picture is worth less than the clip: without it the hub takes the latest snapshot of a clip that is new, else none.
    const thumbnail = clip.thumbnail === null ? null : await read(clip.thumbnail).catch(() => null)
    return { ...clip, content, thumbnail }
  } catch {
    return 'late'
  }
}

/** How often in a row the disk did not give a clip's bytes back, by clip id. */
const unreadAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

/** It may have been for want of memory; at last it holds for good. */
const noteUnreadAtom = atom(null, (get, set, clipId: string): DeliveryResult => {
  const times = (get(unreadAtom).get(clipId) ?? 0) + 1
  if (times < MOST_UNREAD) {
    set(unreadAtom, (all) => new Map(all).set(clipId, times))
    return { kind: 'postponed', because: 'trouble' }
  }
  set(unreadAtom, (all) => without(all, clipId))
  return { kind: 'refused', reason: 'This browser could not read the clip back from its disk.', isForNow: false }
})

/** The clip that was made ready last: where its upload fails, it is not converted again for the next try. */
const preparedAtom = atom<{ readonly clipId: string; readonly content: Blob; readonly mediaType: string } | null>(null)

/** The clip as its camera wants it uploaded. */
const prepareAtom = atom(null, async (get, set, clip: WaitingClip, signal: AbortSignal): Promise<WaitingClip> => {
  if (get(servicesAtom).nowMs() - clip.startedAtMs > CONVERSION_AGE_LIMIT_MS) return clip
  const before = get(preparedAtom)
  if (before?.clipId === clip.id) return { ...clip, content: before.content, mediaType: before.mediaType }
  const { content, mediaType } = await set(prepareClipAtom, clip.cameraId, clip.content, clip.mediaType, signal)
  if (content !== clip.content) set(preparedAtom, { clipId: clip.id, content, mediaType })
  return { ...clip, content, mediaType }
})

/** Sends a clip to the hub, as whoever is signed in to its workspace. */
export const uploadClipAtom = atom(
  null,
  async (get, set, clip: WaitingClip, signal: AbortSignal): Promise<DeliveryResult> => {
    const { http, reporter, after } = get(servicesAtom)
    const readable = await readClip(clip, after)
    // The disk may answer another time.
    if (readable === 'late') return { kind: 'postponed', because: 'trouble' }
    if (readable === 'lost') return set(noteUnreadAtom, clip.id)
    set(unreadAtom, (all) => without(all, clip.id))
    const prepared = await set(prepareAtom, readable, signal)
    // What the provider offers is told by its first answer: without it a night's first clip would lose its time.
    if (!get(hasHeardAtom)) await http.send(calls.workspaces.usage, { signal, timeoutMs: FIRST_WORD_LIMIT_MS })
    // Of an old clip, which others wait behind, the thumbnail serves.
    const isOld = get(servicesAtom).nowMs() - clip.startedAtMs > CONVERSION_AGE_LIMIT_MS
    const stills = isOld ? [] : await set(stillsOfClipAtom, readable)
    const form = await clipForm(prepared, get(extensionsAtom), stills)
    const proof = await set(proofToSendAtom, readable, prepared)
    if (proof !== null) form.set('proof', proof)
    const hubAheadMs = set(hubAheadAtom)
    if (hubAheadMs !== null) form.set('hubAheadMs', String(hubAheadMs))
    // Disk and conversion took their time: somebody else may be signed in by now.
    if (get(deliveryWorkspaceAtom) !== clip.workspaceId) return { kind: 'postponed', because: 'no-answer' }
    const sent = await http.send(calls.videos.upload, { form, signal, timeoutMs: UPLOAD_TIMEOUT_MS })
    const result = get(extensionsAtom).size > 0 ? resultFor(clip.id, sent) : sent
    if (result.ok) {
      set(preparedAtom, null)
      void set(noteTakenAtom, clip, result.value)
      set(noteDeliveredAtom)
      return { kind: 'delivered' }
    }
    reportFailure(reporter, result.failure, raised.uploadVideo)
    return deliveryResultOf(result.failure, get(servicesAtom).nowMs())
  },
)

/** Content of a blob as base64. */
export async function blobToBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
