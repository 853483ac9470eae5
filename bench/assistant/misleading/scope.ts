import type { CameraName } from '../workspace'

/** What a question asks about: these cameras, or all, in one of these times; null: up to now, or from the first on. */
export interface Scope {
  readonly cameras: readonly CameraName[] | null
  readonly spans: readonly Span[]
  /** The time that it is compared with. */
  readonly against?: Span
}

export type Span = readonly [from: string | null, until: string | null]
