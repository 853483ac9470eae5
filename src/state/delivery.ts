import { atom, type createStore } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { type Failure, isAway } from '../api/result'
import { calls } from '../contract/calls'
import type { Clip } from '../engine'
import { blobToBase64 } from '../lib/base64'
import { emptyOutbox, Outbox, type OutboxState } from '../outbox/outbox'
import type { DeliveryResult, WaitingClip } from '../outbox/waiting-clip'
import { connectionAtom } from './connection'
import { extensionsAtom } from './extensions'
import { keysAtom } from './keys'
import { raised } from './messages'
import { reportFailure } from './request-error'
import { servicesAtom } from './services'
import { sessionAtom } from './session'

type Store = ReturnType<typeof createStore>

/** An upload may take this long: 64 MB at 1 Mbit/s would take nine minutes, a usual clip seconds. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000

/** Answers that another try would not change. */
const finalStatuses: ReadonlySet<number> = new Set([400, 402, 403, 404, 413, 415, 422])

/** What waits for delivery in this browser. */
export const outboxStateAtom = atom<OutboxState>(emptyOutbox)

const outboxAtom = atom<Outbox | null>(null)

/** Hands a finished clip to the outbox, for the workspace its camera belongs to: that may be signed out by now. */
export const deliveryAtom = atom(null, (get, _set, workspaceId: string, cameraId: string, clip: Clip) => {
  void get(outboxAtom)?.add({ ...clip, workspaceId, cameraId, refusal: null })
})

/** What a person may do with clips that the hub would not take. */
export const retryRefusedAtom = atom(null, (get) => get(outboxAtom)?.retryRefused())
export const discardRefusedAtom = atom(null, (get) => get(outboxAtom)?.discardRefused())

/** The form of spec section 3; the clip's id travels as the file's name; the rest only where it is offered. */
export async function clipForm(clip: WaitingClip, hasDetails: boolean): Promise<FormData> {
  const form = new FormData()
  form.set('video', clip.content, `${clip.id}.${clip.mediaType === 'video/mp4' ? 'mp4' : 'webm'}`)
  form.set('cameraId', clip.cameraId)
  form.set('size', String(clip.content.size))
  form.set('hasAudio', String(clip.hasAudio))
  if (hasDetails) {
    form.set('startedAt', new Date(clip.startedAtMs).toISOString())
    if (clip.thumbnail !== null) form.set('thumbnail', await blobToBase64(clip.thumbnail))
  }
  return form
}

/** Sorts a failed upload into worth another try or not. */
export function deliveryResultOf(failure: Failure): DeliveryResult {
  if (failure.kind === 'http' && finalStatuses.has(failure.status)) {
    return { kind: 'refused', reason: failure.message ?? `The hub answered ${failure.statusText}.` }
  }
  const isAnswered = failure.kind === 'bad-answer' || (failure.kind === 'http' && !isAway(failure))
  return { kind: 'postponed', because: isAnswered ? 'trouble' : 'no-answer' }
}

/** The clip with its bytes in memory; null where the disk does not give them back. */
async function readClip(clip: WaitingClip): Promise<WaitingClip | null> {
  const read = (blob: Blob) => blob.arrayBuffer().then((bytes) => new Blob([bytes], { type: blob.type }))
  try {
    const content = await read(clip.content)
    // A picture is worth less than the clip: without it the hub takes the latest snapshot.
    const thumbnail = clip.thumbnail === null ? null : await read(clip.thumbnail).catch(() => null)
    return { ...clip, content, thumbnail }
  } catch {
    return null
  }
}

const uploadClipAtom = atom(
  null,
  async (get, _set, clip: WaitingClip, signal: AbortSignal): Promise<DeliveryResult> => {
    const { http, reporter } = get(servicesAtom)
    const readable = await readClip(clip)
    if (readable === null)
      return { kind: 'refused', reason: 'This browser could not read the clip back from its disk.' }
    const form = await clipForm(readable, get(extensionsAtom).has('clip-details'))
    const result = await http.send(calls.videos.upload, { form, signal, timeoutMs: UPLOAD_TIMEOUT_MS })
    if (result.ok) {
      // The clip is there now: lists and usage that show it are out of date.
      for (const queryKey of [get(keysAtom).events, get(keysAtom).videos, get(keysAtom).workspaceUsage]) {
        void get(queryClientAtom).invalidateQueries({ queryKey })
      }
      return { kind: 'delivered' }
    }
    reportFailure(reporter, result.failure, raised.uploadVideo)
    return deliveryResultOf(result.failure)
  },
)

/** Delivers clips for as long as the app is open; wakes at sign-in and when the hub is back. */
export function startDeliveryService(store: Store): () => void {
  const { clips, exclusively, after, random, reporter } = store.get(servicesAtom)
  const outbox = new Outbox({
    store: clips,
    deliver: (clip, signal) => store.set(uploadClipAtom, clip, signal),
    workspaceId: () => {
      const session = store.get(sessionAtom)
      return session.phase === 'signed-in' ? (session.workspaceId ?? '') : null
    },
    exclusively: (work, signal) => exclusively('nightjar-outbox', work, signal),
    after,
    random,
    onState: (state) => store.set(outboxStateAtom, state),
    onError: (error) => reporter.report('The outbox broke off.', error),
  })
  store.set(outboxAtom, outbox)
  const wake = () => outbox.deliverNow()
  const wakeWhenReachable = () => {
    if (store.get(connectionAtom).phase === 'reachable') wake()
  }
  const unsubscribes = [store.sub(sessionAtom, wake), store.sub(connectionAtom, wakeWhenReachable)]
  wake()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    outbox.close()
    store.set(outboxAtom, null)
  }
}
