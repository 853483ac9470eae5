import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { LIVE_PATH, LIVE_PROTOCOL, type LiveNews, type LiveRequest, liveNews } from '../../../src/contract/live/live'
import { LIVE_CHUNK_HEAD_BYTES, writeChunk } from '../../../src/contract/live/live-chunk'
import type { Account, BenchCamera } from '../../hub/accounts'

/** As a camera of 640 x 360 sends: 60 kB a second, with a key frame every two seconds. */
const PICTURES_PER_SEC = 15
const PICTURES_OF_GROUP = 30
/** Timers come late on a busy machine: what is due by then is sent at once. */
const TICK_MS = 20
const KEY_BYTES = 24_000
const DELTA_BYTES = 3_300

const format = { codec: 'vp8', width: 640, height: 360 }

/** A tab's line to the hub, without a browser. */
class Tab {
  readonly socket: WebSocket

  protected constructor(socket: WebSocket, onNews: (news: LiveNews) => void) {
    this.socket = socket
    socket.on('message', (data, isBinary) => {
      if (!isBinary) onNews(liveNews.parse(JSON.parse(String(data))))
    })
  }

  send(request: LiveRequest): void {
    this.socket.send(JSON.stringify(request))
  }
}

async function openLine(port: number, { token, workspaceId }: Account): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1${LIVE_PATH}`, LIVE_PROTOCOL)
  await once(socket, 'open')
  const hello: LiveRequest = { kind: 'hello', token, workspaceId }
  socket.send(JSON.stringify(hello))
  await once(socket, 'message')
  return socket
}

/** The camera's: sends pictures while the hub wants them, a key frame too whenever it asks for one. */
export class SendingTab extends Tab {
  sentBytes = 0
  sentPictures = 0
  #relayId: number | null = null
  #isKeyWanted = true
  #sinceKey = 0
  #dueAtMs = performance.now()
  readonly #timer: NodeJS.Timeout

  private constructor(socket: WebSocket) {
    super(socket, (news) => this.#hear(news))
    this.#timer = setInterval(() => this.#pictures(), TICK_MS)
  }

  static async open(port: number, camera: BenchCamera): Promise<SendingTab> {
    const tab = new SendingTab(await openLine(port, camera))
    tab.send({ kind: 'cameras', cameraIds: [camera.cameraId] })
    return tab
  }

  close(): void {
    clearInterval(this.#timer)
    this.socket.terminate()
  }

  #hear(news: LiveNews): void {
    if (news.kind === 'relay-end') this.#relayId = null
    if (news.kind !== 'relay-begin') return
    this.#isKeyWanted = true
    if (this.#relayId === news.relayId) return
    this.#relayId = news.relayId
    this.send({ kind: 'relay-format', relayId: news.relayId, format })
  }

  #pictures(): void {
    for (; this.#dueAtMs <= performance.now(); this.#dueAtMs += 1_000 / PICTURES_PER_SEC)
      if (this.#relayId !== null) this.#picture(this.#relayId)
  }

  #picture(relayId: number): void {
    const isKey = this.#isKeyWanted || this.#sinceKey >= PICTURES_OF_GROUP
    this.#isKeyWanted = false
    this.#sinceKey = isKey ? 1 : this.#sinceKey + 1
    const head = { type: isKey ? 'key' : 'delta', relayId, takenAtMs: Date.now() } as const
    const chunk = writeChunk(head, isKey ? KEY_BYTES : DELTA_BYTES)
    this.sentBytes += chunk.byteLength
    this.sentPictures++
    this.socket.send(chunk)
  }
}

/** One who looks through the hub. */
export class LookingTab extends Tab {
  pictures = 0

  private constructor(socket: WebSocket) {
    super(socket, () => undefined)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary && data.length > LIVE_CHUNK_HEAD_BYTES) this.pictures++
    })
  }

  static async open(port: number, account: Account, cameraId: string): Promise<LookingTab> {
    const tab = new LookingTab(await openLine(port, account))
    const viewingId = randomUUID()
    tab.send({ kind: 'view', viewingId, cameraId, size: { width: 640, height: 360 }, offer: null })
    tab.send({ kind: 'relay', viewingId, isWanted: true })
    return tab
  }

  /** Takes nothing from the network any more. */
  turnDeaf(): void {
    this.socket.pause()
  }

  close(): void {
    this.socket.terminate()
  }
}
