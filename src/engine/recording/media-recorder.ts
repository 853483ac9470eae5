import { limitAwake } from '../../lib/time-limit'
import { pageClock } from '../clock'
import type { StreamRecorder, Take, TakeEvents, TakeFailure } from './recorder-port'

/** About 1 Mbit/s at 720p, so that a plan's storage holds a month of clips (CLIP-05). */
const VIDEO_BITS_PER_SECOND = 1_000_000

/** Parts come this often: what a tab that dies may lose. */
const PART_MS = 1_000

/** Longest wait for a recorder that was stopped to say that it is done. */
const HANDOVER_LIMIT_MS = 10_000

/** webm first (REC-05); VP8 costs least; mp4 where only that exists. */
const formatLadder = {
  video: ['video/webm;codecs=vp8', 'video/webm', 'video/mp4'],
  audioVideo: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
} as const

/** The first format of the ladder that this browser records; null leaves the choice to it. */
export function recordingFormat(hasAudio: boolean, isSupported: (type: string) => boolean): string | null {
  return formatLadder[hasAudio ? 'audioVideo' : 'video'].find(isSupported) ?? null
}

/**
 * Records a stream through MediaRecorder, where the frames cannot be encoded one by one: no pre-roll then. With a time
 * slice its files have neither duration nor index; `closeClip` gives them both.
 */
export function mediaRecorder(stream: MediaStream, nowMs: () => number): StreamRecorder {
  return {
    wantsFrames: false,
    setPreRoll: () => undefined,
    keep: (frame) => frame.close(),
    record: (_fromMs, events) => record(stream, nowMs, events),
    close: () => undefined,
  }
}

function record(stream: MediaStream, nowMs: () => number, events: TakeEvents): Take | null {
  const hasAudio = stream.getAudioTracks().length > 0
  let recorder: MediaRecorder
  try {
    const mimeType = recordingFormat(hasAudio, (type) => MediaRecorder.isTypeSupported(type))
    // A recording of a stream breaks off where a track leaves it, as a microphone does that is pulled out (CLIP-06).
    recorder = new MediaRecorder(new MediaStream(stream.getTracks()), {
      ...(mimeType === null ? {} : { mimeType }),
      videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    })
    recorder.start(PART_MS)
  } catch {
    return null
  }
  const startedAtMs = nowMs()
  let hasBegun = false
  let hasFailed = false
  // Parts are read one after the other, so that they stay in order.
  let handedOn = Promise.resolve()
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return
    handedOn = handedOn.then(async () => {
      const bytes = new Uint8Array(await data.arrayBuffer())
      if (hasEnded) return
      if (!hasBegun) {
        const mediaType = recorder.mimeType.split(';')[0] || 'video/webm'
        events.onBegun({ startedAtMs, mediaType, hasAudio })
      }
      hasBegun = true
      events.onPart(bytes)
    })
  })
  recorder.addEventListener('error', () => {
    hasFailed = true
  })
  let hasEnded = false
  const end = (outcome: 'stopped' | TakeFailure) => {
    if (!hasEnded) events.onEnded(outcome)
    hasEnded = true
  }
  recorder.addEventListener('stop', () => {
    void handedOn.then(
      () => end(hasFailed ? 'broke-off' : hasBegun ? 'stopped' : 'no-frame'),
      // The browser does not give a part's bytes.
      () => end('broke-off'),
    )
  })
  return {
    add: (frame) => frame.close(),
    stop(lastFrame) {
      lastFrame?.close()
      limitAwake(pageClock, HANDOVER_LIMIT_MS, () => end('no-answer'))
      if (recorder.state !== 'inactive') recorder.stop()
    },
    giveUp: () => false,
  }
}
