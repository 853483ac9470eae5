import type { CaptureOptions, EngineEvent } from '../../../src/engine'
import { motionThreshold } from '../../../src/engine/motion'
import type { WatchedLook } from '../../../src/engine/naming/naming-watch'
import { NAMING_IDLE_MS } from '../../../src/engine/naming/naming-worker-client'
import { startEngine } from '../../../src/engine/start-engine'
import { markPx, markZone, RESTED_PASS, type VisitLog, type VisitStep } from '../harness/visit-figures'
import { optionsFor } from './engine-run'
import { preview } from './previews'

/** The product's numbers (src/contract/limits.ts), without snapshots. */
const timings = {
  checkIntervalMs: 300,
  cooldownMs: 5_000,
  clipLengthMs: 15_000,
  preRollMs: 5_000,
  snapshotIntervalMs: 1e9,
  jpegQuality: 0.5,
}

const SENSITIVITY_PERCENT = 50

/** Nothing moves for longer between two visits. */
const SHORT_IDLE_MS = 5_000

/** Lighter than the mark of an empty room, darker than that of a visit. */
const MARK_LEVEL = 128

/** One camera as users have it, and when what happened on it. */
export class VisitRun {
  readonly #log: VisitLog = []
  #isShown = false
  #entrances = 0

  constructor(deviceId: string) {
    const options: CaptureOptions = {
      ...optionsFor(deviceId),
      sensitivityPercent: SENSITIVITY_PERCENT,
      isNamingWanted: true,
      ignoredZones: [markZone],
    }
    const fail = (note: string) => this.#note('failed', note)
    const running = startEngine(
      timings,
      (event) => this.#hear(event),
      (state) => {
        if (state.phase !== 'ready') fail(state.message)
      },
      { onRecorderLost: fail, onNamingUnable: fail, namingIdleMs: () => this.#idleMs },
    )
    running.engine.setCameras(new Map([['0', options]]))
  }

  /** What came since it was last asked. */
  take(): VisitLog {
    return this.#log.splice(0)
  }

  /** Short before the pass to which the detector comes from its rest. */
  get #idleMs(): number {
    return this.#entrances === RESTED_PASS ? SHORT_IDLE_MS : NAMING_IDLE_MS
  }

  #note(step: VisitStep, note?: string): void {
    if (step === 'entered') this.#entrances++
    this.#log.push({ step, atMs: performance.now(), ...(note === undefined ? {} : { note }) })
  }

  #hear(event: EngineEvent): void {
    switch (event.kind) {
      case 'measured':
        if (event.measurement.difference > motionThreshold(SENSITIVITY_PERCENT)) this.#note('moved')
        return
      case 'clip-begun':
        return this.#note('clip-begun')
      case 'naming':
        if (event.phase === 'loading') this.#note('detector-loading')
        if (event.phase === 'ready') this.#note('detector-ready')
        return
      case 'looked':
        return this.#note('looked', wordsOf(event.look))
      case 'clip-detections':
        if (event.detections.some(({ label }) => label === 'person')) this.#note('person')
        return
      case 'warning':
        return this.#note('failed', event.message)
      case 'state':
        if (event.state.phase === 'failed') this.#note('failed', event.state.reason)
        if (event.state.phase === 'running') this.#show(event.state.stream)
    }
  }

  #show(stream: MediaStream): void {
    if (this.#isShown) return
    this.#isShown = true
    const failed = (error: unknown) => this.#note('failed', String(error))
    preview(stream).catch(failed)
    this.#readMarks(stream).catch(failed)
  }

  /** As the browser hands the frames over, before anything is done with them. */
  async #readMarks(stream: MediaStream): Promise<void> {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const track = stream.getVideoTracks()[0]?.clone()
    if (pen === null || track === undefined) throw new Error('The marks cannot be read.')
    const reader = new MediaStreamTrackProcessor({ track }).readable.getReader()
    let isInside = false
    for (;;) {
      const { value: frame } = await reader.read()
      if (frame === undefined) return
      const { left, top, side } = markPx
      pen.drawImage(frame, left + side / 4, top + side / 4, side / 2, side / 2, 0, 0, 1, 1)
      frame.close()
      const isMarked = (pen.getImageData(0, 0, 1, 1).data[0] ?? 0) > MARK_LEVEL
      if (isMarked && !isInside) this.#note('entered')
      isInside = isMarked
    }
  }
}

/** `2 parts, 204 ms: person 0.87`. */
function wordsOf({ things, tookMs, parts }: WatchedLook): string {
  const found = things.map(({ label, score }) => `${label} ${score.toFixed(2)}`).join(', ')
  return `${parts} ${parts === 1 ? 'part' : 'parts'}, ${tookMs.toFixed(0)} ms: ${found === '' ? 'nothing' : found}`
}
