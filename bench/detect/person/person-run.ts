import { ClipSightings, type Sighting } from '../../../src/engine/naming/clip-sightings'
import type { Detector, LookPicture } from '../../../src/engine/naming/detector'
import { lookAt } from '../../../src/engine/naming/look'
import { LookOrder } from '../../../src/engine/naming/look-part'
import { MovingSense } from '../../../src/engine/naming/moving'
import { CHECK_SEC } from '../scenes/canvas'
import type { Truth } from '../truth'
import { type MotionLog, type PlannedClip, planClips } from './clip-plan'
import { type EmptyLooks, LooksAtNobody } from './empty-looks'

/** A clip and what a detector made of it. */
export interface JudgedClip extends Pick<PlannedClip, 'startSec' | 'endSec'> {
  readonly isPerson: boolean
  /** Times count from the clip's beginning. */
  readonly sightings: readonly Sighting[]
}

/** What one detector said of one video. */
export interface PersonRun {
  /** The detector's: default, onnx. */
  readonly name: string
  readonly clips: readonly JudgedClip[]
  /** Of each look at a part of a frame. */
  readonly costsUs: readonly number[]
  readonly empty: EmptyLooks
}

/** Frames of the video, one per check from the first on; an array may be used again for the next. */
export type Pictures = AsyncIterable<LookPicture> | Iterable<LookPicture>

/**
 * Gives every detector the frames that the camera would give it, and those in which nobody is. Frames are asked for only
 * where there are any.
 */
export async function runPersonDetectors(
  detectors: readonly Detector[],
  motion: MotionLog,
  empty: NonNullable<Truth['empty']>,
  takePictures: () => Pictures,
): Promise<PersonRun[]> {
  const clips = planClips(motion)
  const cameras = detectors.map((detector) => new Camera(detector, clips, empty))
  if (empty.length > 0 || clips.some(({ looks }) => looks.size > 0)) {
    let check = -1
    for await (const picture of takePictures()) {
      check++
      for (const camera of cameras) await camera.nobody.note(check * CHECK_SEC, picture)
      const clip = clips.findIndex(
        ({ startSec, endSec }) => check * CHECK_SEC >= startSec && check * CHECK_SEC <= endSec,
      )
      if (clip < 0) continue
      const moved = motion.moved[check] ?? []
      const looks = clips[clip]?.looks.get(check) ?? 0
      for (const camera of cameras) {
        const owed = looks === 0 && moved.length === 0 ? camera.owedAt(check * CHECK_SEC * 1000) : null
        if (looks > 0 || owed !== null) {
          await camera.look(clip, check * CHECK_SEC * 1000, picture, owed ?? moved, Math.max(1, looks))
        }
      }
    }
  }
  return cameras.map((camera) => camera.run())
}

type Places = Parameters<LookOrder['next']>[0]

/** One detector before one video. */
class Camera {
  readonly nobody: LooksAtNobody
  readonly #detector: Detector
  readonly #clips: readonly { readonly planned: PlannedClip; readonly seen: ClipSightings }[]
  readonly #order = new LookOrder()
  readonly #moving = new MovingSense()
  readonly #costsUs: number[] = []

  constructor(detector: Detector, clips: readonly PlannedClip[], empty: NonNullable<Truth['empty']>) {
    this.nobody = new LooksAtNobody(detector, empty)
    this.#detector = detector
    this.#clips = clips.map((planned) => ({ planned, seen: new ClipSightings(planned.startSec * 1000) }))
  }

  owedAt(atMs: number) {
    return this.#order.owedAt(atMs)
  }

  async look(clip: number, atMs: number, picture: LookPicture, moved: Places, looks: number) {
    const around = this.#order.next(moved, looks, atMs)
    const startMs = performance.now()
    const { found, parts } = await lookAt(this.#detector, picture, around)
    const tookUs = (performance.now() - startMs) * 1000
    for (let part = 0; part < parts; part++) this.#costsUs.push(tookUs / parts)
    const things = this.#moving.take(found, moved, atMs)
    const seen = this.#clips[clip]?.seen
    seen?.add({ atMs, things, jpeg: new Blob(), isJpegMissing: false })
    this.#order.noteSeen({ things, atMs }, moved, seen?.groups ?? new Set())
  }

  run(): PersonRun {
    const clips = this.#clips.map(({ planned: { startSec, endSec }, seen }) => {
      return { startSec, endSec, sightings: seen.sightings, isPerson: seen.groups.has('person') }
    })
    return { name: this.#detector.name, costsUs: this.#costsUs, clips, empty: this.nobody.counts }
  }
}
