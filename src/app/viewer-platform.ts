import { browserReceiver } from '../engine/live'
import type { ViewerPlatform } from '../state/services'

/** Who looks through cameras in this browser. */
export function browserViewer(): ViewerPlatform {
  return { receiver: browserReceiver(), openMicrophone }
}

async function openMicrophone(): Promise<MediaStreamTrack | null> {
  try {
    // Undefined outside secure pages, whatever the DOM's types say: that fails like a refusal.
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    })
    return stream.getAudioTracks()[0] ?? null
  } catch {
    return null
  }
}
