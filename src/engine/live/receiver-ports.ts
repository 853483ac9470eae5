import type { Cancel } from '../clock'
import type { EncodedFormat } from './relay-protocol'

/** The part of an RTCPeerConnection that receives. */
export type Connection = Pick<
  RTCPeerConnection,
  | 'addTransceiver'
  | 'createOffer'
  | 'setLocalDescription'
  | 'setRemoteDescription'
  | 'addIceCandidate'
  | 'getStats'
  | 'addEventListener'
  | 'connectionState'
  | 'close'
>

/** A picture as it came through the hub. */
export interface RelayedPicture {
  readonly type: 'key' | 'delta'
  /** When the camera gave it, ms since the epoch by the hub's clock. */
  readonly takenAtMs: number
  readonly data: Uint8Array
}

/** A decoder of one format; whoever opened it closes it. */
export interface PictureDecoder {
  /** Pictures that were handed in and have not come out. */
  readonly waiting: number
  decode(picture: RelayedPicture): void
  close(): void
}

/** A stream that shows the frames that are written to it. */
export interface FrameStream {
  readonly stream: MediaStream
  /** Takes the frame over, and closes it. */
  write(frame: VideoFrame): void
  close(): void
}

export interface DecoderEvents {
  /** The frame is the listener's, who closes it; its timestamp is the picture's `takenAtMs` in microseconds. */
  onFrame(frame: VideoFrame): void
  /** The decoder is of no use any more. */
  onError(error: Error): void
}

/** What a browser gives to whoever looks. */
export interface ReceiverPorts {
  /** null: this browser has no WebRTC. */
  readonly connect: ((configuration: RTCConfiguration) => Connection) | null
  /** Codecs of video that this browser can receive. */
  readonly receivableCodecs: () => readonly RTCRtpCodec[]
  /** null: this browser has no WebCodecs, or they are not for this page (insecure). */
  readonly openDecoder: ((format: EncodedFormat, events: DecoderEvents) => PictureDecoder) | null
  readonly openFrameStream: () => FrameStream
  readonly streamOf: (tracks: readonly MediaStreamTrack[]) => MediaStream
  readonly after: (delayMs: number, callback: () => void) => Cancel
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number
}

/** How the picture stands: frames a second that came, and how old a picture is when it shows; null: not known. */
export interface PictureFigures {
  readonly delayMs: number | null
  readonly framesPerSecond: number
}
