import type { EngineEvent } from '../../../src/engine'
import { type ClipHead, closeClip } from '../../../src/engine/recording'
import { startEngine } from '../../../src/engine/start-engine'
import { MINUTE_MS } from '../../../src/lib/durations'
import type { MadeRecording, Recorded, RecordingWay } from '../harness/recording-figures'
import { base64Of } from './base64'
import { optionsFor } from './engine-run'

/** The product's numbers (src/contract/limits.ts), without snapshots; motion begins nothing, the bench does. */
const timings = {
  checkIntervalMs: 300,
  cooldownMs: 1e12,
  clipLengthMs: 15_000,
  preRollMs: 5_000,
  snapshotIntervalMs: 1e9,
  jpegQuality: 0.5,
}

/** So long a camera watches before it records: its pre-roll is whole. */
const WATCHED_MS = 6_500

const START_LIMIT_MS = 30_000
const CLIP_LIMIT_MS = MINUTE_MS

interface Clip {
  readonly head: ClipHead
  readonly parts: Uint8Array<ArrayBuffer>[]
  hasEnded: boolean
}

/** Cameras that watch, and record when the bench says so, in one way. */
export class RecordingRun {
  readonly #cameras: number
  readonly #troubles: string[] = []
  readonly #measured = new Set<string>()
  /** Of each camera, since it watches. */
  readonly #dropped = new Map<string, number>()
  #droppedBefore = 0
  readonly #clips = new Map<string, Clip>()
  readonly #engine: ReturnType<typeof startEngine>

  constructor(deviceId: string, cameras: number, way: RecordingWay | 'watching') {
    this.#cameras = cameras
    // The browser's own recorder serves where frames cannot be encoded one by one.
    if (way === 'media-recorder') Reflect.deleteProperty(globalThis, 'VideoEncoder')
    this.#engine = startEngine(
      timings,
      (event) => this.#note(event),
      () => undefined,
    )
    const options = { ...optionsFor(deviceId), isMotionRecorded: false, isMp4Taken: way === 'mp4-h264' }
    const ids = Array.from({ length: cameras }, (_, camera) => String(camera))
    this.#engine.engine.setCameras(new Map(ids.map((id) => [id, options])))
  }

  /** Until every camera has its pre-roll. */
  async settle(): Promise<void> {
    await this.#until('every camera is watched', START_LIMIT_MS, () => this.#measured.size === this.#cameras)
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS))
  }

  record(): void {
    this.#droppedBefore = this.#droppedChecks
    for (let camera = 0; camera < this.#cameras; camera++) {
      if (!this.#engine.engine.recordNow(String(camera))) this.#troubles.push(`camera ${camera} does not record`)
    }
  }

  /** What was recorded, once all clips have ended by themselves. */
  async end(): Promise<Recorded> {
    const clips = () => [...this.#clips.values()]
    await this.#until('all clips have ended', CLIP_LIMIT_MS, () => {
      return clips().filter(({ hasEnded }) => hasEnded).length === this.#cameras
    })
    this.#engine.close()
    return { clips: await Promise.all(clips().map(madeOf)), droppedChecks: this.#droppedChecks - this.#droppedBefore }
  }

  get #droppedChecks(): number {
    return [...this.#dropped.values()].reduce((sum, dropped) => sum + dropped, 0)
  }

  #note(event: EngineEvent): void {
    switch (event.kind) {
      case 'state':
        if (event.state.phase === 'running') this.#dropped.set(event.cameraId, event.state.pace.droppedChecks)
        return
      case 'measured':
        return void this.#measured.add(event.cameraId)
      case 'clip-begun':
        return void this.#clips.set(event.clip.id, { head: event.clip, parts: [], hasEnded: false })
      case 'clip-part':
        return void this.#clips.get(event.clipId)?.parts.push(event.bytes)
      case 'clip-ended': {
        const clip = this.#clips.get(event.clipId)
        if (clip !== undefined) clip.hasEnded = true
        return
      }
      case 'warning':
        this.#troubles.push(event.message)
    }
  }

  async #until(what: string, limitMs: number, isSo: () => boolean): Promise<void> {
    for (const startedMs = performance.now(); !isSo(); await new Promise((resolve) => setTimeout(resolve, 100))) {
      if (this.#troubles.length > 0) throw new Error(this.#troubles.join(' '))
      if (performance.now() - startedMs > limitMs)
        throw new Error(`In ${limitMs / 1000} s it did not come that ${what}.`)
    }
  }
}

async function madeOf({ head, parts }: Clip): Promise<MadeRecording> {
  const closed = await closeClip(new Blob(parts, { type: head.mediaType }))
  if (closed.kind === 'failed') throw new Error(`A clip could not be closed: ${closed.reason}.`)
  const { content, mediaType, durationMs } = closed.clip
  return { mediaType, durationMs, sizeBytes: content.size, base64: await base64Of(content) }
}
