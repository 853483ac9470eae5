import type { LessStep } from '../../../src/engine/pacing/less'
import { ClipCycle } from '../../../src/engine/recording/clip-cycle'
import type { RecordingCycle } from '../../../src/engine/recording/recording-cycle'
import { FakeStream } from '../browser/fake-media'
import { manualClock } from '../manual-clock'
import { specTimings } from '../timings'
import { ClipLog } from './clip-log'
import { FakeFrames } from './fake-frames'
import { type FakeTake, fakeRecorders } from './fake-recorder'

/** A cycle in manual time, with a recorder and a camera that the test drives, and motion when it says so. */
export function startTestCycle({ longestClipMs = 15_000, lastEndedAtMs = null as number | null } = {}) {
  const manual = manualClock()
  let sleptMs = 0
  /** Its time of day goes on while the machine sleeps, the other one stands still, as on macOS and Linux. */
  const clock = { ...manual, nowMs: () => manual.nowMs() + sleptMs }
  const frames = new FakeFrames()
  frames.isOnCanvas = false
  const recorders = fakeRecorders()
  /** What the tab does with less of. */
  const less = new Set<LessStep>()
  const log = new ClipLog()
  const told = { cycles: [] as RecordingCycle[], failures: 0 }
  let clips = 0
  const recorder = recorders.open(new FakeStream('video').asMediaStream, frames)
  const cycle = new ClipCycle(
    { frames, recorder, longestClipMs, lastEndedAtMs },
    specTimings,
    { clock, newClipId: () => `clip-${++clips}`, isLess: (step) => less.has(step) },
    {
      onClipBegun: log.onClipBegun,
      onClipPart: log.onClipPart,
      onClipThumbnail: log.onClipThumbnail,
      onClipMoved: log.onClipMoved,
      onClipEnded: log.onClipEnded,
      onCycle: (moved) => told.cycles.push(moved),
      onRecordingFailed: () => told.failures++,
    },
  )
  const startMs = clock.monotonicMs()
  return {
    clock,
    cycle,
    frames,
    less,
    log,
    recorders,
    told,
    /** The moment so many milliseconds after the test began. */
    atMs: (elapsedMs: number) => startMs + elapsedMs,
    /** The machine wakes so much later. */
    wakeLater(ms: number) {
      sleptMs += ms
    },
    /** Motion at every check for so long, and once now. */
    async moveFor(ms: number) {
      const endMs = clock.monotonicMs() + ms
      for (cycle.noteMotion(); clock.monotonicMs() < endMs; cycle.noteMotion()) {
        await clock.advance(Math.min(300, endMs - clock.monotonicMs()))
      }
    },
    /** The recording that began last. */
    take(): FakeTake {
      const take = recorders.started.at(-1)
      if (take === undefined) throw new Error('Nothing is recorded.')
      return take
    },
  }
}
