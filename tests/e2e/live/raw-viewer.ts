import type { Page } from '@playwright/test'
import type { LiveAct, LiveNews, LiveRequest } from '../../../src/contract/live/live'

/** A viewer by the letter of the contract, in a page that has none of the app: a WebSocket and an RTCPeerConnection. */
export interface RawViewer {
  readonly heard: LiveNews[]
  readonly state: RawState
  send(request: LiveRequest): void
  look(cameraId: string, options: { readonly isDirect: boolean; readonly width: number }): Promise<string>
  stats(): Promise<RawStats>
  act(act: LiveAct): void
  leave(): void
}

interface RawState {
  viewingId: string
  firstFrameMs: number | null
  directFrames: number
  width: number
  chunks: { readonly type: 'key' | 'delta'; readonly delayMs: number; readonly bytes: number }[]
  decoded: number
  /** Of the first picture: a busy machine makes later ones smaller. */
  decodedWidth: number | null
}

export interface RawStats {
  readonly framesDecoded: number
  readonly framesPerSecond: number
  readonly frameWidth: number
  readonly codec: string
  readonly soundPackets: number
}

declare global {
  interface Window {
    viewer: RawViewer
  }
}

/** Opens a line to the hub in the page, which must be of the hub's origin; resolves once a camera can be looked through. */
export async function openRawViewer(page: Page, session: { token: string; workspaceId: string }): Promise<string> {
  return page.evaluate(runViewer, session)
}

/** Runs in the page: all it needs stands in it. */
function runViewer(session: { token: string; workspaceId: string }): Promise<string> {
  const heard: LiveNews[] = []
  const url = new URL('/v1/live', location.href)
  url.protocol = 'ws:'
  const socket = new WebSocket(url, 'nightjar.live.v1')
  socket.binaryType = 'arraybuffer'
  const send = (request: LiveRequest) => socket.send(JSON.stringify(request))
  const state: RawState = {
    viewingId: '',
    firstFrameMs: null,
    directFrames: 0,
    width: 0,
    chunks: [],
    decoded: 0,
    decodedWidth: null,
  }
  let peer: RTCPeerConnection | null = null
  let decoder: VideoDecoder | null = null
  let isAwaitingKey = true
  const show = (track: MediaStreamTrack, beganMs: number) => {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = new MediaStream([track])
    document.body.append(video)
    const count = () => {
      state.firstFrameMs ??= performance.now() - beganMs
      state.directFrames++
      state.width = video.videoWidth
      video.requestVideoFrameCallback(count)
    }
    video.requestVideoFrameCallback(count)
    void video.play()
  }
  const takeChunk = (bytes: Uint8Array) => {
    const view = new DataView(bytes.buffer)
    const type = view.getUint8(0) === 1 ? 'key' : 'delta'
    state.chunks.push({ type, delayMs: Date.now() - view.getFloat64(8), bytes: bytes.byteLength })
    if (decoder === null || (isAwaitingKey && type === 'delta')) return
    isAwaitingKey = false
    decoder.decode(new EncodedVideoChunk({ type, timestamp: state.chunks.length * 1_000, data: bytes.subarray(16) }))
  }
  const take = (news: LiveNews) => {
    heard.push(news)
    if (news.kind === 'answer') void peer?.setRemoteDescription({ type: 'answer', sdp: news.sdp })
    if (news.kind === 'candidate' && news.candidate !== null) {
      void peer?.addIceCandidate(news.candidate as RTCIceCandidateInit)
    }
    if (news.kind !== 'relay-format') return
    decoder?.close()
    isAwaitingKey = true
    decoder = new VideoDecoder({
      output: (frame) => {
        state.decoded++
        state.decodedWidth ??= frame.displayWidth
        frame.close()
      },
      error: () => undefined,
    })
    decoder.configure({ codec: news.format.codec })
  }
  window.viewer = {
    heard,
    state,
    send,
    async look(cameraId, { isDirect, width }) {
      const beganMs = performance.now()
      const viewingId = crypto.randomUUID()
      state.viewingId = viewingId
      const size = { width, height: Math.round((width * 9) / 16) }
      if (!isDirect) {
        send({ kind: 'view', viewingId, cameraId, size, offer: null })
        return viewingId
      }
      const connection = new RTCPeerConnection()
      peer = connection
      connection.addTransceiver('video', { direction: 'recvonly' })
      connection.addTransceiver('audio', { direction: 'sendrecv' })
      connection.addEventListener('track', ({ track }) => track.kind === 'video' && show(track, beganMs))
      await connection.setLocalDescription()
      send({ kind: 'view', viewingId, cameraId, size, offer: connection.localDescription?.sdp ?? '' })
      connection.addEventListener('icecandidate', ({ candidate }) => {
        send({ kind: 'candidate', viewingId, candidate: candidate === null ? null : candidate.toJSON() } as LiveRequest)
      })
      return viewingId
    },
    async stats() {
      const all = [...((await peer?.getStats())?.values() ?? [])]
      const inbound = (kind: string) => all.find((entry) => entry.type === 'inbound-rtp' && entry.kind === kind)
      const video = inbound('video')
      return {
        framesDecoded: video?.framesDecoded ?? 0,
        framesPerSecond: video?.framesPerSecond ?? 0,
        frameWidth: video?.frameWidth ?? 0,
        codec: all.find((entry) => entry.id === video?.codecId)?.mimeType ?? '',
        soundPackets: inbound('audio')?.packetsReceived ?? 0,
      }
    },
    act: (act) => send({ kind: 'act', viewingId: state.viewingId, act }),
    leave() {
      send({ kind: 'end', viewingId: state.viewingId, reason: 'left' })
      peer?.close()
    },
  }
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => send({ kind: 'hello', ...session }))
    socket.addEventListener('close', ({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`)))
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) return takeChunk(new Uint8Array(data))
      const news: LiveNews = JSON.parse(String(data))
      take(news)
      const camera = news.kind === 'presence' ? news.cameras[0] : undefined
      if (camera !== undefined) resolve(camera.cameraId)
    })
  })
}
