import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { LIVE_PATH, LIVE_PROTOCOL, type LiveNews, type LiveRequest, liveNews } from '../../../src/contract/live/live'
import { type ChunkHead, writeChunk } from '../../../src/contract/live/live-chunk'
import type { SignedInUser } from './hub'

type News<Kind extends LiveNews['kind']> = Extract<LiveNews, { kind: Kind }>

/** A tab's end of the line, on a real socket; it keeps everything that it hears. */
export class LiveTab {
  readonly socket: WebSocket
  readonly heard: LiveNews[] = []
  readonly chunks: Buffer[] = []
  /** How the hub closed it. */
  readonly closed: Promise<{ code: number; reason: string }>

  constructor(origin: string, options: { headers?: Record<string, string>; protocols?: string[] } = {}) {
    const url = `${origin.replace('http', 'ws')}/v1${LIVE_PATH}`
    this.socket = new WebSocket(url, options.protocols ?? [LIVE_PROTOCOL], { headers: options.headers ?? {} })
    this.socket.on('message', (data, isBinary) => {
      if (isBinary && Buffer.isBuffer(data)) this.chunks.push(data)
      else this.heard.push(liveNews.parse(JSON.parse(String(data))))
    })
    // What a refused opening says is read by `refusalOf`.
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) =>
      this.socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    )
  }

  send(request: LiveRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  sendChunk(head: ChunkHead, sizeBytes: number): void {
    this.socket.send(writeChunk(head, sizeBytes))
  }

  all<Kind extends LiveNews['kind']>(kind: Kind): News<Kind>[] {
    return this.heard.filter((news): news is News<Kind> => news.kind === kind)
  }

  /** The first of a kind that is like this, once it is there. */
  async hears<Kind extends LiveNews['kind']>(
    kind: Kind,
    isLike: (news: News<Kind>) => boolean = () => true,
  ): Promise<News<Kind>> {
    return vi.waitFor(
      () => {
        const found = this.all(kind).find(isLike)
        if (found === undefined) throw new Error(`no “${kind}” of that kind came, but ${JSON.stringify(this.heard)}`)
        return found
      },
      { timeout: 5_000, interval: 5 },
    )
  }

  /** Resolves once the hub has heard all that was sent before. */
  async settled(): Promise<void> {
    const before = this.all('ping').length
    this.send({ kind: 'ping' })
    const answered = () => {
      if (this.all('ping').length <= before) throw new Error('the hub does not answer')
    }
    await vi.waitFor(answered, { timeout: 15_000, interval: 5 })
  }

  /** The cameras that can be looked through, as this tab was told last. */
  get present(): News<'presence'>['cameras'] {
    return this.all('presence').at(-1)?.cameras ?? []
  }

  async leave(): Promise<void> {
    this.socket.close()
    await this.closed
  }
}

/** A tab that is signed in and was welcomed. */
export async function openTab(origin: string, user: SignedInUser): Promise<LiveTab> {
  const tab = new LiveTab(origin)
  await once(tab.socket, 'open')
  tab.send({ kind: 'hello', token: user.token, workspaceId: user.workspaceId })
  await tab.hears('presence')
  return tab
}

/** A tab that offers cameras, all of them present. */
export async function openCamera(origin: string, user: SignedInUser, ...cameraIds: string[]): Promise<LiveTab> {
  const tab = await openTab(origin, user)
  tab.send({ kind: 'cameras', cameraIds })
  await tab.hears('presence', ({ cameras }) => cameras.length >= cameraIds.length)
  return tab
}

export const size = { width: 640, height: 360 }
export const OFFER = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\n'
export const ANSWER = `${OFFER}a=answer\r\n`

/** Asks to look; the id of the viewing. */
export function look(tab: LiveTab, cameraId: string, viewingId: string = randomUUID()): string {
  tab.send({ kind: 'view', viewingId, cameraId, size, offer: OFFER })
  return viewingId
}

/** Looks, once the camera's tab knows of it. */
export async function lookThrough(viewer: LiveTab, camera: LiveTab, cameraId: string): Promise<string> {
  const viewingId = look(viewer, cameraId)
  await camera.hears('viewing', (news) => news.viewingId === viewingId)
  return viewingId
}

/** The status with which the hub refused to open a socket. */
export function refusalOf(tab: LiveTab): Promise<number | undefined> {
  return new Promise((resolve) =>
    tab.socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode)
      request.destroy()
    }),
  )
}
