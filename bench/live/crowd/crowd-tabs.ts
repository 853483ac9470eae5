import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import {
  LIVE_PATH,
  LIVE_PROTOCOL,
  LIVE_VIEWING_BEAT_MS,
  type LiveNews,
  type LiveRequest,
  liveNews,
} from '../../../src/contract/live/live'
import { readChunkHead } from '../../../src/contract/live/live-chunk'
import { Complaint } from '../../complaint'
import type { Account, BenchCamera } from '../../hub/accounts'
import { RelayedFilm } from './relayed-film'

/** With those of the film they make 60 kB a second. */
const PICTURES_PER_SEC = 15
/** Timers come late on a busy machine: what is due by then is sent at once. */
const TICK_MS = 20
const READ_LIMIT_MS = 30_000

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

/** The camera's: sends pictures while the hub wants them. */
export class SendingTab extends Tab {
  sentBytes = 0
  sentPictures = 0
  /** Viewings that the hub has ended. */
  readonly ended = new Set<string>()
  readonly #film = new RelayedFilm()
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
    if (news.kind === 'end') this.ended.add(news.viewingId)
    const answer = this.#film.hear(news)
    if (answer !== null) this.send(answer)
  }

  #pictures(): void {
    for (; this.#dueAtMs <= performance.now(); this.#dueAtMs += 1_000 / PICTURES_PER_SEC) {
      const chunks = this.#film.next(Date.now())
      if (chunks.length > 0) this.sentPictures++
      for (const chunk of chunks) {
        this.sentBytes += chunk.byteLength
        this.socket.send(chunk)
      }
    }
  }
}

/** One who looks through the hub. */
export class LookingTab extends Tab {
  pictures = 0
  readonly viewingId = randomUUID()
  #beats: NodeJS.Timeout | null = null
  #onPicture: (takenAtMs: number, sizeBytes: number) => void = () => undefined

  private constructor(socket: WebSocket) {
    super(socket, () => undefined)
    socket.on('message', (data: Buffer, isBinary) => {
      const head = isBinary ? readChunkHead(data) : null
      if (head === null) return
      this.pictures++
      this.#onPicture(head.takenAtMs, data.length)
    })
  }

  static async open(port: number, account: Account, cameraId: string): Promise<LookingTab> {
    const tab = new LookingTab(await openLine(port, account))
    const { viewingId } = tab
    tab.send({ kind: 'view', viewingId, cameraId, size: { width: 640, height: 360 }, offer: null })
    tab.send({ kind: 'relay', viewingId, isWanted: true })
    return tab
  }

  /** Takes nothing from the network any more, and goes on to say that it is there: who is silent, too, is let go (LIVE-100). */
  turnDeaf(): void {
    this.socket.pause()
    this.#beats = setInterval(() => this.socket.pong(), LIVE_VIEWING_BEAT_MS)
  }

  /** Reads all that was kept for it: how many bytes of pictures that were taken from a moment on until now. */
  async readKept(fromMs: number): Promise<number> {
    const toMs = Date.now()
    let keptBytes = 0
    const isLive = new Promise<true>((resolve) => {
      this.#onPicture = (takenAtMs, sizeBytes) => {
        if (takenAtMs >= toMs) resolve(true)
        else if (takenAtMs >= fromMs) keptBytes += sizeBytes
      }
    })
    this.socket.resume()
    if (await Promise.race([isLive, delay(READ_LIMIT_MS, false, { ref: false })])) return keptBytes
    throw new Complaint('Who read again was sent no new picture.')
  }

  close(): void {
    if (this.#beats !== null) clearInterval(this.#beats)
    this.socket.terminate()
  }
}
