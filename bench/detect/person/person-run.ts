import { moving, partAround, wholeOf } from '../../../src/engine/person/look-part'
import type { PersonDetector, PersonPicture } from '../../../src/engine/person/person-detector'
import { isPersonSeen, type PersonSighting } from '../../../src/engine/person/person-verdict'
import { CHECK_SEC } from '../scenes/canvas'
import { type MotionLog, type PlannedClip, planClips } from './clip-plan'

/** A clip and what a detector made of it. */
export interface JudgedClip extends Pick<PlannedClip, 'startSec' | 'endSec'> {
  readonly isPerson: boolean
  readonly sightings: readonly PersonSighting[]
}

/** What one person detector said of one video. */
export interface PersonRun {
  /** The detector's: default, onnx. */
  readonly name: string
  readonly clips: readonly JudgedClip[]
  readonly costsUs: readonly number[]
}

/** Frames of the video, one per check from the first on; an array may be used again for the next. */
export type Pictures = AsyncIterable<PersonPicture> | Iterable<PersonPicture>

/** Gives every detector the frames that the camera would give it. Frames are asked for only where there is a clip. */
export async function runPersonDetectors(
  detectors: readonly PersonDetector[],
  motion: MotionLog,
  takePictures: () => Pictures,
): Promise<PersonRun[]> {
  const clips = planClips(motion)
  const running = detectors.map((detector) => {
    return { detector, costsUs: [] as number[], sightings: clips.map((): PersonSighting[] => []) }
  })
  if (clips.some(({ looks }) => looks.length > 0)) {
    let check = -1
    let looks = 0
    for await (const picture of takePictures()) {
      check++
      const clip = clips.findIndex(({ looks }) => looks.includes(check))
      if (clip < 0) continue
      const region = motion.regions[check] ?? null
      // What moved and the whole picture in turns, as PersonWatch does.
      const isWhole = looks++ % 2 === 1
      for (const { detector, costsUs, sightings } of running) {
        const startMs = performance.now()
        const part = isWhole || region === null ? wholeOf(picture) : partAround(region, picture)
        const people = moving(await detector.detect(picture, part), region)
        costsUs.push((performance.now() - startMs) * 1000)
        const atMs = Math.round(check * CHECK_SEC * 1000)
        sightings[clip]?.push(...people.map(({ box, score }) => ({ atMs, box, score })))
      }
    }
  }
  return running.map(({ detector, costsUs, sightings }) => ({
    name: detector.name,
    costsUs,
    clips: clips.map(({ startSec, endSec }, i) => {
      const own = sightings[i] ?? []
      return { startSec, endSec, sightings: own, isPerson: isPersonSeen(own) }
    }),
  }))
}
