import { pageClock } from '../clock'
import type { DecoderEvents, FrameStream, PictureDecoder, ReceiverPorts } from './receiver-ports'
import type { EncodedFormat } from './relay-protocol'

/** What this browser gives to whoever looks. */
export function browserReceiver(): ReceiverPorts {
  return {
    connect: typeof RTCPeerConnection === 'undefined' ? null : (configuration) => new RTCPeerConnection(configuration),
    receivableCodecs: () => RTCRtpReceiver.getCapabilities('video')?.codecs ?? [],
    openDecoder: typeof VideoDecoder === 'undefined' ? null : openDecoder,
    openFrameStream: () => (typeof MediaStreamTrackGenerator === 'undefined' ? canvasStream() : generatorStream()),
    streamOf: (tracks) => new MediaStream([...tracks]),
    after: (delayMs, callback) => pageClock.after(delayMs, callback),
    nowMs: () => pageClock.nowMs(),
  }
}

function openDecoder({ codec, width, height }: EncodedFormat, events: DecoderEvents): PictureDecoder {
  const decoder = new VideoDecoder({
    output: (frame) => events.onFrame(frame),
    error: (error) => events.onError(error),
  })
  decoder.configure({ codec, codedWidth: width, codedHeight: height, optimizeForLatency: true })
  return {
    get waiting() {
      return decoder.decodeQueueSize
    },
    decode: ({ type, takenAtMs, data }) =>
      decoder.decode(new EncodedVideoChunk({ type, timestamp: Math.round(takenAtMs * 1_000), data })),
    close() {
      if (decoder.state !== 'closed') decoder.close()
    },
  }
}

/** Chromium: frames go to the screen without a copy on the page. */
function generatorStream(): FrameStream {
  const track = new MediaStreamTrackGenerator({ kind: 'video' })
  const writer = track.writable.getWriter()
  return {
    stream: new MediaStream([track]),
    write(frame) {
      // A screen that cannot keep up shows the next one.
      if ((writer.desiredSize ?? 0) <= 0) return frame.close()
      // Rejects when the stream was closed meanwhile; the frame is then closed with it.
      writer.write(frame).catch(() => frame.close())
    },
    close() {
      writer.close().catch(() => undefined)
      track.stop()
    },
  }
}

function canvasStream(): FrameStream {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true })
  const stream = canvas.captureStream()
  return {
    stream,
    write(frame) {
      if (canvas.width !== frame.displayWidth || canvas.height !== frame.displayHeight) {
        Object.assign(canvas, { width: frame.displayWidth, height: frame.displayHeight })
      }
      context?.drawImage(frame, 0, 0)
      frame.close()
    },
    close() {
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
