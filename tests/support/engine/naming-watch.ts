import type { Sighting } from '../../../src/engine/naming/clip-sightings'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import { type CheckedFrame, NamingWatch, type WatchedLook } from '../../../src/engine/naming/naming-watch'
import { manualClock } from '../manual-clock'
import { type FakeVideoFrame, fakeVideoFrame } from './fake-frames'
import { FakeLooks, someone } from './fake-looks'

const region = { left: 0.1, top: 0.2, width: 0.8, height: 0.6 }

/** Cameras of one tab and the detector they share, in manual time; the test says what each check finds. */
export function namingWatches() {
  const clock = manualClock()
  const people = new FakeLooks()
  const late = { areChecksLate: false }
  const turns = new LookTurns(people, clock, () => late.areChecksLate)
  const start = (isWanted = true) => {
    const told: { readonly clipId: string; readonly detections: readonly Sighting[] }[] = []
    const pictures: { readonly clipId: string; readonly jpeg: Blob }[] = []
    const frames: FakeVideoFrame[] = []
    const looked: WatchedLook[] = []
    const watch = new NamingWatch(
      isWanted,
      turns,
      clock,
      { preRollMs: 5_000, jpegQuality: 0.7 },
      {
        onLooked: (look) => looked.push(look),
        onClipDetections: (clipId, detections) => told.push({ clipId, detections }),
        onClipPicture: (clipId, jpeg) => pictures.push({ clipId, jpeg }),
      },
    )
    const camera = {
      watch,
      told,
      pictures,
      frames,
      looked,
      /** A check: its frame is on its way for 10 ms, and closed once it is made. */
      async check(found: Partial<CheckedFrame> & { readonly isMoved?: boolean } = {}) {
        const frame = fakeVideoFrame()
        frames.push(frame)
        watch.noteFrame(frame.frame)
        await clock.advance(10)
        frame.frame.close()
        const { isMotion = true, isRecording = true, isMoved = isMotion, moved = [region] } = found
        watch.noteChecked({ isMotion, isRecording, moved: isMoved ? moved : [] })
        await clock.advance(0)
      },
      /** Clones of checked frames that nobody closed. */
      openFrames: () => frames.flatMap(({ clones }) => clones).filter(({ isClosed }) => !isClosed).length,
      /** How many of its frames were cloned to be looked at. */
      clones: () => frames.flatMap(({ clones }) => clones).length,
    }
    return camera
  }
  return { clock, people, late, turns, start, region }
}

/** A camera before which something moves, and a clip that began so long before now. */
export async function recording(startedBeforeMs = 1_000) {
  const around = namingWatches()
  const camera = around.start()
  const startedAtMs = around.clock.monotonicMs() - startedBeforeMs
  camera.watch.noteClipBegun('clip-1', startedAtMs)
  return { ...around, camera, startedAtMs }
}

/** The same, in which somebody was seen 700 ms ago: who is seen now is a person. */
export async function recordingSomebody() {
  const around = await recording(3_000)
  await around.camera.check()
  around.people.answer([someone(0.45)])
  await around.clock.advance(690)
  return around
}
