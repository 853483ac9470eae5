/** Frames of a video element that is on no page. */
export interface ElementFrames {
  /** What shows now, for the caller to close; null where there is nothing. */
  take(): VideoFrame | null
  close(): void
}

/** How the frames of a stream get to a worker. */
export type TrackFrames =
  /** They come by themselves, past the page's thread. `close` ends the stream: whoever reads it gets what is on its way. */
  | { readonly kind: 'stream'; readonly readable: ReadableStream<VideoFrame>; close(): void }
  /** Where the browser has no processor of tracks. */
  | { readonly kind: 'element'; readonly frames: ElementFrames }

/** null where this browser gives none. */
export type OpenFrames = (stream: MediaStream) => TrackFrames | null

/** The camera's track stays its own: closing what comes of here does not stop it. */
export const openTrackFrames: OpenFrames = (stream) => {
  const [track] = stream.getVideoTracks()
  if (track === undefined || typeof VideoFrame === 'undefined') return null
  if (typeof MediaStreamTrackProcessor !== 'undefined') {
    const copy = track.clone()
    return {
      kind: 'stream',
      readable: new MediaStreamTrackProcessor({ track: copy }).readable,
      close: () => copy.stop(),
    }
  }
  return { kind: 'element', frames: framesOfElement(stream) }
}

function framesOfElement(stream: MediaStream): ElementFrames {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  // Rejects only when the source is taken away again, which `close` does.
  video.play().catch(() => undefined)
  return {
    take() {
      try {
        return new VideoFrame(video)
      } catch {
        // The element has no frame yet, or none any more.
        return null
      }
    },
    close() {
      video.pause()
      video.srcObject = null
    },
  }
}
