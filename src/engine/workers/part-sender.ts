/** Bytes are handed on when they are this old: what a tab that dies may lose. */
const PART_MS = 500

/** Gathers the small writes of a container into parts, so that each costs one message and one record on the disk. */
export class PartSender {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #nowMs: () => number
  #writes: Uint8Array[] = []
  #oldestAtMs = 0
  #isOpen = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, nowMs: () => number) {
    this.#send = send
    this.#nowMs = nowMs
  }

  /** Sends what was gathered, and goes on in parts: until then all waits. */
  open(): void {
    this.#isOpen = true
    this.flush()
  }

  write(bytes: Uint8Array): void {
    if (this.#writes.length === 0) {
      this.#oldestAtMs = this.#nowMs()
      // The next write may be long in coming: mp4 is written a second at a time, and a camera may stall.
      if (this.#isOpen) this.#timer = setTimeout(() => this.flush(), PART_MS)
    }
    // Copied: the container may use its memory again.
    this.#writes.push(bytes.slice())
    if (this.#isOpen && this.#nowMs() - this.#oldestAtMs >= PART_MS) this.flush()
  }

  flush(): void {
    clearTimeout(this.#timer)
    if (!this.#isOpen || this.#writes.length === 0) return
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
