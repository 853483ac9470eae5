import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { overlapOf } from '../../../src/engine/naming/box-overlap'
import { boxesAt } from '../../../src/ui/recordings/seen-moments'
import type { DrawnMoment, Truth } from '../truth'
import type { JudgedClip } from './person-run'

/** Boxes and empty spans of films that others may have, drawn by us: `NAME.json` for the film's base name. */
const folder = resolve(process.cwd(), 'bench/detect/person/boxes')

const share = z.number().min(0).max(1)
const box = z.object({ left: share, top: share, width: share, height: share })

/** As in the labels of a video. */
export const drawnBoxes = z.array(z.object({ atSec: z.number().nonnegative(), people: z.array(box) }))

/** In seconds, as in the labels of a video. */
export const spans = z.array(
  z
    .tuple([z.number().nonnegative(), z.number().nonnegative()])
    .refine(([start, end]) => end > start, 'must end after it starts'),
)

const drawn = z.object({ boxes: drawnBoxes.optional(), empty: spans.optional() })

/** The truth with what was drawn for a film of this name, where it has none of its own. */
export async function withDrawnBoxes(name: string, truth: Truth): Promise<Truth> {
  const file = join(folder, `${name}.json`)
  if (!existsSync(file)) return truth
  const { boxes, empty } = drawn.parse(JSON.parse(await readFile(file, 'utf8')))
  return { ...truth, boxes: truth.boxes ?? boxes, empty: truth.empty ?? empty }
}

/** Overlaps with what was drawn, 0 to 1: of each box that the player would show at those moments, with the nearest one. */
export function overlapsOf(clips: readonly JudgedClip[], moments: readonly DrawnMoment[]): number[] {
  return moments.flatMap(({ atSec, people }) => {
    const atMs = 1_000 * atSec
    const clip = clips.find(({ startMs, endMs }) => atMs >= startMs && atMs <= endMs)
    if (clip === undefined) return []
    const shown = boxesAt(clip.sightings, atMs - clip.startMs, true)
    const named = shown.filter(({ label = 'person' }) => label === 'person')
    return named.map((one) => Math.max(0, ...people.map((drawn) => overlapOf(drawn, one.box))))
  })
}
