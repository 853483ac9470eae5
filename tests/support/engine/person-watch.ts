import type { PersonSighting } from '../../../src/engine/person/person-verdict'
import { PersonWatch } from '../../../src/engine/person/person-watch'
import { PersonTurns } from '../../../src/engine/person/person-watch-turns'
import { manualClock } from '../manual-clock'
import { type FakeVideoFrame, fakeVideoFrame } from './fake-frames'
import { FakePeople } from './fake-people'

const region = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }

/** Cameras of one tab and the detector they share, in manual time; the test says what each check finds. */
export function personWatches() {
  const clock = manualClock()
  const people = new FakePeople()
  const late = { areChecksLate: false }
  const turns = new PersonTurns(people, clock, () => late.areChecksLate)
  const start = (isWanted = true) => {
    const told: { readonly clipId: string; readonly detections: readonly PersonSighting[] }[] = []
    const pictures: { readonly clipId: string; readonly jpeg: Blob }[] = []
    const frames: FakeVideoFrame[] = []
    const watch = new PersonWatch(
      isWanted,
      turns,
      clock,
      { preRollMs: 5_000, jpegQuality: 0.7 },
      {
        onClipDetections: (clipId, detections) => told.push({ clipId, detections }),
        onClipPicture: (clipId, jpeg) => pictures.push({ clipId, jpeg }),
      },
    )
    const camera = {
      ...{ watch, told, pictures, frames },
      /** A check: its frame is on its way for 10 ms, and closed once it is made. */
      async check(
        found: { readonly isMotion?: boolean; readonly isRecording?: boolean; readonly isMoved?: boolean } = {},
      ) {
        const frame = fakeVideoFrame()
        frames.push(frame)
        watch.noteFrame(frame.frame)
        await clock.advance(10)
        frame.frame.close()
        const { isMotion = true, isRecording = true, isMoved = isMotion } = found
        watch.noteChecked({ isMotion, isRecording, region: isMoved ? region : null })
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
