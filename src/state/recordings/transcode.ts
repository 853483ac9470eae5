import { atom } from 'jotai/vanilla'
import type { TranscodeFailure } from '../../engine/transcode'
import { browserTranscoders, isMp4, MP4_TYPE, type TranscodeResult, type Transcoders } from '../../engine/transcode'
import { without } from '../maps'
import { type Services, servicesAtom } from '../services'
import { keptRecordingAtom } from './recording-settings'

export type { Transcoders }

const chosenAtom = atom<Transcoders | null>(null)

/** Made at first use; costs nothing until a clip is to be made into an MP4 file. */
const ofThisBrowserAtom = atom(() => browserTranscoders())

/** What makes MP4 files of clips; a test sets its own. */
export const transcodersAtom = atom(
  (get): Transcoders => get(chosenAtom) ?? get(ofThisBrowserAtom),
  (_get, set, transcoders: Transcoders) => set(chosenAtom, transcoders),
)

/** What ffmpeg costs, measured as README says: said where it is chosen. */
export const MP4_COST =
  'Plays on more devices. Takes this machine about 5 s of one processor core per 15 s clip, and 32 MB of download once.'

const asRecorded = 'Clips are delivered as they were recorded.'

/** Why the clips of a camera are not made into MP4 files, though it was asked for. */
const mp4UnavailableSentences: Readonly<Record<TranscodeFailure | 'busy', string>> = {
  'core-not-loaded': `The MP4 converter could not be loaded. ${asRecorded}`,
  'codec-missing': `This browser cannot write MP4. ${asRecorded}`,
  'took-too-long': `Converting to MP4 takes too long on this machine. ${asRecorded}`,
  'not-readable': `A clip could not be read for MP4. It was delivered as it was recorded.`,
  'out-of-memory': `There was not enough memory to convert to MP4. ${asRecorded}`,
  cancelled: '',
  'broke-off': `Converting to MP4 failed. ${asRecorded}`,
  busy: `This machine is busy watching, so nothing is converted to MP4. ${asRecorded}`,
}

/** Time between two looks whether motion is still checked late. */
export const LATENESS_POLL_MS = 1_000
/** A clip waits this long for the machine to have time; then it goes as it is. */
export const LATENESS_LIMIT_MS = 120_000
/** Checks that are late for this long while a clip is converted end that: detection comes first. */
const LATE_POLLS_ALLOWED = 5
/** After ffmpeg could not be loaded, this long nobody tries again. */
export const LOAD_RETRY_MS = 300_000

/** The engine that runs in this tab; null while none does. Asked each time: a camera that went tells nothing any more. */
export const punctualityAtom = atom<{ readonly areChecksLate: () => boolean } | null>(null)

/** Whether motion checks of this tab come late, which leaves no time for anything else. */
export const askLatenessAtom = atom(null, (get): boolean => get(punctualityAtom)?.areChecksLate() ?? false)

/** How the making of MP4 files before upload stands for a camera. */
type TranscodeState =
  | { readonly phase: 'idle' }
  /** `progress` is a share, 0 to 1. */
  | { readonly phase: 'working'; readonly progress: number }
  /** The last clip could not be converted; the next is tried again. */
  | { readonly phase: 'unavailable'; readonly why: string }

/** One clip at a time is converted. */
export const transcodingAtom = atom<{ readonly cameraId: string; readonly progress: number } | null>(null)

/** Why the last clip of a camera was not converted, by the camera's id. */
export const transcodeTroublesAtom = atom<ReadonlyMap<string, string>>(new Map())

const setTroubleAtom = atom(null, (_get, set, cameraId: string, why: string | null) =>
  set(transcodeTroublesAtom, (all) => (why === null ? without(all, cameraId) : new Map(all).set(cameraId, why))),
)

/** How the cameras' card of one camera tells it. */
export function transcodeStateAtomOf(cameraId: string) {
  return atom((get): TranscodeState => {
    if (!get(keptRecordingAtom)(cameraId).isMp4Wanted) return { phase: 'idle' }
    const transcoding = get(transcodingAtom)
    if (transcoding?.cameraId === cameraId) return { phase: 'working', progress: transcoding.progress }
    const why = get(transcodeTroublesAtom).get(cameraId)
    return why === undefined ? { phase: 'idle' } : { phase: 'unavailable', why }
  })
}

/** When ffmpeg could not be loaded last, in ms since the epoch; null before. */
const loadFailedAtMsAtom = atom<number | null>(null)

export interface PreparedClip {
  readonly content: Blob
  /** Media type without parameters. */
  readonly mediaType: string
  /** Why it is not an MP4 file though its camera asks for that; null where there is nothing to say. */
  readonly note: string | null
}

/**
 * Makes a closed clip ready for its upload: into an MP4 file where its camera asks for that. Whatever goes wrong or
 * takes too long, the clip comes back as it was recorded, so delivery only ever waits, at most 2 min for the machine
 * and ten times the clip's length (60 s at least) for the work. Never rejects; when the signal aborts it resolves at
 * once.
 */
export const prepareClipAtom = atom(
  null,
  async (get, set, cameraId: string, content: Blob, mediaType: string, signal: AbortSignal): Promise<PreparedClip> => {
    const asRecorded = (note: string | null): PreparedClip => ({ content, mediaType, note })
    if (!get(keptRecordingAtom)(cameraId).isMp4Wanted) return asRecorded(null)
    if (await isMp4(content)) {
      // What a clip before met is over: this one needs no converter.
      set(setTroubleAtom, cameraId, null)
      return asRecorded(null)
    }
    const { nowMs } = get(servicesAtom)
    const loadFailedAtMs = get(loadFailedAtMsAtom)
    // A clock that was set back must not put the next try off for hours.
    const isTooSoon = loadFailedAtMs !== null && Math.abs(nowMs() - loadFailedAtMs) < LOAD_RETRY_MS
    if (isTooSoon) return asRecorded(set(notConvertedAtom, cameraId, 'core-not-loaded'))
    const hasTime = await set(waitForTimeAtom, signal)
    if (signal.aborted) return asRecorded(null)
    const result = hasTime
      ? await set(transcodeGentlyAtom, cameraId, content, signal)
      : ({ kind: 'failed', reason: 'busy' } as const)
    if (result.kind === 'done') {
      // What this machine can do for one camera it can for the others.
      set(transcodeTroublesAtom, new Map())
      return { content: result.content, mediaType: MP4_TYPE, note: null }
    }
    if (signal.aborted) return asRecorded(null)
    if (result.reason === 'core-not-loaded') set(loadFailedAtMsAtom, nowMs())
    return asRecorded(set(notConvertedAtom, cameraId, result.reason))
  },
)

/** Has the camera's card say why a clip was not converted, and says it. */
const notConvertedAtom = atom(null, (_get, set, cameraId: string, why: TranscodeFailure | 'busy'): string => {
  const sentence = mp4UnavailableSentences[why]
  set(setTroubleAtom, cameraId, sentence)
  return sentence
})

/** Whether the last clip waited in vain: while the machine is as busy, none waits after it, or each would be later than the one before. */
const hasWaitedInVainAtom = atom(false)

/** Whether the machine found time before the limit. */
const waitForTimeAtom = atom(null, async (get, set, signal: AbortSignal): Promise<boolean> => {
  const { after, nowMs } = get(servicesAtom)
  const endsAtMs = nowMs() + LATENESS_LIMIT_MS
  // By the clock, as looks of a hidden tab come late; and by their number, as a clock may be set back.
  for (let polls = 0; set(askLatenessAtom) && !signal.aborted; polls++) {
    const isOver = nowMs() >= endsAtMs || polls >= LATENESS_LIMIT_MS / LATENESS_POLL_MS
    if (isOver) set(hasWaitedInVainAtom, true)
    if (get(hasWaitedInVainAtom)) return false
    await pause(after, signal)
  }
  if (!signal.aborted) set(hasWaitedInVainAtom, false)
  return true
})

/** Waits until the next look, or until the signal aborts. */
function pause(after: Services['after'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(LATENESS_POLL_MS, () => {
      signal.removeEventListener('abort', leave)
      resolve()
    })
    const leave = () => {
      cancel()
      resolve()
    }
    signal.addEventListener('abort', leave, { once: true })
  })
}

type GentleResult = TranscodeResult | { readonly kind: 'failed'; readonly reason: 'busy' }

/** Converts, and ends that where checks come late meanwhile. */
const transcodeGentlyAtom = atom(
  null,
  async (get, set, cameraId: string, content: Blob, signal: AbortSignal): Promise<GentleResult> => {
    const { after } = get(servicesAtom)
    const yielding = new AbortController()
    let latePolls = 0
    let stopPolling: () => void = () => undefined
    const poll = () => {
      latePolls = set(askLatenessAtom) ? latePolls + 1 : 0
      if (latePolls >= LATE_POLLS_ALLOWED) yielding.abort()
      else stopPolling = after(LATENESS_POLL_MS, poll)
    }
    stopPolling = after(LATENESS_POLL_MS, poll)
    const onProgress = (progress: number) => set(transcodingAtom, { cameraId, progress })
    onProgress(0)
    const either = AbortSignal.any([signal, yielding.signal])
    const result = await get(transcodersAtom).ffmpeg.toMp4(content, { signal: either, onProgress })
    stopPolling()
    set(transcodingAtom, null)
    return result.kind === 'failed' && yielding.signal.aborted ? { kind: 'failed', reason: 'busy' } : result
  },
)
