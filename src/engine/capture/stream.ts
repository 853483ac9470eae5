import { type CaptureFailure, failureOf } from '../failure'

/** What a capture asks of a camera: enough for 720p clips, and no more (ENG-18). */
const wantedVideo = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 15, max: 30 },
} satisfies MediaTrackConstraints

export interface StreamRequest {
  /** Id of a listed device, or a facing mode of the fallback devices. */
  readonly deviceId: string
  readonly withAudio: boolean
  /** Asks for a device as stand-in and claims it; false where it is another camera's. Without it every device is free. */
  readonly claimStandIn?: (deviceId: string) => boolean
  /** Asked before each question after the first: nobody is asked for a camera that is gone. Without it all are. */
  readonly isWanted?: () => boolean
}

export type OpenedStream =
  | {
      readonly kind: 'open'
      /** Owned by the caller, who stops its tracks. */
      readonly stream: MediaStream
      readonly hasAudio: boolean
      /** Whether the asked device did not start, and this is any other one (CAM-45). */
      readonly isSubstitute: boolean
    }
  | { readonly kind: 'failed'; readonly reason: CaptureFailure }

/** The part of MediaDevices that opening needs. */
export type StreamOpener = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>

/** Whether a device id is one of the fallback devices' facing modes instead of a listed device. */
export function isFacingMode(deviceId: string): boolean {
  return deviceId === 'user' || deviceId === 'environment'
}

function videoConstraints(deviceId: string): MediaTrackConstraints {
  return isFacingMode(deviceId)
    ? { ...wantedVideo, facingMode: deviceId }
    : { ...wantedVideo, deviceId: { exact: deviceId } }
}

const always = () => true

async function open(media: StreamOpener, video: MediaTrackConstraints, isSubstitute: boolean): Promise<OpenedStream> {
  try {
    return { kind: 'open', stream: await media.getUserMedia({ video, audio: false }), hasAudio: false, isSubstitute }
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error) }
  }
}

/** Opens this device and no other, without sound. */
export async function openDevice(media: StreamOpener | undefined, deviceId: string): Promise<OpenedStream> {
  if (media === undefined) return { kind: 'failed', reason: 'insecure-page' }
  return open(media, videoConstraints(deviceId), false)
}

/** Video inputs by id; none where the browser does not tell them. */
async function listedIds(media: StreamOpener): Promise<readonly string[]> {
  try {
    const listed = await media.enumerateDevices()
    return listed.flatMap(({ kind, deviceId }) => (kind === 'videoinput' && deviceId !== '' ? deviceId : []))
  } catch {
    return []
  }
}

/** Asks for a device that no other camera claims, and only where none of them starts for any video device (CAM-45). */
async function openStandIn(
  media: StreamOpener,
  own: OpenedStream,
  { deviceId, claimStandIn, isWanted = always }: StreamRequest,
): Promise<OpenedStream> {
  if (claimStandIn !== undefined && isWanted()) {
    for (const otherId of await listedIds(media)) {
      if (!isWanted()) return own
      if (otherId === deviceId || !claimStandIn(otherId)) continue
      const opened = await open(media, videoConstraints(otherId), true)
      if (opened.kind === 'open') return opened
    }
  }
  return isWanted() ? open(media, wantedVideo, true) : own
}

/** Adds the microphone; where it is refused, `onAudioRefused` is called and the stream stays video-only (CAM-44). */
export async function addMicrophone(
  media: StreamOpener,
  opened: Extract<OpenedStream, { kind: 'open' }>,
  onAudioRefused: (error: unknown) => void,
): Promise<Extract<OpenedStream, { kind: 'open' }>> {
  try {
    const audio = await media.getUserMedia({ audio: true, video: false })
    for (const track of audio.getAudioTracks()) opened.stream.addTrack(track)
    return { ...opened, hasAudio: opened.stream.getAudioTracks().length > 0 }
  } catch (error) {
    onAudioRefused(error)
    return opened
  }
}

/**
 * Opens a camera, with the microphone where asked; another device stands in where its own does not start (CAM-45). The
 * microphone is asked for on its own, since a refused one must not keep the picture away.
 */
export async function openStream(
  media: StreamOpener | undefined,
  request: StreamRequest,
  onAudioRefused: (error: unknown) => void,
): Promise<OpenedStream> {
  if (media === undefined) return { kind: 'failed', reason: 'insecure-page' }
  const own = await openDevice(media, request.deviceId)
  const isAnswered = own.kind === 'open' || own.reason === 'permission-denied'
  const opened = isAnswered ? own : await openStandIn(media, own, request)
  if (opened.kind === 'failed' || !request.withAudio || request.isWanted?.() === false) return opened
  return addMicrophone(media, opened, onAudioRefused)
}

/** The device that a stream comes from; undefined where the browser does not tell it. */
export function deviceOf(stream: MediaStream): string | undefined {
  return stream.getVideoTracks()[0]?.getSettings().deviceId
}

/**
 * The same for streams that show the same part of the world: of one device, in one size, as cameras crop the picture for
 * another one; not for one that stands on end, which is a telephone that somebody has turned. A browser that does not tell the
 * device gives the one that was asked for, unless another stands in.
 */
export function viewOf(stream: MediaStream, askedId: string): string {
  const { deviceId = askedId, width = 0, height = 0 } = stream.getVideoTracks()[0]?.getSettings() ?? {}
  return `${deviceId} ${Math.max(width, height)} x ${Math.min(width, height)}`
}

export function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
