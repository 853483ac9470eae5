import type { Video } from '../../../src/contract/video'
import type { FilmColumns } from '../../db/film-columns'

type ShownFacts = Pick<
  Video,
  'durationMs' | 'width' | 'height' | 'codec' | 'hasSound' | 'startsOnKeyframe' | 'isPlayable'
>

export function presentFacts(row: FilmColumns): ShownFacts {
  const { duration_ms: durationMs, width, height, codec } = row
  return {
    durationMs,
    width,
    height,
    codec,
    hasSound: flagOf(row.has_sound),
    startsOnKeyframe: flagOf(row.starts_on_key),
    isPlayable: row.facts_at === null ? null : durationMs !== null,
  }
}

/** Lines of the picture from which it is called so, as they are counted of films. */
const qualities = [
  ['4K', 2160],
  ['Full HD', 1080],
  ['HD', 720],
] as const

/** A telephone held upright has them across: the shorter side counts. null: not known yet, or of a file without a film. */
export function qualityOf({ width, height }: Pick<FilmColumns, 'width' | 'height'>): string | null {
  if (width === null || height === null) return null
  return qualities.find(([, lines]) => Math.min(width, height) >= lines)?.[0] ?? 'SD'
}

function flagOf(column: number | null): boolean | null {
  return column === null ? null : column === 1
}
