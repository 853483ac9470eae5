import type { ClipFormat } from './clip-format'

/**
 * Bytes are handed on when they are this old: what a tab that dies may lose. mp4 comes a second at a time, and all of that
 * within a moment: there is nothing more to gather.
 */
const partMs = { webm: 500, mp4: 50 } as const

/** Gathers the small writes of a container into parts, so that each costs one message and one record on the disk. */
export class PartSender {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #nowMs: () => number
  #writes: Uint8Array[] = []
  #oldestAtMs = 0
  #container: ClipFormat['container'] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, nowMs: () => number) {
    this.#send = send
    this.#nowMs = nowMs
  }

  /** Sends what was gathered, and goes on in parts: until then all waits. */
  open(container: ClipFormat['container']): void {
    this.#container = container
    this.flush()
  }

  write(bytes: Uint8Array): void {
    const waitMs = this.#container === null ? null : partMs[this.#container]
    if (this.#writes.length === 0) {
      this.#oldestAtMs = this.#nowMs()
      // The next write may be long in coming: a camera may stall.
      if (waitMs !== null) this.#timer = setTimeout(() => this.flush(), waitMs)
    }
    // Copied: the container may use its memory again.
    this.#writes.push(bytes.slice())
    if (waitMs !== null && this.#nowMs() - this.#oldestAtMs >= waitMs) this.flush()
  }

  flush(): void {
    clearTimeout(this.#timer)
    if (this.#container === null || this.#writes.length === 0) return
    const part = new Uint8Array(this.#writes.reduce((sum, { byteLength }) => sum + byteLength, 0))
    let offset = 0
    for (const bytes of this.#writes) {
      part.set(bytes, offset)
      offset += bytes.byteLength
    }
    this.#writes = []
    this.#send(part)
  }
}
