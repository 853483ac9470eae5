import { MotionWatch } from '../../../src/engine/motion/motion-watch'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import { CheckPacer } from '../../../src/engine/pacing/check-pacer'
import type { RecordingCycle } from '../../../src/engine/recording/recording-cycle'
import { FakeStream } from '../browser/fake-media'
import { loadBuild } from '../kernels/kernels'
import { manualClock } from '../manual-clock'
import { specTimings } from '../timings'
import { classic } from './check-results'
import { ClipLog } from './clip-log'
import { FakeFrames, kernelMotion } from './fake-frames'
import { FakeLooks } from './fake-looks'
import { fakeRecorders } from './fake-recorder'

/** A watch over a painted scene: real kernels and rules, manual time, a recorder that the test drives. */
export async function startTestWatch(sensitivityPercent = 50, lastEndedAtMs: number | null = null) {
  const clock = manualClock()
  const frames = new FakeFrames()
  const recorders = fakeRecorders()
  const motion = kernelMotion(await loadBuild('plain'))
  const stream = new FakeStream('video').asMediaStream
  const told = {
    cycles: [] as RecordingCycle[],
    differences: [] as number[],
    failures: 0,
    unmeasurable: 0,
    changes: 0,
  }
  const log = new ClipLog()
  let clips = 0
  const pacer = new CheckPacer(specTimings.checkIntervalMs, clock, clock)
  const people = new FakeLooks()
  const turns = new LookTurns(people, clock, () => pacer.isLess('no-looks'))
  const ports = { clock, motion, pacer, looks: turns, newClipId: () => `clip-${++clips}` }
  const startMs = clock.nowMs()
  const recorder = recorders.open(stream, frames)
  const { clipLengthMs: longestClipMs } = specTimings
  const wanted = {
    sensitivityPercent,
    detection: classic,
    isNamingWanted: true,
    keepClipsOf: null,
    isMotionRecorded: true,
    longestClipMs,
  }
  const camera = { id: 'front', frames, recorder, ...wanted, lastEndedAtMs }
  const watch = new MotionWatch(camera, specTimings, ports, {
    onCycle: (cycle) => told.cycles.push(cycle),
    onMeasured: ({ difference }) => told.differences.push(difference),
    onLearning: () => undefined,
    onClipBegun: log.onClipBegun,
    onClipPart: log.onClipPart,
    onClipThumbnail: log.onClipThumbnail,
    onClipMoved: log.onClipMoved,
    onClipEnded: log.onClipEnded,
    onClipDetections: log.onClipDetections,
    onClipLeftOut: log.onClipLeftOut,
    onLooked: () => undefined,
    onRecordingFailed: () => told.failures++,
    onChange: () => told.changes++,
    onUnmeasurable: () => told.unmeasurable++,
  })
  return {
    watch,
    people,
    clock,
    frames,
    recorders,
    motion,
    pacer,
    stream,
    log,
    told,
    /** Milliseconds since the watch began. */
    elapsedMs: () => clock.nowMs() - startMs,
    /** The moment so many milliseconds after the watch began. */
    atMs: (elapsedMs: number) => startMs + elapsedMs,
    /** Shows a change that counts at the next check; the check before it must have been made. */
    async move() {
      frames.changeBy(frames.greys[0] === 100 ? 50 : -50)
      await clock.advance(specTimings.checkIntervalMs)
    },
  }
}
