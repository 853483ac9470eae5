/** The other ways to have a pre-roll, all day long: each keeps its last seconds and does nothing with them. */

/** As many as are checked. */
const FRAME_INTERVAL_MS = 300
const KEPT_CHUNKS = 17
const BITS_PER_SECOND = 1_000_000

/** Encodes every frame that would be checked. */
export function encodeAllFrames(video: HTMLVideoElement): void {
  const kept: EncodedVideoChunk[] = []
  const encoder = new VideoEncoder({
    output(chunk) {
      kept.push(chunk)
      if (kept.length > KEPT_CHUNKS) kept.shift()
    },
    error: (error) => console.error(error),
  })
  encoder.configure({
    codec: 'vp8',
    width: video.videoWidth,
    height: video.videoHeight,
    bitrate: BITS_PER_SECOND,
    framerate: 1000 / FRAME_INTERVAL_MS,
    latencyMode: 'realtime',
  })
  let frames = 0
  setInterval(() => {
    const frame = new VideoFrame(video)
    encoder.encode(frame, { keyFrame: frames++ % KEPT_CHUNKS === 0 })
    frame.close()
  }, FRAME_INTERVAL_MS)
}

/** Has the browser record all frames. */
export function recordAllTime(stream: MediaStream): void {
  const kept: Blob[] = []
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: BITS_PER_SECOND,
  })
  recorder.addEventListener('dataavailable', ({ data }) => {
    kept.push(data)
    if (kept.length > 5) kept.shift()
  })
  recorder.start(1_000)
}
