import * as z from 'zod/mini'
import { type Label, type LabelCount, labelGroups, labels } from '../lib/label'
import { parsedJson } from './wire'

export const labelGroup = z.enum(labelGroups)

/** What something is that a camera saw move (LABEL-01). */
export const label = z.enum(labels)

/** How many of a kind a clip shows at once (extension `facts`). */
export const labelCount = z.object({ label, count: z.number().check(z.int(), z.minimum(1)) })

/** Most detections that a clip's upload may name: five a second over a clip of a minute, or fewer of several at once. */
export const MAX_DETECTIONS = 300
/** Most characters of the form field `detections`. */
export const DETECTIONS_FIELD_BYTES = 64 * 1024
/** Tracks of a clip count from 0. */
const LAST_TRACK = 999

const share = z.number().check(z.minimum(0), z.maximum(1))

/** Shares of the picture, as `Box` of src/lib/box.ts. */
const box = z.object({ left: share, top: share, width: share, height: share })

/** Somebody, or something, that the camera saw in a clip (EXT-04). */
export const detection = z.object({
  /** Milliseconds since the clip's first frame. */
  atMs: z.number().check(z.int(), z.minimum(0), z.maximum(3_600_000)),
  box,
  /** How sure the camera's detector is, 0 to 1. Detectors differ: compare scores of one clip only. */
  score: share,
  /** Extension `facts`: what it is; left out for a person. The same for all of a track. */
  label: z.optional(label),
  /** Extension `facts`: those of one number in a clip are the same person or thing; left out where that is not known. */
  track: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(LAST_TRACK))),
})
export type Detection = z.infer<typeof detection>

/** Oldest first. The thumbnail of the clip is the moment of `thumbnailMomentOf`. */
const detections = z.array(detection).check(z.maxLength(MAX_DETECTIONS))

const LISTED_SENTENCE =
  'Detections are JSON: a list of {"atMs", "box": {"left", "top", "width", "height"}, "score"}, with milliseconds since the first frame and shares from 0 to 1, and perhaps "label" and "track".'

/** Form field `detections` of a clip's upload: the list as JSON. */
export const detectionsField = z.pipe(
  z.string({ error: LISTED_SENTENCE }),
  z.transform((text, context): Detection[] => {
    const read = detections.safeParse(parsedJson(text))
    if (read.success) return read.data
    const isTooLong = read.error.issues.some(({ code, path }) => code === 'too_big' && path.length === 0)
    const message = isTooLong ? `Name at most ${MAX_DETECTIONS} detections of a clip.` : LISTED_SENTENCE
    context.issues.push({ code: 'custom', message, input: text })
    return z.NEVER
  }),
)

export function labelOf({ label: name }: Pick<Detection, 'label'>): Label {
  return name ?? 'person'
}

/** From when to when one thing was seen. */
interface Track {
  readonly label: Label
  readonly fromMs: number
  readonly toMs: number
  /** Its best look. */
  readonly best: Detection
}

/** One thing seen once is a track too. */
function tracksOf(all: readonly Detection[]): Track[] {
  const tracks = new Map<number | Detection, Track>()
  for (const one of all) {
    const key = one.track ?? one
    const before = tracks.get(key)
    tracks.set(key, {
      label: labelOf(one),
      fromMs: Math.min(before?.fromMs ?? one.atMs, one.atMs),
      toMs: Math.max(before?.toMs ?? one.atMs, one.atMs),
      best: before !== undefined && before.best.score >= one.score ? before.best : one,
    })
  }
  return [...tracks.values()]
}

/** What a clip shows, people first, and how many of each at most at one moment. */
export function labelCountsOf(all: readonly Detection[]): LabelCount[] {
  const tracks = tracksOf(all)
  return label.options.flatMap((name) => {
    const alike = tracks.filter((track) => track.label === name)
    // The most at once are there when one of them comes.
    const counts = alike.map(({ fromMs }) => alike.filter((one) => one.fromMs <= fromMs && fromMs <= one.toMs).length)
    return alike.length === 0 ? [] : [{ label: name, count: Math.max(...counts) }]
  })
}

/** When the thumbnail was taken: the best look at what was seen for longest; null where nothing was seen. */
export function thumbnailMomentOf(all: readonly Detection[]): number | null {
  const lengthOf = ({ fromMs, toMs }: Track) => toMs - fromMs
  const isBetter = (a: Track, b: Track) =>
    lengthOf(a) > lengthOf(b) || (lengthOf(a) === lengthOf(b) && a.best.score > b.best.score)
  const longest = tracksOf(all).reduce<Track | null>((a, b) => (a === null || isBetter(b, a) ? b : a), null)
  return longest === null ? null : longest.best.atMs
}

/** What the thumbnail shows: all that was seen at its moment. */
export function detectionsOfThumbnail(all: readonly Detection[]): readonly Detection[] {
  const momentMs = thumbnailMomentOf(all)
  return all.filter(({ atMs }) => atMs === momentMs)
}
