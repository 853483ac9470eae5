import type { Sighting } from '../../../src/engine/naming/clip-sightings'
import type { ClipHead } from '../../../src/engine/recording/clip'

/** A clip that ended, as it was told. */
export interface LoggedClip extends ClipHead {
  /** Its parts in order, as text. */
  readonly content: string
  readonly thumbnail: Blob | null
  readonly detections: readonly Sighting[]
  /** Motion came into it, though somebody had it recorded. */
  readonly hasMoved: boolean
}

interface OpenClip {
  readonly head: ClipHead
  content: string
  thumbnail: Blob | null
  detections: readonly Sighting[]
  hasMoved: boolean
}

/** Puts together what is told of clips; throws where it comes in a wrong order. */
export class ClipLog {
  /** The clips that ended, oldest first. */
  readonly clips: LoggedClip[] = []
  readonly #open = new Map<string, OpenClip>()

  /** The clips that began and did not end. */
  get openIds(): string[] {
    return [...this.#open.keys()]
  }

  /** Of these, those into which motion came though somebody had them recorded. */
  get movedIds(): string[] {
    return [...this.#open].filter(([, { hasMoved }]) => hasMoved).map(([id]) => id)
  }

  readonly onClipBegun = (head: ClipHead): void => {
    if (this.#open.has(head.id)) throw new Error(`${head.id} begins twice.`)
    this.#open.set(head.id, { head, content: '', thumbnail: null, detections: [], hasMoved: false })
  }

  readonly onClipPart = (clipId: string, bytes: Uint8Array<ArrayBuffer>): void => {
    this.#known(clipId).content += new TextDecoder().decode(bytes)
  }

  readonly onClipThumbnail = (clipId: string, jpeg: Blob): void => {
    this.#known(clipId).thumbnail = jpeg
  }

  readonly onClipDetections = (clipId: string, detections: readonly Sighting[]): void => {
    this.#known(clipId).detections = detections
  }

  readonly onClipMoved = (clipId: string): void => {
    const clip = this.#known(clipId)
    if (clip.hasMoved) throw new Error(`${clipId} is told twice to have moved.`)
    clip.hasMoved = true
  }

  readonly onClipEnded = (clipId: string): void => {
    const { head, ...rest } = this.#known(clipId)
    this.#open.delete(clipId)
    this.clips.push({ ...head, ...rest })
  }

  /** Clips that went, oldest first. */
  readonly leftOut: string[] = []

  readonly onClipLeftOut = (clipId: string): void => {
    this.#known(clipId)
    this.#open.delete(clipId)
    this.leftOut.push(clipId)
  }

  #known(clipId: string) {
    const clip = this.#open.get(clipId)
    if (clip === undefined) throw new Error(`${clipId} is not being recorded.`)
    return clip
  }
}
