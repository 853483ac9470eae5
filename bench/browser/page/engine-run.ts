import type { CaptureOptions, EngineEvent } from '../../../src/engine'
import { startEngine } from '../../../src/engine/start-engine'
import type { CheckCounts } from './check-counts'
import { preview } from './previews'

/** The product's numbers, but no snapshots and no clips: only the checks are measured, and what is kept for clips. */
const timings = {
  checkIntervalMs: 300,
  cooldownMs: 1e12,
  clipLengthMs: 15_000,
  snapshotIntervalMs: 1e9,
  jpegQuality: 0.5,
}

export function optionsFor(deviceId: string): CaptureOptions {
  return {
    deviceId,
    isMotionEnabled: true,
    isAudioEnabled: false,
    sensitivityPercent: 0,
    detectionMethod: 'adaptive',
    ignoredZones: [],
    isHeatWanted: false,
    isNamingWanted: false,
    keepClipsOf: null,
    isMotionRecorded: true,
    longestClipMs: 15_000,
    isMp4Taken: false,
    snapshotIntervalMs: null,
  }
}

/** What the engine says of each camera, and how it ends. */
export interface EngineRun {
  readonly notes: readonly string[]
}

/** Starts the engine on as many cameras as there are counts, with a preview of each; `onVideo` is given these. */
export function runEngine(
  deviceId: string,
  counts: readonly CheckCounts[],
  preRollMs: number,
  onVideo: (video: HTMLVideoElement, stream: MediaStream) => void,
): EngineRun {
  const notes: string[] = []
  const note = (text: string) => {
    if (!notes.includes(text)) notes.push(text)
  }
  const shown = new Set<string>()
  const tell = (event: EngineEvent): void => {
    switch (event.kind) {
      case 'measured':
        counts[Number(event.cameraId)]?.count()
        return
      case 'state':
        if (event.state.phase === 'failed') note(`camera ${event.cameraId} failed: ${event.state.reason}`)
        if (event.state.phase !== 'running') return
        note(event.state.path.why)
        if (event.state.motion.phase === 'recording') note(`camera ${event.cameraId} recorded, which costs more`)
        if (shown.has(event.cameraId)) return
        shown.add(event.cameraId)
        showPreview(event.state.stream)
        return
      case 'warning':
        note(event.message)
    }
  }
  const showPreview = (stream: MediaStream) => {
    preview(stream).then(
      (video) => onVideo(video, stream),
      () => note('a preview did not play'),
    )
  }
  const running = startEngine({ ...timings, preRollMs }, tell, (state) => {
    note(state.phase === 'ready' ? `${state.memory} memory` : `worker ${state.phase}: ${state.message}`)
  })
  running.engine.setCameras(new Map(counts.map((_, camera) => [String(camera), optionsFor(deviceId)])))
  return { notes }
}
