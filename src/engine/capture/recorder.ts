/** About 1 Mbit/s at 720p, so that a plan's storage holds a month of clips (reference/field.md 5.6). */
const VIDEO_BITS_PER_SECOND = 1_000_000

/** webm first, as the specification says; VP8 costs least (reference/frame-path.md); mp4 where only that exists. */
const formatLadder = {
  video: ['video/webm;codecs=vp8', 'video/webm', 'video/mp4'],
  audioVideo: ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'],
} as const

/** The first format of the ladder that this browser records; null leaves the choice to it. */
export function recordingFormat(hasAudio: boolean, isSupported: (type: string) => boolean): string | null {
  return formatLadder[hasAudio ? 'audioVideo' : 'video'].find(isSupported) ?? null
}

/** What a recording yields; an interrupted one still holds all until the interruption. */
export interface Recording {
  readonly content: Blob
  /** Media type without parameters. */
  readonly mediaType: string
  readonly hasAudio: boolean
}

/** One running recording. */
export interface Recorder {
  /** Ends the recording; `finished` then settles. */
  stop(): void
  /** Settles once, when stopped or when the stream ends; null when nothing could be recorded. */
  readonly finished: Promise<Recording | null>
}

/** Starts a recording of a stream, or null where the browser cannot. */
export type StartRecorder = (stream: MediaStream) => Recorder | null

/**
 * Records through MediaRecorder without a time slice: only then does Chromium write duration and cues, so that the
 * clip seeks (reference/frame-path.md).
 */
export const startMediaRecorder: StartRecorder = (stream) => {
  const hasAudio = stream.getAudioTracks().length > 0
  let recorder: MediaRecorder
  try {
    const mimeType = recordingFormat(hasAudio, (type) => MediaRecorder.isTypeSupported(type))
    recorder = new MediaRecorder(stream, {
      ...(mimeType === null ? {} : { mimeType }),
      videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    })
    recorder.start()
  } catch {
    return null
  }
  const parts: Blob[] = []
  recorder.addEventListener('dataavailable', (event) => {
    if (event.data.size > 0) parts.push(event.data)
  })
  const finished = new Promise<Recording | null>((resolve) => {
    recorder.addEventListener('stop', () => {
      const mediaType = recorder.mimeType.split(';')[0] || 'video/webm'
      const content = new Blob(parts, { type: mediaType })
      resolve(content.size > 0 ? { content, mediaType, hasAudio } : null)
    })
  })
  return {
    finished,
    stop() {
      if (recorder.state !== 'inactive') recorder.stop()
    },
  }
}
