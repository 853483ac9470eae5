import type { FilmColumns } from '../../db/film-columns'

/** What a film is, read from its file. */
export interface FilmFacts {
  readonly durationMs: number
  /** As it is shown, in pixels. */
  readonly width: number
  readonly height: number
  /** As 'vp8' or 'avc'; null: one that the reader does not know. */
  readonly codec: string | null
  readonly hasSound: boolean
  /** Without that a player shows grey until the next keyframe. */
  readonly startsOnKeyframe: boolean
}

/** What the reader makes of a file: `reason` is for the log. */
export type FilmReading =
  | { readonly kind: 'film'; readonly facts: FilmFacts }
  | { readonly kind: 'unplayable'; readonly reason: string }

/** Of a recording that has just come. */
export const unreadFilm: FilmColumns = {
  facts_at: null,
  facts_tries: 0,
  duration_ms: null,
  width: null,
  height: null,
  codec: null,
  has_sound: null,
  starts_on_key: null,
}

export function columnsOf(reading: FilmReading, atMs: number): Omit<FilmColumns, 'facts_tries'> {
  if (reading.kind === 'unplayable') {
    const { facts_tries: _, ...nothing } = unreadFilm
    return { ...nothing, facts_at: atMs }
  }
  const { durationMs, width, height, codec, hasSound, startsOnKeyframe } = reading.facts
  return {
    facts_at: atMs,
    duration_ms: durationMs,
    width,
    height,
    codec,
    has_sound: Number(hasSound),
    starts_on_key: Number(startsOnKeyframe),
  }
}
