import { pageClock } from '../clock'
import { isH264Cheap } from './codec-order'
import type { DirectPorts } from './direct-sender'
import type { SoundOut } from './loudspeaker'
import type { RelayPorts } from './relay-feed'
import { openTrackFrames } from './track-frames'
import type { VoiceOut } from './voice'

/** What the browser itself gives to cameras that are looked at. */
export interface SendingPorts {
  readonly direct: DirectPorts
  readonly relay: RelayPorts
  readonly openSpeaker: () => SoundOut
  readonly openVoice: (track: MediaStreamTrack) => VoiceOut
}

export function browserSending(): SendingPorts {
  let cheap: Promise<boolean> | null = null
  return {
    direct: {
      openPeer: (iceServers) => new RTCPeerConnection({ iceServers: [...iceServers] }),
      sendCodecs: () => RTCRtpSender.getCapabilities('video')?.codecs ?? [],
      isH264Cheap: () => {
        cheap ??= isH264Cheap(navigator.mediaCapabilities as MediaCapabilities | undefined)
        return cheap
      },
      clock: pageClock,
    },
    relay: {
      startEncoder: () =>
        new Worker(new URL('../workers/live-encoder.worker.ts', import.meta.url), { type: 'module', name: 'live' }),
      openFrames: openTrackFrames,
    },
    openSpeaker: () => new AudioContext(),
    openVoice: (track) => Object.assign(new Audio(), { srcObject: new MediaStream([track]) }),
  }
}
