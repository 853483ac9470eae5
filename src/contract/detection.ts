import * as z from 'zod/mini'

/** Most people that a clip's upload may name: two a second over a clip of a minute, with room for several at once. */
export const MAX_DETECTIONS = 300
/** Most characters of the form field `detections`. */
export const DETECTIONS_FIELD_BYTES = 64 * 1024

const share = z.number().check(z.minimum(0), z.maximum(1))

/** Shares of the picture, as `Box` of src/lib/box.ts. */
const box = z.object({ left: share, top: share, width: share, height: share })

/** A person that the camera saw in a clip (EXT-04). */
export const detection = z.object({
  /** Milliseconds since the clip's first frame. */
  atMs: z.number().check(z.int(), z.minimum(0), z.maximum(3_600_000)),
  box,
  /** How sure the camera's detector is, 0 to 1. Detectors differ: compare scores of one clip only. */
  score: share,
})
export type Detection = z.infer<typeof detection>

/** Oldest first. The thumbnail of the clip is the moment of the highest score. */
const detections = z.array(detection).check(z.maxLength(MAX_DETECTIONS))

const LISTED_SENTENCE =
  'Detections are JSON: a list of {"atMs", "box": {"left", "top", "width", "height"}, "score"}, with milliseconds since the first frame and shares from 0 to 1.'

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

/** undefined: it is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The most people seen at one moment; 0 where nobody was seen. */
export function personCountOf(all: readonly Detection[]): number {
  const counts = new Map<number, number>()
  for (const { atMs } of all) counts.set(atMs, (counts.get(atMs) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** What the thumbnail shows: everybody seen at the moment of the best score; none where nobody was seen. */
export function detectionsOfThumbnail(all: readonly Detection[]): readonly Detection[] {
  const best = all.reduce<Detection | null>((a, b) => (a === null || b.score > a.score ? b : a), null)
  return best === null ? [] : all.filter(({ atMs }) => atMs === best.atMs)
}
