import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { HubProcess } from '../../../scripts/demo/hub-process.mjs'
import type { Detection } from '../../../src/contract/detection'
import { clipProofText } from '../../../src/lib/proof/clip-proof'
import type { ClipSigning } from '../../../src/outbox/signing/clip-signer'
import { type Picture, rhythmClip } from '../../support/engine/rhythm-clip'
import { padded, webmFilm } from '../../support/films'

/** A film by its build, of which no browser shows anything. */
const unplayable = padded(webmFilm({ codecId: 'V_UNKNOWN' }), 2_000, 7)

/** Delivers clips as cameras on other machines would, as whoever is signed in on the page. */
export class ClipDelivery {
  readonly #hub: HubProcess
  readonly #headers: Record<string, string>
  readonly #pictures: readonly Picture[]
  readonly #thumbnail: string

  private constructor(hub: HubProcess, headers: Record<string, string>, drawn: Drawn) {
    this.#hub = hub
    this.#headers = headers
    this.#pictures = drawn.frames.map((frame) => ({ bytes: Buffer.from(frame, 'base64'), width: 640, height: 360 }))
    this.#thumbnail = drawn.thumbnail
  }

  static async start(hub: HubProcess, page: Page): Promise<ClipDelivery> {
    const headers = await page.evaluate(() => ({
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-workspace-id': localStorage.getItem('workspaceId') ?? '',
    }))
    return new ClipDelivery(hub, headers, await draw(page))
  }

  async addCamera(name: string): Promise<string> {
    const camera = { name, location: 'Hall', deviceId: `device of ${name}`, deviceLabel: 'Elsewhere' }
    const answer = await this.#post('/cameras', {
      body: JSON.stringify(camera),
      headers: { ...this.#headers, 'content-type': 'application/json' },
    })
    const { id } = (await answer.json()) as { id: string }
    return id
  }

  /** A clip of playable pictures at the given times; of bytes that no browser plays where there are none; signed where something signs. */
  async deliver(
    cameraId: string,
    startedAtMs: number,
    timesSec: readonly number[] | null,
    seen: SeenPeople | null = null,
    signing: ClipSigning | null = null,
  ): Promise<void> {
    const content = timesSec === null ? unplayable : await rhythmClip(timesSec, this.#pictures)
    const form = new FormData()
    form.set('cameraId', cameraId)
    form.set('size', String(content.length))
    form.set('hasAudio', 'false')
    form.set('startedAt', new Date(startedAtMs).toISOString())
    form.set('thumbnail', seen?.thumbnail ?? this.#thumbnail)
    if (seen !== null) form.set('detections', JSON.stringify(seen.detections))
    const [id, video] = [randomUUID(), new Blob([content], { type: 'video/webm' })]
    const proof = (await signing?.sign({ id, cameraId, startedAtMs, content: video })) ?? null
    if (proof !== null) form.set('proof', clipProofText(proof))
    form.set('video', video, `${id}.webm`)
    await this.#post('/videos/upload', { body: form, headers: this.#headers })
  }

  async #post(path: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(`${this.#hub.url}/v1${path}`, { ...init, method: 'POST' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
}

/** What the camera says of people in a clip. */
export interface SeenPeople {
  readonly detections: readonly Detection[]
  /** JPEG in base64; the usual one without it. */
  readonly thumbnail?: string
}

interface Drawn {
  readonly frames: readonly string[]
  readonly thumbnail: string
}

/** VP8 keyframes of a moving block, and a picture of it, each as base64. */
function draw(page: Page): Promise<Drawn> {
  return page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
    const context = canvas.getContext('2d')
    const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    const frames: string[] = []
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        frames.push(toBase64(bytes))
      },
      error: (error) => {
        throw error
      },
    })
    encoder.configure({ codec: 'vp8', width: 640, height: 360, bitrate: 500_000 })
    for (let index = 0; index < 12; index++) {
      if (context === null) break
      context.fillStyle = '#39424e'
      context.fillRect(0, 0, 640, 360)
      context.fillStyle = '#c9a46a'
      context.fillRect(40 + index * 40, 120, 70, 180)
      const frame = new VideoFrame(canvas, { timestamp: index * 66_667 })
      encoder.encode(frame, { keyFrame: true })
      frame.close()
    }
    await encoder.flush()
    encoder.close()
    return { frames, thumbnail: canvas.toDataURL('image/jpeg', 0.7).split(',')[1] ?? '' }
  })
}
