import { ClipSightings, type Sighting } from '../../../src/engine/naming/clip-sightings'
import type { Detector, LookPicture } from '../../../src/engine/naming/detector'
import { lookAt } from '../../../src/engine/naming/look'
import { LookOrder } from '../../../src/engine/naming/look-part'
import { MovingSense } from '../../../src/engine/naming/moving'
import type { LabelGroup } from '../../../src/lib/label'
import { checkAtMs, type RecordedClip } from '../recorded-clips'
import type { Truth } from '../truth'
import { isRecordedAt, type MotionLog, planClips } from './clip-plan'
import { type EmptyLooks, LooksAtNobody } from './empty-looks'

/** A clip and what a detector made of it. */
export interface JudgedClip extends RecordedClip {
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
  const { clips, looks: planned } = planClips(motion)
  const cameras = detectors.map((detector) => new Camera(detector, clips, empty))
  if (empty.length > 0 || planned.size > 0) {
    let check = -1
    for await (const picture of takePictures()) {
      const atMs = checkAtMs(++check)
      for (const camera of cameras) await camera.nobody.note(atMs / 1_000, picture)
      const moved = motion.moved[check] ?? []
      const looks = planned.get(check) ?? 0
      for (const camera of cameras) {
        const owed = looks === 0 && moved.length === 0 ? camera.owedAt(atMs) : null
        if (looks > 0 || owed !== null) await camera.look(atMs, picture, owed ?? moved, Math.max(1, looks))
      }
    }
  }
  return cameras.map((camera) => camera.run())
}

/** Outside of a clip nothing has a name. */
const NOTHING: ReadonlySet<LabelGroup> = new Set()

type Places = Parameters<LookOrder['next']>[0]

/** One detector before one video. */
class Camera {
  readonly nobody: LooksAtNobody
  readonly #detector: Detector
  readonly #clips: readonly { readonly recorded: RecordedClip; readonly seen: ClipSightings }[]
  readonly #order = new LookOrder()
  readonly #moving = new MovingSense()
  readonly #costsUs: number[] = []

  constructor(detector: Detector, clips: readonly RecordedClip[], empty: NonNullable<Truth['empty']>) {
    this.nobody = new LooksAtNobody(detector, empty)
    this.#detector = detector
    this.#clips = clips.map((recorded) => ({ recorded, seen: new ClipSightings(recorded.startMs) }))
  }

  /** What is owed is looked at only while a clip is recorded. */
  owedAt(atMs: number) {
    return this.#recordingAt(atMs) === undefined ? null : this.#order.owedAt(atMs)
  }

  async look(atMs: number, picture: LookPicture, moved: Places, looks: number) {
    const around = this.#order.next(moved, looks, atMs)
    const startMs = performance.now()
    const { found, parts } = await lookAt(this.#detector, picture, around)
    const tookUs = (performance.now() - startMs) * 1000
    for (let part = 0; part < parts; part++) this.#costsUs.push(tookUs / parts)
    const things = this.#moving.take(found, moved, atMs)
    const clip = this.#clips.find(({ recorded: { startMs, endMs } }) => atMs >= startMs && atMs <= endMs)
    clip?.seen.add({ atMs, things, jpeg: new Blob(), isJpegMissing: false })
    // Before motion begins the clip nobody in it has a name.
    this.#order.noteSeen({ things, atMs }, moved, this.#recordingAt(atMs)?.seen.groups ?? NOTHING)
  }

  run(): PersonRun {
    const clips = this.#clips.map(({ recorded, seen }) => {
      return { ...recorded, sightings: seen.sightings, isPerson: seen.groups.has('person') }
    })
    return { name: this.#detector.name, costsUs: this.#costsUs, clips, empty: this.nobody.counts }
  }

  #recordingAt(atMs: number) {
    return this.#clips.find(({ recorded }) => isRecordedAt(recorded, atMs))
  }
}
