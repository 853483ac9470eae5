import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { ReviewClip } from '../../contract/review'
import { type Joiner, type JoinResult, joinClips, type TranscodeFailure } from '../../engine/transcode'
import { isoTime } from '../../lib/date-time'
import { counted } from '../../lib/words'
import { adviceOf, reportFailure } from '../http/request-error'
import { transcodersAtom } from '../recordings/transcode'
import { servicesAtom } from '../services'
import { userAtom } from '../sign-in/session'
import { gapsOf, MOST_STRETCH_BYTES, MOST_STRETCH_CLIPS, missingWords, type Stretch } from './stretch'

/** How one file of a stretch comes about. */
export type StretchExport =
  | { readonly phase: 'idle' }
  /** `progress` is a share, 0 to 1. */
  | { readonly phase: 'fetching' | 'joining'; readonly progress: number; readonly cancel: () => void }
  | { readonly phase: 'done'; readonly text: string }
  | { readonly phase: 'failed'; readonly text: string }

const stateAtom = atom<StretchExport>({ phase: 'idle' })
export const stretchExportAtom = atom((get) => get(stateAtom))

const chosenJoinerAtom = atom<{ readonly join: Joiner } | null>(null)

/** What joins clips; a test sets its own. */
export const joinerAtom = atom(
  (get): Joiner => get(chosenJoinerAtom)?.join ?? joinClips,
  (_get, set, join: Joiner) => set(chosenJoinerAtom, { join }),
)

const failureSentences: Readonly<Record<TranscodeFailure, string>> = {
  'core-not-loaded':
    'The code that joins recordings could not be loaded. Check that the hub can be reached, and try again.',
  'codec-missing': 'This browser cannot join these recordings. Download them one by one, or try in Chrome or Edge.',
  'took-too-long': 'Joining takes too long on this machine. Choose a shorter time.',
  'not-readable': 'None of these recordings could be read. Download them one by one as they are stored.',
  'out-of-memory': 'There was not enough memory. Choose a shorter time.',
  cancelled: '',
  'broke-off': 'Joining broke off. Choose a shorter time, and try again.',
}

class Stopped extends Error {}

/** The window of the export is closed, or begins anew: what was told is over, what runs ends. */
export const resetStretchExportAtom = atom(null, (get, set) => {
  const state = get(stateAtom)
  if (state.phase === 'fetching' || state.phase === 'joining') state.cancel()
  set(stateAtom, { phase: 'idle' })
})

/** Fetches the recordings of a stretch, joins them, and saves one MP4 file. */
export const exportStretchAtom = atom(null, async (get, set, stretch: Stretch) => {
  set(resetStretchExportAtom)
  const ending = new AbortController()
  const { signal } = ending
  const cancel = () => {
    ending.abort()
    set(stateAtom, { phase: 'idle' })
  }
  const user = get(userAtom)
  // Whoever signed in meanwhile is not given another's film.
  const mayGoOn = () => !signal.aborted && get(userAtom) === user
  const tell = (phase: 'fetching' | 'joining') => (progress: number) => {
    if (mayGoOn()) set(stateAtom, { phase, progress, cancel })
  }
  tell('fetching')(0)
  try {
    const clips = await set(listClipsAtom, stretch, signal)
    const blobs = await set(fetchClipsAtom, clips, { signal, onProgress: tell('fetching') })
    if (!mayGoOn()) return
    const result = await set(joinAtom, { stretch, clips, blobs }, { signal, onProgress: tell('joining') })
    if (!mayGoOn()) return
    if (result.kind === 'failed') throw new Stopped(failureSentences[result.reason])
    get(servicesAtom).saveFile(result.content, fileNameOf(stretch))
    set(stateAtom, { phase: 'done', text: doneWords(result, clips) })
  } catch (error) {
    if (!(error instanceof Stopped)) get(servicesAtom).reporter.report('A stretch could not be exported.', error)
    const text = error instanceof Stopped ? error.message : failureSentences['broke-off']
    if (mayGoOn()) set(stateAtom, { phase: 'failed', text })
  }
})

interface Work {
  readonly signal: AbortSignal
  readonly onProgress: (progress: number) => void
}

/** All recordings of the stretch, however many answers that takes. */
const listClipsAtom = atom(null, async (get, _set, { lane, span }: Stretch, signal: AbortSignal) => {
  const { http, reporter } = get(servicesAtom)
  const clips = new Map<string, ReviewClip>()
  for (let fromMs = span.fromMs, isCut = true; isCut; ) {
    const query = { from: isoTime(fromMs), to: isoTime(span.untilMs - 1), cameraId: lane.cameraId }
    const result = await http.send(calls.review.clips, { query, signal })
    if (!result.ok) {
      reportFailure(reporter, result.failure)
      throw new Stopped(`The recordings could not be listed. ${adviceOf(result.failure)}`)
    }
    const before = clips.size
    for (const clip of result.value.clips) clips.set(clip.videoId, clip)
    isCut = result.value.isCut && clips.size > before && clips.size <= MOST_STRETCH_CLIPS
    fromMs = Date.parse(result.value.clips.at(-1)?.startedAt ?? isoTime(span.untilMs))
  }
  const listed = [...clips.values()]
  if (listed.length === 0) throw new Stopped('The recordings of that time are no longer on the hub.')
  if (listed.length > MOST_STRETCH_CLIPS)
    throw new Stopped(`That is more than ${MOST_STRETCH_CLIPS} recordings. Choose a shorter time.`)
  if (listed.reduce((sum, { size }) => sum + size, 0) > MOST_STRETCH_BYTES)
    throw new Stopped('That is more than 400 MB, which is the most for one file. Choose a shorter time.')
  return listed
})

/** One after the other, each by a fresh link: fetching all may take longer than a link lasts. */
const fetchClipsAtom = atom(null, async (get, _set, clips: readonly ReviewClip[], { signal, onProgress }: Work) => {
  const { http, fetchFile } = get(servicesAtom)
  const blobs: Blob[] = []
  for (const [index, { videoId }] of clips.entries()) {
    if (signal.aborted) return blobs
    const link = await http.send(calls.videos.one, { params: { videoId }, signal })
    const content = link.ok ? await fetchFile(link.value.videoUrl) : null
    if (content === null && !signal.aborted)
      throw new Stopped('A recording could not be fetched. Check that the hub can be reached, and try again.')
    if (content !== null) blobs.push(content)
    onProgress((index + 1) / clips.length)
  }
  return blobs
})

interface Parts {
  readonly stretch: Stretch
  readonly clips: readonly ReviewClip[]
  readonly blobs: readonly Blob[]
}

/** By the browser's own codecs; where it lacks one, ffmpeg makes each recording into MP4 first. */
const joinAtom = atom(null, async (get, _set, { stretch, clips, blobs }: Parts, { signal, onProgress }: Work) => {
  const join = get(joinerAtom)
  const about = {
    title: `${stretch.lane.name}, ${new Date(stretch.span.fromMs).toLocaleString()}`,
    comment: (leftOut: readonly number[]) => missingIn(clips, leftOut),
    startedAtMs: stretch.span.fromMs,
  }
  const first = await join(blobs, { signal, onProgress, ...about })
  if (first.kind === 'done' || first.reason !== 'codec-missing') return first
  const made: Blob[] = []
  for (const [index, blob] of blobs.entries()) {
    const onPart = (ratio: number) => onProgress((index + ratio) / blobs.length)
    const result = await get(transcodersAtom).ffmpeg.toMp4(blob, { signal, onProgress: onPart })
    if (result.kind === 'failed' && result.reason !== 'not-readable') return result
    // Of nothing no film can be read: it keeps its place, and is left out as others are.
    made.push(result.kind === 'done' ? result.content : new Blob())
  }
  return join(made, { signal, onProgress: () => undefined, ...about })
})

function spanOf({ startedAt, lengthMs }: ReviewClip) {
  const fromMs = Date.parse(startedAt)
  return { fromMs, untilMs: fromMs + lengthMs }
}

function missingIn(clips: readonly ReviewClip[], leftOut: readonly number[]): string {
  const spans = clips.map(spanOf)
  const unread = spans.filter((_, index) => leftOut.includes(index))
  return missingWords(gapsOf(spans), unread)
}

function doneWords(result: Extract<JoinResult, { kind: 'done' }>, clips: readonly ReviewClip[]): string {
  const { leftOut, isMute } = result
  const parts = [
    `Saved as one MP4 of ${counted(clips.length - leftOut.length, 'recording')}.`,
    missingIn(clips, leftOut),
    isMute ? 'Its recordings have different kinds of sound, so it has none.' : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** `garage-2026-03-10-0812.mp4`; of a name that no file can have, what is left. */
function fileNameOf({ lane, span }: Stretch): string {
  const name =
    lane.name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'camera'
  const at = new Date(span.fromMs)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${name}-${day}-${two(at.getHours())}${two(at.getMinutes())}.mp4`
}
