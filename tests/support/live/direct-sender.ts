import { type DirectPorts, DirectSender, type DirectWish } from '../../../src/engine/live/direct-sender'
import { FakeStream } from '../browser/fake-media'
import { manualClock } from '../manual-clock'
import { FakePeer } from './fake-peer'

/** A viewer's connection of a camera with sound, in manual time and on a browser that negotiates nothing. */
export function startDirect(differing: Partial<DirectWish> = {}, { isH264Cheap = false } = {}) {
  const clock = manualClock()
  const told = { answers: [] as string[], candidates: [] as (RTCIceCandidateInit | null)[], failures: [] as unknown[] }
  const stream = new FakeStream('video', 'audio')
  const ports: DirectPorts = {
    openPeer: (iceServers) => new FakePeer(iceServers).asPeer,
    sendCodecs: () => ['video/H264', 'video/VP8'].map((mimeType) => ({ mimeType, clockRate: 90_000 })),
    isH264Cheap: async () => isH264Cheap,
    clock,
  }
  const wish: DirectWish = {
    offer: 'video audio',
    isComplete: false,
    mayHear: true,
    size: { width: 640, height: 360 },
    pace: { framesPerSec: 15, shrinkBy: 1 },
    iceServers: [],
    ...differing,
  }
  const sender = new DirectSender(stream.asMediaStream, wish, ports, {
    onAnswer: (sdp) => told.answers.push(sdp),
    onCandidate: (candidate) => told.candidates.push(candidate),
    onFailed: (error) => told.failures.push(error),
  })
  const peer = FakePeer.made.at(-1)
  if (peer === undefined) throw new Error('No connection was opened.')
  return { sender, peer, clock, told, stream }
}
