import type { CaptureOptions, EngineEvent } from '../../../src/engine'
import { motionThreshold } from '../../../src/engine/motion'
import { startEngine } from '../../../src/engine/start-engine'
import type { PersonCounts } from '../harness/page-figures'
import { optionsFor } from './engine-run'
import { LookCounts } from './look-counts'
import { preview } from './previews'

/** The product's numbers (src/contract/limits.ts), without snapshots: what moves is recorded meanwhile, as in the app. */
const timings = {
  checkIntervalMs: 300,
  cooldownMs: 5_000,
  clipLengthMs: 15_000,
  preRollMs: 5_000,
  snapshotIntervalMs: 1e9,
  jpegQuality: 0.5,
}

const SENSITIVITY_PERCENT = 50

/** Cameras of one device whose person detection is turned on and off while they run. */
export class PersonRun {
  readonly #looks = new LookCounts()
  readonly #notes = new Set<string>()
  readonly #engine: ReturnType<typeof startEngine>['engine']
  #options: CaptureOptions
  readonly #cameras: number
  #checks: number[] = []
  #movedChecks = 0
  #clipsBegun = 0
  #isRecording = false
  /** The stream that is shown. */
  #shown: MediaStream | null = null

  constructor(deviceId: string, cameras: number) {
    this.#cameras = cameras
    this.#forget()
    this.#options = { ...optionsFor(deviceId), sensitivityPercent: SENSITIVITY_PERCENT }
    const note = (message: string) => this.#notes.add(message)
    const running = startEngine(
      timings,
      (event) => this.#hear(event),
      (state) => {
        if (state.phase !== 'ready') note(state.message)
      },
      { onRecorderLost: note, onNamingUnable: note },
    )
    this.#engine = running.engine
    this.#apply()
  }

  setWanted(isNamingWanted: boolean): void {
    this.#options = { ...this.#options, isNamingWanted }
    this.#apply()
  }

  /** Opens the device anew: what it shows may be another file by now. The workers stay. */
  reopen(): void {
    this.#engine.setCameras(new Map())
    this.#isRecording = false
    this.#apply()
  }

  /** The counts begin anew. */
  take(): PersonCounts {
    const counts = {
      checks: [...this.#checks],
      movedChecks: this.#movedChecks,
      clipsBegun: this.#clipsBegun,
      isRecording: this.#isRecording,
      notes: [...this.#notes],
      ...this.#looks.take(),
    }
    this.#forget()
    return counts
  }

  #apply(): void {
    this.#engine.setCameras(new Map(this.#checks.map((_, camera) => [String(camera), this.#options])))
  }

  #forget(): void {
    this.#checks = Array.from({ length: this.#cameras }, () => 0)
    this.#movedChecks = this.#clipsBegun = 0
  }

  #hear(event: EngineEvent): void {
    switch (event.kind) {
      case 'measured':
        this.#checks[Number(event.cameraId)] = (this.#checks[Number(event.cameraId)] ?? 0) + 1
        if (event.measurement.difference > motionThreshold(SENSITIVITY_PERCENT)) this.#movedChecks++
        return
      case 'clip-begun':
        this.#clipsBegun++
        return
      case 'warning':
        this.#notes.add(event.message)
        return
      case 'state':
        if (event.state.phase === 'failed') this.#notes.add(`The camera failed: ${event.state.reason}.`)
        if (event.state.phase !== 'running') return
        this.#isRecording = event.state.motion.phase === 'recording'
        if (event.cameraId === '0') this.#show(event.state.stream)
    }
  }

  #show(stream: MediaStream): void {
    if (stream === this.#shown) return
    this.#shown = stream
    document.querySelector('video')?.remove()
    preview(stream).catch(() => this.#notes.add('The preview did not play.'))
  }
}
