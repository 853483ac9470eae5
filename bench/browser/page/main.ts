import type { CurveJob, EncodedFilm } from '../harness/curve-figures'
import type { LooksTaken, LookWay, OpenedLooks } from '../harness/look-figures'
import type { ClipFacts, Mode, PageFigures, PersonCounts } from '../harness/page-figures'
import type { Recorded, RecordingWay } from '../harness/recording-figures'
import type { VisitLog } from '../harness/visit-figures'
import { startCanvasLoop } from './canvas-loop'
import { CheckCounts } from './check-counts'
import { makeClips } from './clips-run'
import { encodeAllFrames, recordAllTime } from './continuous'
import { encodeFilm } from './curve-run'
import { type EngineRun, runEngine } from './engine-run'
import { countFrames, type FrameCounts } from './frame-counts'
import { LooksRun } from './looks-run'
import { PersonRun } from './person-run'
import { cameraId, openCamera, preview } from './previews'
import { RecordingRun } from './recording-run'
import { VisitRun } from './visit-run'

/** What the bench in Node calls through the protocol. */
export interface BenchPage {
  /** Resolves when every camera plays and, where there are checks, has had its first. */
  start(mode: Mode, cameras: number): Promise<void>
  /** Counts anew from here. */
  begin(): void
  figures(): PageFigures
  /** Makes so many clips on so many cameras, and looks at each. */
  makeClips(clips: number, cameras: number, isSteady: boolean): Promise<readonly ClipFacts[]>
  /** Resolves when every camera watches and has its pre-roll. */
  startRecording(way: RecordingWay | 'watching', cameras: number): Promise<void>
  recordAll(): void
  /** The clips, once they have ended by themselves. */
  endRecording(): Promise<Recorded>
  /** A whole film, as the pictures of a clip or at another bit rate. */
  encodeFilm(job: CurveJob): Promise<EncodedFilm>
  /** So many cameras of one device, whose person detection is off at first. */
  startPerson(cameras: number): Promise<void>
  setNamingWanted(isWanted: boolean): void
  reopenCamera(): void
  /** The counts begin anew. */
  takePersonCounts(): PersonCounts
  /** One way to run the built-in network. */
  openLooks(way: LookWay): Promise<OpenedLooks>
  /** So many looks, one after the other. */
  takeLooks(looks: number): Promise<LooksTaken>
  /** One camera as users have it, whose film is marked where somebody enters. */
  startVisits(): Promise<void>
  /** What was noted since it was last asked. */
  takeVisitLog(): VisitLog
}

declare global {
  interface Window {
    bench: BenchPage
  }
}

const START_LIMIT_MS = 30_000

/** The product's (src/contract/limits.ts). */
const PRE_ROLL_MS = 5_000

class Bench implements BenchPage {
  #counts: CheckCounts[] = []
  #frames: FrameCounts = { made: 0, open: 0 }
  #engine: EngineRun = { notes: [] }
  #beganMs = 0
  #pageTicks = 0
  #person: PersonRun | null = null
  #looks: LooksRun | null = null
  #visits: VisitRun | null = null
  #recording: RecordingRun | null = null

  async start(mode: Mode, cameras: number): Promise<void> {
    // Only a hidden page has a timer that is looked at: it would cost the others something.
    document.addEventListener('visibilitychange', () => setInterval(() => this.#pageTicks++, 100), { once: true })
    const deviceId = await cameraId()
    this.#counts = Array.from({ length: mode === 'idle' ? 0 : cameras }, () => new CheckCounts())
    if (mode !== 'idle' && mode !== 'canvas') {
      this.#frames = countFrames()
      this.#engine = runEngine(deviceId, this.#counts, mode === 'ring' ? PRE_ROLL_MS : 0, (video, stream) => {
        if (mode === 'encoder') encodeAllFrames(video)
        if (mode === 'recorder') recordAllTime(stream)
      })
    } else {
      for (let camera = 0; camera < cameras; camera++) {
        const video = await preview(await openCamera(deviceId))
        const counts = this.#counts[camera]
        if (counts !== undefined) startCanvasLoop(video, counts)
      }
    }
    await this.#firstChecks()
  }

  begin(): void {
    for (const counts of this.#counts) counts.reset()
    this.#beganMs = performance.now()
    this.#pageTicks = 0
  }

  figures(): PageFigures {
    return {
      elapsedMs: performance.now() - this.#beganMs,
      cameras: this.#counts.map(({ figures }) => figures),
      openFrames: this.#frames.open,
      frames: this.#frames.made,
      pageTicks: this.#pageTicks,
      visibility: document.visibilityState,
      notes: [...this.#engine.notes],
    }
  }

  async makeClips(clips: number, cameras: number, isSteady: boolean): Promise<readonly ClipFacts[]> {
    return makeClips(await cameraId(), clips, cameras, isSteady)
  }

  async startRecording(way: RecordingWay | 'watching', cameras: number): Promise<void> {
    this.#recording = new RecordingRun(await cameraId(), cameras, way)
    await this.#recording.settle()
  }

  recordAll(): void {
    this.#startedRecording().record()
  }

  endRecording(): Promise<Recorded> {
    return this.#startedRecording().end()
  }

  encodeFilm(job: CurveJob): Promise<EncodedFilm> {
    return encodeFilm(job)
  }

  async startPerson(cameras: number): Promise<void> {
    this.#person = new PersonRun(await cameraId(), cameras)
  }

  setNamingWanted(isWanted: boolean): void {
    this.#startedPerson().setWanted(isWanted)
  }

  reopenCamera(): void {
    this.#startedPerson().reopen()
  }

  takePersonCounts(): PersonCounts {
    return this.#startedPerson().take()
  }

  openLooks(way: LookWay): Promise<OpenedLooks> {
    this.#looks = new LooksRun()
    return this.#looks.open(way)
  }

  takeLooks(looks: number): Promise<LooksTaken> {
    if (this.#looks === null) throw new Error('openLooks comes first.')
    return this.#looks.look(looks)
  }

  async startVisits(): Promise<void> {
    this.#visits = new VisitRun(await cameraId())
  }

  takeVisitLog(): VisitLog {
    return this.#visits?.take() ?? []
  }

  #startedRecording(): RecordingRun {
    if (this.#recording === null) throw new Error('startRecording comes first.')
    return this.#recording
  }

  #startedPerson(): PersonRun {
    if (this.#person === null) throw new Error('startPerson comes first.')
    return this.#person
  }

  async #firstChecks(): Promise<void> {
    const startedMs = performance.now()
    while (this.#counts.some(({ figures }) => figures.checks === 0)) {
      if (performance.now() - startedMs > START_LIMIT_MS) {
        throw new Error(`Some camera has had no check. ${this.#engine.notes.join(' ')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

window.bench = new Bench()
