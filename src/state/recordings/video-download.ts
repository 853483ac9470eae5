import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import { isMp4, isWebm, type TranscodeFailure, type TranscodeResult } from '../../engine/transcode'
import { adviceOf, reportFailure } from '../http/request-error'
import { without } from '../maps'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { userAtom } from '../sign-in/session'
import { transcodersAtom } from './transcode'

/** A download that is on its way. */
export type Download =
  | { readonly phase: 'fetching' }
  /** `progress` is a share, 0 to 1. */
  | { readonly phase: 'converting'; readonly progress: number; readonly cancel: () => void }

/** Downloads on their way, by video. */
export const downloadsAtom = atom<ReadonlyMap<string, Download>>(new Map<string, Download>())

const setDownloadAtom = atom(null, (_get, set, videoId: string, download: Download | null) =>
  set(downloadsAtom, (all) => (download === null ? without(all, videoId) : new Map(all).set(videoId, download))),
)

/** Why a download was saved as it is stored, and not as MP4. */
const savedAsStoredSentences: Readonly<Record<TranscodeFailure, string>> = {
  'core-not-loaded': 'Saved as WebM: the MP4 converter could not be loaded.',
  'codec-missing': 'Saved as WebM: this browser cannot write MP4.',
  'took-too-long': 'Saved as WebM: converting to MP4 takes too long on this machine.',
  'not-readable': 'Saved as it is stored: the recording could not be read for MP4.',
  'out-of-memory': 'Saved as WebM: there was not enough memory to convert to MP4.',
  cancelled: '',
  'broke-off': 'Saved as WebM: converting to MP4 failed.',
}

/** What is worth a second try by the other way; a clip that cannot be read is not. */
const otherWayReasons = new Set(['codec-missing', 'broke-off', 'core-not-loaded', 'out-of-memory'])

export interface DownloadOptions {
  readonly signal: AbortSignal
  /** Share that is done, 0 to 1; begins anew where the quick way fails. */
  readonly onProgress: (ratio: number) => void
}

/**
 * A recording as MP4, whatever it is stored as (CLIP-11): as it is where it is one; else by the browser's own codecs,
 * which take a tenth of its length, or by ffmpeg, which takes a third.
 */
export const toMp4Atom = atom(
  null,
  async (get, _set, stored: Blob, options: DownloadOptions): Promise<TranscodeResult> => {
    if (await isMp4(stored)) return { kind: 'done', content: stored, how: 'copied', elapsedMs: 0 }
    const { codecs, ffmpeg } = get(transcodersAtom)
    const quick = await codecs.toMp4(stored, options)
    const isWorthMore = quick.kind === 'failed' && otherWayReasons.has(quick.reason)
    return isWorthMore ? ffmpeg.toMp4(stored, options) : quick
  },
)

/** What to do about a recording that the hub has, and that did not come, or came and cannot be read. */
function adviceOn(fetched: Blob | null): string {
  return fetched === null
    ? 'The hub did not give it. Try again in a moment.'
    : 'This browser could not read it. Close other tabs and try again.'
}

/** Saves a recording as recording-{id}.mp4 (VID-22): fetched, since a link's name is ignored across origins. */
export const downloadVideoAtom = atom(null, async (get, set, videoId: string) => {
  const { http, fetchFile, reporter, showToast } = get(servicesAtom)
  set(setDownloadAtom, videoId, { phase: 'fetching' })
  const user = get(userAtom)
  const result = await http.send(calls.videos.download, { params: { videoId } })
  const url = result.ok ? result.value.url : null
  const isSaved = url !== null && (await set(saveMp4LinkAtom, videoId, url, user))
  if (isSaved) return set(setDownloadAtom, videoId, null)
  const content = url === null ? null : await fetchFile(url)
  // A disk that is full does not give back what was fetched, for one.
  const noteUnread = (problem: unknown): false => {
    reporter.report('The recording could not be read.', problem)
    return false
  }
  const save = (blob: Blob) => set(saveAsMp4Atom, videoId, blob, user).then(() => true, noteUnread)
  const isOver = content !== null && (await save(content))
  set(setDownloadAtom, videoId, null)
  if (isOver) return
  if (!result.ok) reportFailure(reporter, result.failure)
  else if (content === null) reporter.report('The recording could not be fetched.')
  // Whoever signed in meanwhile asked for none.
  if (get(userAtom) !== user) return
  const advice = result.ok ? adviceOn(content) : adviceOf(result.failure)
  showToast({ kind: 'error', text: messages.notDownloaded(advice) })
})

/**
 * What is an MP4 file already the browser saves as it is, and begins at once (CODEC-06). By its first bytes: a row may say what
 * it pleases, and of a file that is gone the user is told here. false where it is another, or of another origin.
 */
const saveMp4LinkAtom = atom(null, async (get, _set, videoId: string, url: string, user: string | null) => {
  const { fetchHead, saveLink } = get(servicesAtom)
  const head = await fetchHead(url)
  if (head === null || !(await isMp4(head))) return false
  // Whoever signed in meanwhile is not given another's recording.
  if (get(userAtom) === user) saveLink(url, `recording-${videoId}.mp4`)
  return true
})

/**
 * What cannot be made into MP4 is saved as it is stored, and the user is told why. A name says WebM only of what is one:
 * all else has the name that is specified (VID-22).
 */
const saveAsMp4Atom = atom(null, async (get, set, videoId: string, stored: Blob, user: string | null) => {
  const { saveFile, showToast } = get(servicesAtom)
  // Whoever signed in meanwhile is not given another's recording.
  const isMine = () => get(userAtom) === user
  if (!isMine()) return
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const onProgress = (progress: number) => set(setDownloadAtom, videoId, { phase: 'converting', progress, cancel })
  onProgress(0)
  const isKnown = await isWebm(stored)
  const result = await set(toMp4Atom, stored, { signal: cancelling.signal, onProgress })
  if (!isMine()) return
  if (result.kind === 'done') return saveFile(result.content, `recording-${videoId}.mp4`)
  if (result.reason === 'cancelled') return
  saveFile(stored, `recording-${videoId}.${isKnown ? 'webm' : 'mp4'}`)
  showToast({ kind: 'warning', text: savedAsStoredSentences[isKnown ? result.reason : 'not-readable'] })
})
