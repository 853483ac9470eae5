import { type CaptureFailure, failureOf } from '../failure'

/** What a capture asks of a camera: enough for 720p clips, and no more (spec 9; issue 3). */
const wantedVideo = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 15, max: 30 },
} satisfies MediaTrackConstraints

export interface StreamRequest {
  /** Id of a listed device, or a facing mode of the fallback devices. */
  readonly deviceId: string
  readonly withAudio: boolean
}

export type OpenedStream =
  | {
      readonly kind: 'open'
      /** Owned by the caller, who stops its tracks. */
      readonly stream: MediaStream
      readonly hasAudio: boolean
      /** The asked device did not start; this is any other one (spec 8). */
      readonly isSubstitute: boolean
    }
  | { readonly kind: 'failed'; readonly reason: CaptureFailure }

/** The part of MediaDevices that opening needs. */
export type StreamOpener = Pick<MediaDevices, 'getUserMedia'>

/** Whether a device id is one of the fallback devices' facing modes instead of a listed device. */
export function isFacingMode(deviceId: string): boolean {
  return deviceId === 'user' || deviceId === 'environment'
}

function videoConstraints(deviceId: string): MediaTrackConstraints {
  return isFacingMode(deviceId)
    ? { ...wantedVideo, facingMode: deviceId }
    : { ...wantedVideo, deviceId: { exact: deviceId } }
}

/** Asks for the device itself, then for any video device (spec 8: a start failure falls back to any). */
async function openVideo(media: StreamOpener, deviceId: string): Promise<OpenedStream> {
  try {
    const stream = await media.getUserMedia({ video: videoConstraints(deviceId), audio: false })
    return { kind: 'open', stream, hasAudio: false, isSubstitute: false }
  } catch (error) {
    if (failureOf(error) === 'permission-denied') return { kind: 'failed', reason: 'permission-denied' }
  }
  try {
    const stream = await media.getUserMedia({ video: wantedVideo, audio: false })
    return { kind: 'open', stream, hasAudio: false, isSubstitute: true }
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error) }
  }
}

/**
 * Opens a camera, with the microphone where asked. A refused microphone only calls `onAudioRefused` and goes on
 * video-only (spec 8), which is why it is asked for on its own.
 */
export async function openStream(
  media: StreamOpener | undefined,
  request: StreamRequest,
  onAudioRefused: (error: unknown) => void,
): Promise<OpenedStream> {
  if (media === undefined) return { kind: 'failed', reason: 'insecure-page' }
  const opened = await openVideo(media, request.deviceId)
  if (opened.kind === 'failed' || !request.withAudio) return opened
  try {
    const audio = await media.getUserMedia({ audio: true, video: false })
    for (const track of audio.getAudioTracks()) opened.stream.addTrack(track)
    return { ...opened, hasAudio: opened.stream.getAudioTracks().length > 0 }
  } catch (error) {
    onAudioRefused(error)
    return opened
  }
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
