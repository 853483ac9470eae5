import { CameraCapture, type CaptureEvents, type CapturePorts } from './capture/camera-capture'
import type { CaptureOptions } from './capture/capture-options'
import type { CaptureState } from './capture/capture-state'
import type { Measurement } from './motion/detection'
import type { WatchEnd } from './motion/motion-watch'
import type { Sighting } from './naming/clip-sightings'
import type { WatchedLook } from './naming/naming-watch'
import type { NamingPhase } from './naming/naming-worker-client'
import type { ClipHead } from './recording/clip'
import type { ClipMaking } from './recording/clip-codec'
import type { Tampering } from './tampering/tampering-sense'
import type { EngineTimings } from './timings'

/** What the engine tells. */
export type EngineEvent =
  | { readonly kind: 'state'; readonly cameraId: string; readonly state: CaptureState }
  | { readonly kind: 'snapshot'; readonly cameraId: string; readonly jpeg: Blob }
  /** How the camera's clips are made, once that is known and when it changes. */
  | { readonly kind: 'clip-making'; readonly cameraId: string; readonly making: ClipMaking }
  /** A clip is being recorded; its parts follow in order, and its end. */
  | { readonly kind: 'clip-begun'; readonly cameraId: string; readonly clip: ClipHead }
  | { readonly kind: 'clip-part'; readonly clipId: string; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The picture of the moment of motion; some time after the beginning, or never. Then those that show better what is in it. */
  | { readonly kind: 'clip-thumbnail'; readonly clipId: string; readonly jpeg: Blob }
  /** Something in the clip has a name: what was seen so far, oldest first, in ms since its first frame. Told again when it is more. */
  | { readonly kind: 'clip-detections'; readonly clipId: string; readonly detections: readonly Sighting[] }
  /** Motion came into a clip that somebody had recorded. */
  | { readonly kind: 'clip-moved'; readonly clipId: string }
  /** No part comes any more; `closeClip` makes a file of them. */
  | { readonly kind: 'clip-ended'; readonly clipId: string }
  /** The clip shows nothing of what its camera keeps (LABEL-09): in the place of its end. */
  | { readonly kind: 'clip-left-out'; readonly cameraId: string; readonly clipId: string }
  /** A frame that moved was looked at. */
  | { readonly kind: 'looked'; readonly cameraId: string; readonly look: WatchedLook }
  /** Whether what moves can be named at present, in all cameras of the tab. */
  | { readonly kind: 'naming'; readonly phase: NamingPhase }
  /** A motion check. */
  | { readonly kind: 'measured'; readonly cameraId: string; readonly measurement: Measurement }
  /** A check had nothing to compare with yet: the camera started, its picture changed its size, or its detection. */
  | { readonly kind: 'learning'; readonly cameraId: string }
  /** Somebody, or something, did this to the camera, at a moment since the epoch; once per incident. */
  | { readonly kind: 'tampered'; readonly cameraId: string; readonly tampering: Tampering; readonly atMs: number }
  /** The picture is good again, or motion is not looked for any more. */
  | { readonly kind: 'tampering-over'; readonly cameraId: string }
  | { readonly kind: 'warning'; readonly cameraId: string; readonly message: string; readonly error?: unknown }

/** All cameras of this tab. Owns every capture; `close` ends them. */
export class CameraEngine {
  readonly #timings: EngineTimings
  readonly #ports: CapturePorts
  readonly #tell: (event: EngineEvent) => void
  readonly #captures = new Map<string, CameraCapture>()

  constructor(timings: EngineTimings, ports: CapturePorts, tell: (event: EngineEvent) => void) {
    this.#timings = timings
    this.#ports = ports
    this.#tell = tell
  }

  /** Makes the running cameras exactly these: starts, updates and stops what differs. `why` is of those that go. */
  setCameras(wanted: ReadonlyMap<string, CaptureOptions>, why: WatchEnd = 'unwanted'): void {
    for (const [cameraId, capture] of this.#captures) {
      if (wanted.has(cameraId)) continue
      capture.stop(why)
      this.#captures.delete(cameraId)
    }
    this.#endTampering(wanted)
    for (const [cameraId, options] of wanted) {
      const capture = this.#captures.get(cameraId)
      if (capture === undefined) this.#start(cameraId, options)
      else capture.update(options)
    }
  }

  /** Called when devices or permissions changed: tries every camera again that does not run as wished. */
  retry(): void {
    for (const capture of this.#captures.values()) capture.retry()
  }

  /** Called when the microphone was allowed: cameras that want sound and have none are tried again, too. */
  retryWithSound(): void {
    for (const capture of this.#captures.values()) capture.retryWithSound()
  }

  /**
   * Begins a clip as by motion, whatever the cooldown; one under way goes on. false where that camera does not run, does not
   * watch for motion, or cannot be recorded.
   */
  recordNow(cameraId: string): boolean {
    return this.#captures.get(cameraId)?.recordNow() ?? false
  }

  /** The tab ends, or its worker was lost: nobody chose that these cameras watch no longer. */
  close(): void {
    for (const capture of this.#captures.values()) capture.stop('stream-gone')
    this.#captures.clear()
  }

  /** Also of cameras that an earlier engine ran and nobody wants since. */
  #endTampering(wanted: ReadonlyMap<string, CaptureOptions>): void {
    for (const [cameraId, watch] of this.#ports.tampering) {
      if (wanted.has(cameraId)) continue
      watch.end()
      this.#ports.tampering.delete(cameraId)
    }
  }

  #start(cameraId: string, options: CaptureOptions): void {
    const capture = new CameraCapture(cameraId, options, this.#timings, this.#ports, this.#eventsOf(cameraId))
    this.#captures.set(cameraId, capture)
    void capture.start()
  }

  #eventsOf(cameraId: string): CaptureEvents {
    return {
      onState: (state) => this.#tell({ kind: 'state', cameraId, state }),
      onSnapshot: (jpeg) => this.#tell({ kind: 'snapshot', cameraId, jpeg }),
      onMaking: (making) => this.#tell({ kind: 'clip-making', cameraId, making }),
      onClipBegun: (clip) => this.#tell({ kind: 'clip-begun', cameraId, clip }),
      onClipPart: (clipId, bytes) => this.#tell({ kind: 'clip-part', clipId, bytes }),
      onClipThumbnail: (clipId, jpeg) => this.#tell({ kind: 'clip-thumbnail', clipId, jpeg }),
      onClipDetections: (clipId, detections) => this.#tell({ kind: 'clip-detections', clipId, detections }),
      onClipMoved: (clipId) => this.#tell({ kind: 'clip-moved', clipId }),
      onClipEnded: (clipId) => this.#tell({ kind: 'clip-ended', clipId }),
      onClipLeftOut: (clipId) => this.#tell({ kind: 'clip-left-out', cameraId, clipId }),
      onLooked: (look) => this.#tell({ kind: 'looked', cameraId, look }),
      onMeasured: (measurement) => this.#tell({ kind: 'measured', cameraId, measurement }),
      onLearning: () => this.#tell({ kind: 'learning', cameraId }),
      onTampered: (tampering, atMs) => this.#tell({ kind: 'tampered', cameraId, tampering, atMs }),
      onTamperingOver: () => this.#tell({ kind: 'tampering-over', cameraId }),
      onWarning: (message, error) => this.#tell({ kind: 'warning', cameraId, message, error }),
    }
  }
}
