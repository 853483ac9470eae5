import { WebSocket } from 'ws'
import type { Socket } from '../../../src/api/live-socket'
import type { SendingPorts } from '../../../src/engine/live'
import type { VoiceOut } from '../../../src/engine/live/voice'
import { setMotionAtom } from '../../../src/state/cameras/cameras'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { isCaptureWantedAtom } from '../../../src/state/capture/wished-captures'
import { startLiveCameras } from '../../../src/state/live/live-cameras'
import { startLiveLine } from '../../../src/state/live/live-line'
import { isLiveLineOpenAtom } from '../../../src/state/live/presence'
import type { SignedInUser, TestHubOptions } from '../../server/support/hub'
import { type LiveTab, openTab } from '../../server/support/live'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp } from '../app'
import { startBackend } from '../backend'
import { runningState, webcamListed } from '../browser/fake-cameras'
import { FakeStream } from '../browser/fake-media'
import { manualClock } from '../manual-clock'
import { FakePeer } from './fake-peer'
import { FakeSpeaker } from './fake-speaker'
import { FilmedStreams, LoopbackEncoder } from './loopback-encoder'
import { openRealSocket } from './real-socket'

const ANSWER_LIMIT_MS = 200

/** An audio element of the browser's. */
class FakeVoice implements VoiceOut {
  static readonly made: FakeVoice[] = []
  srcObject: MediaProvider | null = null
  isPlaying = false

  constructor() {
    FakeVoice.made.push(this)
  }

  async play(): Promise<void> {
    this.isPlaying = true
  }

  pause(): void {
    this.isPlaying = false
  }
}

/**
 * A tab that runs one camera, with the real hub behind real sockets, by way of `throughNetwork`; viewers are the test's. Connections, speaker and
 * frames are the test's too, and time.
 */
export async function startCameraTab(
  options: TestHubOptions = { tier: 'PRO' },
  throughNetwork: (origin: string) => Promise<string> = async (origin) => origin,
) {
  for (const made of [FakePeer.made, FakeVoice.made, LoopbackEncoder.made]) made.length = 0
  FakePeer.isFull = false
  FakeSpeaker.reset()
  const backend = await startBackend(options)
  const origin = await backend.hub.listen()
  const liveOrigin = await throughNetwork(origin)
  const clock = manualClock(Date.parse('2026-03-10T12:00:00.000Z'))
  const sockets: WebSocket[] = []
  const openSocket = (path: string, protocol: string): Socket => {
    const socket = openRealSocket(`${liveOrigin.replace('http', 'ws')}/v1${path}`, protocol)
    sockets.push(socket)
    return socket
  }
  const app = await startApp({ backend, services: { openSocket, after: clock.after, nowMs: clock.nowMs } })
  const films = new FilmedStreams()
  const ports: SendingPorts = {
    direct: {
      openPeer: (iceServers) => new FakePeer(iceServers).asPeer,
      sendCodecs: () => [{ mimeType: 'video/VP8', clockRate: 90_000 }],
      isH264Cheap: async () => false,
      clock,
    },
    relay: { startEncoder: LoopbackEncoder.start, openFrames: films.open },
    openSpeaker: FakeSpeaker.open,
    openVoice: () => new FakeVoice(),
  }
  await app.signIn()
  const camera = await cameraOnHub(app)
  const user = await backend.hub.signIn()
  const viewers: LiveTab[] = []
  const ends = [startLiveLine(app.store), startLiveCameras(app.store, ports)]
  app.cameras.plug(webcamListed)
  app.store.set(isCaptureWantedAtom, true)
  app.cameras.permit({ phase: 'granted' })
  await app.settle()
  await app.until(isLiveLineOpenAtom, (isOpen) => isOpen)
  const tab = {
    app,
    backend,
    camera,
    cameraId: camera.id,
    clock,
    films,
    origin,
    sockets,
    user,
    voices: FakeVoice.made,
    /** The camera, or another one of this machine, runs with this stream. */
    run(stream = new FakeStream('video', 'audio'), cameraId = camera.id) {
      app.cameras.tell({
        kind: 'state',
        cameraId,
        state: runningState({ stream: stream.asMediaStream }),
      })
      return stream
    },
    /** The camera fails. */
    lose() {
      app.cameras.tell({ kind: 'state', cameraId: camera.id, state: { phase: 'failed', reason: 'device-lost' } })
    },
    isRunning: () => app.store.get(captureStatesAtom).get(camera.id)?.phase === 'running',
    /** Time passes, while hub and tab go on telling each other that they are there. */
    async pass(ms: number) {
      for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
        await clock.advance(Math.min(1_000, leftMs))
        await heard(sockets.at(-1))
      }
    },
    /** Motion detection is turned on in its settings. */
    async watchMotion() {
      await app.store.set(setMotionAtom, camera, true)
      await app.settle()
    },
    async openViewer(as: SignedInUser = user): Promise<LiveTab> {
      const viewer = await openTab(origin, as)
      viewers.push(viewer)
      return viewer
    },
    async close() {
      for (const viewer of viewers) viewer.socket.terminate()
      for (const end of ends) end()
      await app.close()
      await backend.close()
    },
  }
  return tab
}

/** What was said until now has been answered, or the network is cut. */
async function heard(socket: WebSocket | undefined): Promise<void> {
  const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  if (socket?.readyState === WebSocket.OPEN) {
    const answered = new Promise<void>((resolve) => void socket.once('pong', () => resolve()))
    socket.ping()
    await Promise.race([answered, later(ANSWER_LIMIT_MS)])
  }
  await later(10)
}

export type CameraTab = Awaited<ReturnType<typeof startCameraTab>>
