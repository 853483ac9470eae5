import type { Box } from '../../lib/box'
import type { LabelGroup } from '../../lib/label'
import type { Cancel, Clock } from '../clock'
import type { Measurement } from '../motion/detection'
import { ClipSightings, type Sighting, type TimedLook } from './clip-sightings'
import { KeptFrames } from './kept-frames'
import { LookOrder } from './look-part'
import type { LookSeat, LookTurns } from './look-turns'
import { MovingSense, type MovingThing } from './moving'

/** Without a clip nothing has a name. */
const NOTHING: ReadonlySet<LabelGroup> = new Set()

/** A clip that ends while its last frame is looked at waits for that no longer than this (PERSON-06). */
const LAST_LOOK_MS = 2_000

export interface NamingWatchOptions {
  /** A clip reaches back this far, and so does what is remembered of the time without one. */
  readonly preRollMs: number
  /** The quality of pictures, 0 to 1. */
  readonly jpegQuality: number
}

/** A look at a frame that moved, for whoever watches the camera's settings (LABEL-11). */
export interface WatchedLook {
  readonly things: readonly MovingThing[]
  /** How long the worker's thread was busy with it, in milliseconds, and how many parts of the frame it looked at. */
  readonly tookMs: number
  readonly parts: number
  /** How long before this its frame was taken. */
  readonly agoMs: number
}

export interface NamingWatchEvents {
  onLooked(look: WatchedLook): void
  /** Something in the clip has a name: all that was seen so far, each time that it is more. */
  onClipDetections(clipId: string, detections: readonly Sighting[]): void
  /** Shows them better than the picture before. */
  onClipPicture(clipId: string, jpeg: Blob): void
}

/** What a check found. */
export interface CheckedFrame extends Pick<Measurement, 'moved'> {
  readonly isMotion: boolean
  readonly isRecording: boolean
}

interface OpenClip {
  readonly id: string
  readonly seen: ClipSightings
  toldPicture: Blob | null
  /** Frames after this are none of its own; infinite while it is recorded. */
  lastFrameAtMs: number
  /** Tells that the clip ended; null while it is recorded. */
  end: EndOfClip | null
  cancelWait: Cancel
}

/** `seen` is null where the clip was not looked at enough to tell what is in it. */
export type EndOfClip = (seen: ReadonlySet<LabelGroup> | null) => void

/**
 * Looks for people, animals and vehicles in frames of one camera that moved (PERSON-01): in those on their way to a check, after the check
 * has said that something changes, so that nothing is done while nothing moves. Who is seen while no clip is recorded
 * counts for the next one that reaches back to that moment.
 */
export class NamingWatch {
  readonly #seat: LookSeat
  readonly #clock: Clock
  readonly #options: NamingWatchOptions
  readonly #events: NamingWatchEvents
  #isWanted: boolean
  /** A frame that may be looked at once its check is made. */
  #held: { readonly frame: VideoFrame; readonly atMs: number } | null = null
  /** Whether the check under way has a frame that may be looked at: pixels from a canvas come without one. */
  #hasFrame = false
  readonly #kept: KeptFrames
  readonly #order = new LookOrder()
  readonly #moving = new MovingSense()
  /** When the frame that is being looked at was taken; null while none is. */
  #lookingAtMs: number | null = null
  /** Those that have begun and not ended, oldest first: one may be handed over while the next is recorded. */
  readonly #clips = new Map<string, OpenClip>()
  /** When a clip was stopped last. */
  #stoppedAtMs = Number.NEGATIVE_INFINITY
  /** The latest looks of the time without a clip; one told of late leaves what came after it was stopped to the next. */
  #recent: TimedLook[] = []
  /** When what came without a clip moved: a clip reaches back to before it is known to have begun. */
  #recentMovesAtMs: readonly number[] = []

  constructor(
    isWanted: boolean,
    turns: LookTurns,
    clock: Clock,
    options: NamingWatchOptions,
    events: NamingWatchEvents,
  ) {
    this.#isWanted = isWanted
    this.#seat = turns.join(() => this.#lookAtKept())
    this.#kept = new KeptFrames(clock)
    this.#clock = clock
    this.#options = options
    this.#events = events
  }

  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted
  }

  /** A frame on its way to a check, which it still belongs to: what moves first is seen in that very frame. */
  noteFrame(frame: VideoFrame): void {
    this.#letGo()
    this.#hasFrame = true
    if (!this.#isWanted || this.#lookingAtMs !== null) return
    this.#held = { frame: frame.clone(), atMs: this.#clock.monotonicMs() }
  }

  /** The check of that frame is made. */
  noteChecked({ moved, isMotion, isRecording }: CheckedFrame): void {
    const hasFrame = this.#hasFrame
    this.#hasFrame = false
    // While a clip is recorded, also those who move too little to begin one.
    const isMoving = isMotion || (isRecording && moved.length > 0)
    const reason = isMoving ? moved : isRecording ? this.#order.owedAt(this.#clock.monotonicMs()) : null
    if (isMoving) this.#noteMoved(this.#held?.atMs ?? this.#clock.monotonicMs())
    if (!this.#kept.isEmpty && !this.#seat.isLoading) void this.#lookAtKept()
    if (!this.#isWanted || reason === null) {
      if (this.#isWanted && hasFrame && this.#kept.isEmpty) this.#seat.noteCalm()
      return this.#letGo()
    }
    if (hasFrame) this.#seat.wake()
    const held = this.#held
    this.#held = null
    if (held === null) return
    // Tracks go forward in time: what was kept comes first.
    const looks = this.#kept.isEmpty ? this.#seat.mayLook(this.#order.isAwaitedAt(held.atMs)) : 0
    if (looks > 0) void this.#look(held.frame, held.atMs, reason, looks)
    else if (this.#seat.isLoading && isMoving) this.#kept.add({ ...held, moved })
    else held.frame.close()
  }

  /** The check had nothing to compare with, or failed. */
  noteUnchecked(): void {
    this.#letGo()
  }

  /** `startedAtMs` is when its first frame was taken, on the monotonic clock. One may be stopped before it is told of. */
  noteClipBegun(clipId: string, startedAtMs: number, phase: 'recording' | 'stopped' = 'recording'): void {
    const seen = new ClipSightings(startedAtMs)
    const lastFrameAtMs = phase === 'stopped' ? this.#stoppedAtMs : Number.POSITIVE_INFINITY
    const begun = { toldPicture: null, end: null, cancelWait: () => undefined }
    const clip: OpenClip = { id: clipId, seen, lastFrameAtMs, ...begun }
    this.#clips.set(clipId, clip)
    for (const look of this.#recent) if (look.atMs <= lastFrameAtMs) seen.add(look)
    for (const atMs of this.#recentMovesAtMs) {
      if (atMs >= startedAtMs && atMs <= lastFrameAtMs) seen.looks.noteMoved(atMs)
    }
    this.#tell(clip)
  }

  /** Whether the clip has a picture of somebody, which is better than any other. */
  hasPicture(clipId: string): boolean {
    return (this.#clips.get(clipId)?.toldPicture ?? null) !== null
  }

  /** The last frame of the clip is taken; it may take a while until it is handed over and ends. */
  noteClipStopped(): void {
    this.#stoppedAtMs = this.#clock.monotonicMs()
    for (const clip of this.#clips.values()) {
      clip.lastFrameAtMs = Math.min(clip.lastFrameAtMs, this.#stoppedAtMs)
    }
  }

  /** Calls back when nothing more comes of this clip: at once, or when its last look is done. */
  noteClipEnded(clipId: string, end: EndOfClip): void {
    const clip = this.#clips.get(clipId)
    if (clip === undefined) return end(null)
    clip.end = end
    if (this.#lookingAtMs === null || this.#lookingAtMs > clip.lastFrameAtMs) return this.#endClip(clip)
    clip.cancelWait = this.#clock.after(LAST_LOOK_MS, () => this.#endClip(clip))
  }

  /** Nothing is looked at any more; a clip that is still to end does so. */
  stop(): void {
    this.#isWanted = false
    this.#letGo()
    this.#kept.clear()
    this.#seat.leave()
  }

  #letGo(): void {
    this.#hasFrame = false
    this.#held?.frame.close()
    this.#held = null
  }

  /**
   * Who came while the detector was loaded, and may be gone already: until two looks agree. What is refused a look waits
   * for the next check.
   */
  async #lookAtKept(): Promise<void> {
    let isFirst = true
    this.#kept.leaveOutEntering()
    while (!this.#kept.isEmpty && this.#lookingAtMs === null) {
      const isNamed = this.#named.size > 0
      if (!this.#isWanted || isNamed) return this.#kept.clear()
      const looks = isFirst ? this.#seat.mayLook(false) : this.#seat.mayLookAgain()
      const kept = looks === 0 ? null : this.#kept.take()
      if (kept === null) return
      isFirst = false
      await this.#look(kept.frame, kept.atMs, kept.moved, looks)
    }
  }

  async #look(frame: VideoFrame, atMs: number, moved: readonly Box[], looks: number): Promise<void> {
    this.#lookingAtMs = atMs
    const jpegAbove = this.#clipAt(atMs)?.seen.jpegAboveAt(atMs) ?? -1
    const { jpegQuality } = this.#options
    const around = this.#order.next(moved, looks, atMs)
    const seen = await this.#seat.look(frame, { moved, around, jpegAbove, jpegQuality })
    this.#lookingAtMs = null
    if (seen !== null) {
      const { jpeg, tookMs, parts } = seen
      const things = this.#moving.take(seen.found, moved, atMs)
      this.#events.onLooked({ things, tookMs, parts, agoMs: this.#clock.monotonicMs() - atMs })
      const isJpegMissing = jpeg === null && things.some(({ score }) => score > jpegAbove)
      this.#take({ atMs, things, jpeg, isJpegMissing })
      this.#order.noteSeen({ things, atMs }, moved, this.#named)
    }
    for (const clip of this.#clips.values()) if (clip.end !== null) this.#endClip(clip)
  }

  #take(look: TimedLook): void {
    const clip = this.#clipAt(look.atMs)
    if (clip !== null) {
      clip.seen.add(look)
      if (look.things.length > 0) this.#tell(clip)
      return
    }
    const sinceMs = look.atMs - this.#options.preRollMs
    this.#recent = [...this.#recent.filter(({ atMs }) => atMs >= sinceMs), look]
  }

  #noteMoved(atMs: number): void {
    const clip = this.#clipAt(atMs)
    if (clip !== null) return clip.seen.looks.noteMoved(atMs)
    const sinceMs = atMs - this.#options.preRollMs
    this.#recentMovesAtMs = [...this.#recentMovesAtMs.filter((earlierMs) => earlierMs >= sinceMs), atMs]
  }

  /** The clip that a frame of this moment belongs to. */
  #clipAt(atMs: number): OpenClip | null {
    return [...this.#clips.values()].find(({ lastFrameAtMs }) => atMs <= lastFrameAtMs) ?? null
  }

  /** In the newest clip. */
  get #named(): ReadonlySet<LabelGroup> {
    return [...this.#clips.values()].at(-1)?.seen.groups ?? NOTHING
  }

  #tell(clip: OpenClip): void {
    const { id, seen } = clip
    const { sightings, picture } = seen
    if (sightings.length === 0) return
    this.#events.onClipDetections(id, sightings)
    if (picture === null || picture === clip.toldPicture) return
    clip.toldPicture = picture
    this.#events.onClipPicture(id, picture)
  }

  #endClip({ id, seen, cancelWait, end }: OpenClip): void {
    this.#clips.delete(id)
    cancelWait()
    end?.(seen.looks.areEnough ? seen.groups : null)
  }
}
