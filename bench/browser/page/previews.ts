import { openStream } from '../../../src/engine/capture/stream'

/** Plays a stream as a user would see it. */
export async function preview(stream: MediaStream): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  document.body.append(video)
  await video.play()
  return video
}

/** The only camera there is: the file. */
export async function cameraId(): Promise<string> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const id = devices.find(({ kind }) => kind === 'videoinput')?.deviceId
  if (id === undefined) throw new Error('There is no camera.')
  return id
}

/** Opens the camera as the engine does. */
export async function openCamera(deviceId: string): Promise<MediaStream> {
  const opened = await openStream(navigator.mediaDevices, { deviceId, withAudio: false }, () => undefined)
  if (opened.kind === 'failed') throw new Error(`The camera did not open: ${opened.reason}.`)
  return opened.stream
}
