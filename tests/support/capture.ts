import { CameraCapture, type CapturePorts } from '../../src/engine/capture/camera-capture'
import type { CaptureOptions } from '../../src/engine/capture/capture-options'
import type { CaptureState } from '../../src/engine/capture/capture-state'
import { DeviceClaims } from '../../src/engine/capture/device-claims'
import { SnapshotScheduler } from '../../src/engine/capture/snapshots'
import { CheckPacer } from '../../src/engine/pacing/check-pacer'
import type { Tampering } from '../../src/engine/tampering/tampering-sense'
import { FakeMedia } from './browser/fake-media'
import { ClipLog } from './engine/clip-log'
import { FakeFrames, kernelMotion } from './engine/fake-frames'
import { nobody } from './engine/fake-looks'
import { fakeRecorders } from './engine/fake-recorder'
import { loadBuild } from './kernels/kernels'
import { manualClock } from './manual-clock'
import { specTimings } from './timings'

export const watching: CaptureOptions = {
  deviceId: 'device-1',
  isMotionEnabled: true,
  isAudioEnabled: false,
  sensitivityPercent: 50,
  detectionMethod: 'classic',
  ignoredZones: [],
  isHeatWanted: false,
  isNamingWanted: false,
  keepClipsOf: null,
  isMotionRecorded: true,
  longestClipMs: 15_000,
  isMp4Taken: false,
  snapshotIntervalMs: null,
}
export const motionOff: CaptureOptions = { ...watching, isMotionEnabled: false }

/** What captures need around them: real kernels and rules; streams, frames, recorders and time of the test. */
export async function capturePorts(media: FakeMedia | undefined = new FakeMedia()) {
  const clock = manualClock()
  const recorders = fakeRecorders()
  const motion = kernelMotion(await loadBuild('plain'))
  /** Frames of each opened stream, oldest first. */
  const frames: FakeFrames[] = []
  let clips = 0
  const pacer = new CheckPacer(specTimings.checkIntervalMs, clock, clock)
  const ports: CapturePorts = {
    clock,
    motion,
    pacer,
    looks: nobody(clock),
    snapshots: new SnapshotScheduler(clock, () => pacer.isLess('few-snapshots')),
    media: () => media,
    claims: new DeviceClaims(),
    tampering: new Map(),
    makeFrames: () => {
      const made = new FakeFrames()
      frames.push(made)
      return made
    },
    openRecorder: recorders.open,
    newClipId: () => `clip-${++clips}`,
  }
  return { ports, clock, recorders, motion, pacer, frames }
}

/** One camera, not started yet. */
export async function testCapture(media: FakeMedia, options: CaptureOptions = motionOff) {
  const around = await capturePorts(media)
  const log = new ClipLog()
  const told = {
    states: [] as CaptureState[],
    snapshots: [] as Blob[],
    /** The clips that ended. */
    clips: log.clips,
    differences: [] as number[],
    tampering: [] as (Tampering | 'over')[],
    warnings: [] as { readonly message: string; readonly error: unknown }[],
  }
  const capture = new CameraCapture('front', options, specTimings, around.ports, {
    onState: (state) => told.states.push(state),
    onSnapshot: (jpeg) => told.snapshots.push(jpeg),
    onMaking: () => undefined,
    onClipBegun: log.onClipBegun,
    onClipPart: log.onClipPart,
    onClipThumbnail: log.onClipThumbnail,
    onClipMoved: log.onClipMoved,
    onClipEnded: log.onClipEnded,
    onClipLeftOut: log.onClipLeftOut,
    onLooked: () => undefined,
    onClipDetections: log.onClipDetections,
    onMeasured: ({ difference }) => told.differences.push(difference),
    onLearning: () => undefined,
    onTampered: (tampering) => told.tampering.push(tampering),
    onTamperingOver: () => told.tampering.push('over'),
    onWarning: (message, error) => told.warnings.push({ message, error }),
  })
  return { ...around, capture, media, told, phases: () => told.states.map(phaseOf) }
}

/** 'starting', 'running: watching', 'failed: device-lost' and so on. */
export function phaseOf(state: CaptureState): string {
  if (state.phase === 'running') return `running: ${state.motion.phase}`
  return state.phase === 'failed' ? `failed: ${state.reason}` : state.phase
}
