/** What is over is looked for this often at most. */
const SWEEP_MS = 10_000
/** Of an entry besides its key and its value. */
const ENTRY_BYTES = 100

interface Entry<Value> {
  readonly value: Value
  readonly untilMs: number
  readonly sizeBytes: number
}

/** Values that are kept for a while, with a bound in bytes: above it those leave that were put longest ago. */
export class Kept<Value> {
  readonly #limitBytes: number
  readonly #nowMs: () => number
  readonly #entries = new Map<string, Entry<Value>>()
  #bytes = 0
  #sweptAtMs = Number.NEGATIVE_INFINITY

  constructor(limitBytes: number, nowMs: () => number) {
    this.#limitBytes = limitBytes
    this.#nowMs = nowMs
  }

  put(key: string, value: Value, keptMs: number, valueBytes = 0): void {
    this.drop(key)
    const nowMs = this.#nowMs()
    this.#sweep(nowMs)
    const sizeBytes = 2 * key.length + valueBytes + ENTRY_BYTES
    this.#entries.set(key, { value, untilMs: nowMs + keptMs, sizeBytes })
    this.#bytes += sizeBytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limitBytes) return
      this.drop(oldest)
    }
  }

  find(key: string): Value | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    if (entry.untilMs > this.#nowMs()) return entry.value
    this.drop(key)
    return null
  }

  drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.sizeBytes ?? 0
    this.#entries.delete(key)
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < SWEEP_MS) return
    this.#sweptAtMs = nowMs
    for (const [key, { untilMs }] of this.#entries) if (untilMs <= nowMs) this.drop(key)
  }
}
