/** What its film is, as the hub read it (server/recordings/facts). */
export interface FilmColumns {
  /** When it was read, or given up; null: not yet. */
  facts_at: number | null
  /** How often its reading broke off. */
  facts_tries: number
  /** null though `facts_at` is set: it cannot be played, and the others are null too. */
  duration_ms: number | null
  width: number | null
  height: number | null
  /** As 'vp8' or 'avc'; null in what can be played: one that is not known. */
  codec: string | null
  has_sound: number | null
  starts_on_key: number | null
}
