import type { Clock } from '../clock'
import type { FramePath } from '../motion/frame-path'
import type { ClipMaking } from './clip-codec'
import { mediaRecorder } from './media-recorder'
import type { RecorderWishes, StreamRecorder } from './recorder-port'
import type { RecorderWorkerClient } from './recorder-worker-client'
import { WebCodecsRecorder } from './webcodecs-recorder'

/**
 * Encodes frames where this browser can, with what came before the motion; else has the browser record the stream. Looked
 * at for every clip: frames may turn out unreadable, or the encoders unable, while the camera runs.
 */
export function bestRecorder(
  stream: MediaStream,
  frames: { readonly path: FramePath },
  preRollMs: number,
  worker: RecorderWorkerClient,
  clock: Clock,
  wishes: RecorderWishes,
): StreamRecorder {
  /** How the encoders make clips, which the worker tells once. */
  let made: ClipMaking | null = null
  const ofFrames = new WebCodecsRecorder(worker, stream, preRollMs, {
    get isMp4Taken() {
      return wishes.isMp4Taken
    },
    onMaking: (making) => {
      made = making
      wishes.onMaking(making)
    },
  })
  const ofStream = mediaRecorder(stream, () => clock.monotonicMs())
  let isStreamTold = false
  const best = () => {
    const isBest = isEncodable(stream, frames.path) && worker.isAble
    if (!isBest && !isStreamTold) wishes.onMaking({ by: 'browser' })
    if (isBest && isStreamTold && made !== null) wishes.onMaking(made)
    isStreamTold = !isBest
    return isBest ? ofFrames : ofStream
  }
  return {
    get wantsFrames() {
      return best().wantsFrames
    },
    setPreRoll: (wantedMs) => ofFrames.setPreRoll(wantedMs),
    keep: (frame, atMs) => best().keep(frame, atMs),
    record: (fromMs, events, size) => best().record(fromMs, events, size),
    close: () => ofFrames.close(),
  }
}

/** Sound comes as data only where there is a processor of tracks (not in Firefox): without it, the browser records. */
function isEncodable(stream: MediaStream, path: FramePath): boolean {
  if (path.frames === 'canvas' || typeof VideoEncoder === 'undefined') return false
  return stream.getAudioTracks().length === 0 || typeof MediaStreamTrackProcessor !== 'undefined'
}
