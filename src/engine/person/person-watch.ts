import type { Cancel, Clock } from '../clock'
import type { Measurement } from '../motion/detection'
import type { PersonSighting } from './person-verdict'
import { PersonClip, type TimedLook } from './person-watch-clip'
import type { PersonSeat, PersonTurns } from './person-watch-turns'

/** A clip that ends while its last frame is looked at waits for that no longer than this (PERSON-06). */
const LAST_LOOK_MS = 2_000

export interface PersonWatchOptions {
  /** A clip reaches back this far, and so does what is remembered of the time without one. */
  readonly preRollMs: number
  /** Of pictures, 0 to 1. */
  readonly jpegQuality: number
}

export interface PersonWatchEvents {
  /** Somebody is in the clip: all that was seen so far, each time that it is more. */
  onClipDetections(clipId: string, detections: readonly PersonSighting[]): void
  /** Shows them better than the picture before. */
  onClipPicture(clipId: string, jpeg: Blob): void
}

/** What a check found. */
export interface CheckedFrame extends Pick<Measurement, 'region'> {
  readonly isMotion: boolean
  readonly isRecording: boolean
}

interface OpenClip {
  readonly id: string
  readonly people: PersonClip
  toldPicture: Blob | null
  /** Frames after this are none of its own; infinite while it is recorded. */
  lastFrameAtMs: number
  /** Tells that the clip ended; null while it is recorded. */
  end: (() => void) | null
  cancelWait: Cancel
}

/**
 * Looks for people in frames of one camera that moved (PERSON-01): in those on their way to a check, after the check
 * has said that something changes, so that nothing is done while nothing moves. Who is seen while no clip is recorded
 * counts for the next one that reaches back to that moment.
 */
export class PersonWatch {
  readonly #seat: PersonSeat
  readonly #clock: Clock
  readonly #options: PersonWatchOptions
  readonly #events: PersonWatchEvents
  #isWanted: boolean
  #isMoving = false
  /** A frame that may be looked at once its check is made. */
  #held: { readonly frame: VideoFrame; readonly atMs: number } | null = null
  /** What moved and the whole frame are looked at in turns: what is small shows in one, what is cut off in the other. */
  #isWholeNext = false
  /** When the frame was taken that is being looked at. */
  #lookingAtMs: number | null = null
  #clip: OpenClip | null = null
  /** Of the time without a clip. */
  #recent: TimedLook[] = []

  constructor(
    isWanted: boolean,
    turns: PersonTurns,
    clock: Clock,
    options: PersonWatchOptions,
    events: PersonWatchEvents,
  ) {
    this.#isWanted = isWanted
    this.#seat = turns.join()
    this.#clock = clock
    this.#options = options
    this.#events = events
  }

  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted
  }

  /** A frame on its way to a check, which it still belongs to. */
  noteFrame(frame: VideoFrame): void {
    this.#letGo()
    if (!this.#isWanted || !this.#isMoving || this.#lookingAtMs !== null || !this.#seat.mayLook()) return
    this.#held = { frame: frame.clone(), atMs: this.#clock.monotonicMs() }
  }

  /** The check of that frame is made. */
  noteChecked({ region, isMotion, isRecording }: CheckedFrame): void {
    // While a clip is recorded, also those who move too little to begin one.
    this.#isMoving = isMotion || (isRecording && region !== null)
    if (!this.#isMoving) return this.#letGo()
    const held = this.#held
    this.#held = null
    if (held !== null) void this.#look(held.frame, held.atMs, region)
  }

  /** The check had nothing to compare with, or failed. */
  noteUnchecked(): void {
    this.#isMoving = false
    this.#letGo()
  }

  /** `startedAtMs` is when its first frame was taken, on the monotonic clock. */
  noteClipBegun(clipId: string, startedAtMs: number): void {
    this.#endClip()
    const people = new PersonClip(startedAtMs)
    const lastFrameAtMs = Number.POSITIVE_INFINITY
    this.#clip = { id: clipId, people, toldPicture: null, lastFrameAtMs, end: null, cancelWait: () => undefined }
    for (const look of this.#recent) people.add(look)
    this.#recent = []
    this.#tell(this.#clip)
  }

  /** Whether the clip has a picture of somebody, which is better than any other. */
  hasPicture(clipId: string): boolean {
    return this.#clip?.id === clipId && this.#clip.toldPicture !== null
  }

  /** The last frame of the clip is taken; it may take a while until it is handed over and ends. */
  noteClipStopped(): void {
    if (this.#clip !== null) this.#clip.lastFrameAtMs = Math.min(this.#clip.lastFrameAtMs, this.#clock.monotonicMs())
  }

  /** Calls back when nothing more comes of this clip: at once, or when its last look is done. */
  noteClipEnded(clipId: string, end: () => void): void {
    const clip = this.#clip
    if (clip?.id !== clipId) return end()
    clip.end = end
    if (this.#lookingAtMs === null || this.#lookingAtMs > clip.lastFrameAtMs) return this.#endClip()
    clip.cancelWait = this.#clock.after(LAST_LOOK_MS, () => {
      if (this.#clip === clip) this.#endClip()
    })
  }

  /** Nothing is looked at any more; a clip that is still to end does so. */
  stop(): void {
    this.#isWanted = false
    this.#letGo()
    this.#seat.leave()
  }

  #letGo(): void {
    if (this.#held === null) return
    this.#held.frame.close()
    this.#held = null
    this.#seat.pass()
  }

  async #look(frame: VideoFrame, atMs: number, region: Measurement['region']): Promise<void> {
    this.#lookingAtMs = atMs
    const jpegAbove = this.#clipAt(atMs)?.people.bestScore ?? -1
    const isWhole = this.#isWholeNext
    this.#isWholeNext = !isWhole
    const { jpegQuality } = this.#options
    const seen = await this.#seat.look(frame, { region, isWhole, jpegAbove, jpegQuality })
    this.#lookingAtMs = null
    if (seen !== null && seen.people.length > 0) this.#take({ atMs, people: seen.people, jpeg: seen.jpeg })
    if (this.#clip !== null && this.#clip.end !== null) this.#endClip()
  }

  #take(look: TimedLook): void {
    const clip = this.#clipAt(look.atMs)
    if (clip !== null) {
      clip.people.add(look)
      return this.#tell(clip)
    }
    const sinceMs = look.atMs - this.#options.preRollMs
    this.#recent = [...this.#recent.filter(({ atMs }) => atMs >= sinceMs), look]
  }

  /** The clip that a frame of this moment belongs to. */
  #clipAt(atMs: number): OpenClip | null {
    return this.#clip !== null && atMs <= this.#clip.lastFrameAtMs ? this.#clip : null
  }

  #tell(clip: OpenClip): void {
    const { id, people } = clip
    if (!people.isPerson) return
    this.#events.onClipDetections(id, people.detections)
    const { picture } = people
    if (picture === null || picture === clip.toldPicture) return
    clip.toldPicture = picture
    this.#events.onClipPicture(id, picture)
  }

  #endClip(): void {
    const clip = this.#clip
    this.#clip = null
    clip?.cancelWait()
    clip?.end?.()
  }
}
