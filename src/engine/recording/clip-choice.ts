import type { LabelGroup } from '../../lib/label'
import type { Cancel, Clock } from '../clock'

/** Longest time from tampering until it is told (TAMP-01): the clip that shows who did it may have ended meanwhile. */
const TAMPERING_TOLD_MS = 10_000

export interface ClipChoiceEvents {
  onClipMoved(clipId: string): void
  onClipEnded(clipId: string): void
  onClipLeftOut(clipId: string): void
}

/** Which clips that ended are delivered (LABEL-09), and of which somebody had recorded motion is told (LIVE-98). */
export class ClipChoice {
  readonly #clock: Clock
  readonly #events: ClipChoiceEvents
  readonly #canName: (group: LabelGroup) => boolean
  #keepClipsOf: readonly LabelGroup[] | null
  /** Clips that are kept, whatever they show. */
  readonly #spared = new Set<string>()
  /** Clips that are kept as somebody had them recorded. */
  readonly #asked = new Set<string>()
  /** Clips that somebody had recorded and in which something moves: whether that is told, their end decides. */
  readonly #moved = new Set<string>()
  /** Clips that have begun, and have neither ended nor been left out. */
  readonly #undecided = new Set<string>()
  /** Clips that ended and show nothing of what is kept: they wait, as somebody may have touched the camera. */
  readonly #waiting = new Map<string, Cancel>()
  #isStopped = false

  /**
   * Clips that show none of `keepClipsOf` are left out; null: none is. `canName` tells what the detector of the moment knows:
   * a clip that was not looked at for all of them is kept.
   */
  constructor(
    keepClipsOf: readonly LabelGroup[] | null,
    canName: (group: LabelGroup) => boolean,
    clock: Clock,
    events: ClipChoiceEvents,
  ) {
    this.#keepClipsOf = keepClipsOf
    this.#canName = canName
    this.#clock = clock
    this.#events = events
  }

  setKept(keepClipsOf: readonly LabelGroup[] | null): void {
    this.#keepClipsOf = keepClipsOf
  }

  noteBegun(clipId: string): void {
    this.#undecided.add(clipId)
    // Another detector may take its place before the clip ends.
    if (this.#isHalfBlind) this.spare(clipId)
  }

  /** It is kept, begun or not. */
  spare(clipId: string): void {
    this.#spared.add(clipId)
  }

  /** Somebody wants it recorded, begun or not. */
  noteAsked(clipId: string): void {
    this.#asked.add(clipId)
  }

  /** Something moves in a clip that somebody had recorded. Whoever is told of no such motion unasked is not told of it now. */
  noteMoved(clipId: string): void {
    if (this.#keepClipsOf === null) this.#events.onClipMoved(clipId)
    else this.#moved.add(clipId)
  }

  /** Somebody touched the camera: what may show who did is kept (TAMP-06). */
  noteTampered(): void {
    for (const clipId of this.#undecided) this.spare(clipId)
    for (const [clipId, cancel] of [...this.#waiting]) {
      cancel()
      this.#keep(clipId)
    }
  }

  /** `seen`: what it shows; null where it could not be looked at, and then it is kept. */
  noteEnded(clipId: string, seen: ReadonlySet<LabelGroup> | null): void {
    const isWanted = this.#keepClipsOf === null || seen === null || this.#keepClipsOf.some((group) => seen.has(group))
    const isKept = isWanted || this.#isHalfBlind || this.#spared.has(clipId)
    if (isKept && this.#moved.has(clipId)) this.#events.onClipMoved(clipId)
    if (isKept || this.#asked.has(clipId)) return this.#keep(clipId)
    if (this.#isStopped) return this.#leaveOut(clipId)
    this.#waiting.set(
      clipId,
      this.#clock.after(TAMPERING_TOLD_MS, () => this.#leaveOut(clipId)),
    )
  }

  /** Nobody looks for tampering any more. */
  stop(): void {
    this.#isStopped = true
    for (const [clipId, cancel] of [...this.#waiting]) {
      cancel()
      this.#leaveOut(clipId)
    }
  }

  /** Whether the detector has no name for something that is kept: any clip may show it. */
  get #isHalfBlind(): boolean {
    return this.#keepClipsOf?.some((group) => !this.#canName(group)) ?? false
  }

  #keep(clipId: string): void {
    this.#forget(clipId)
    this.#events.onClipEnded(clipId)
  }

  #leaveOut(clipId: string): void {
    this.#forget(clipId)
    this.#events.onClipLeftOut(clipId)
  }

  #forget(clipId: string): void {
    this.#undecided.delete(clipId)
    this.#spared.delete(clipId)
    this.#asked.delete(clipId)
    this.#moved.delete(clipId)
    this.#waiting.delete(clipId)
  }
}
