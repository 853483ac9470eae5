import type { Video } from '../../../src/contract/video'
import type { FilmColumns } from '../../db/film-columns'

type ShownFacts = Pick<
  Video,
  'durationMs' | 'width' | 'height' | 'codec' | 'hasSound' | 'startsOnKeyframe' | 'isPlayable'
>

export function presentFacts(row: FilmColumns): ShownFacts {
  const { duration_ms: durationMs, width, height, codec } = row
  return {
    ...{ durationMs, width, height, codec },
    hasSound: flagOf(row.has_sound),
    startsOnKeyframe: flagOf(row.starts_on_key),
    isPlayable: row.facts_at === null ? null : durationMs !== null,
  }
}

function flagOf(column: number | null): boolean | null {
  return column === null ? null : column === 1
}
