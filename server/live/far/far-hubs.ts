/** How often a hub says that it is there, and without which it is not any more: a picture is back within 5 s. */
const BEAT_MS = 1_000
const GONE_MS = 3_500

export interface FarHubsPorts {
  readonly beat: () => void
  readonly onGone: (hub: string) => void
}

/** The other hubs that are there now. Whoever makes it calls `close`. */
export class FarHubs {
  readonly #ports: FarHubsPorts
  readonly #heardAtMs = new Map<string, number>()
  readonly #timer: NodeJS.Timeout

  constructor(ports: FarHubsPorts) {
    this.#ports = ports
    this.#timer = setInterval(() => this.#round(), BEAT_MS).unref()
  }

  /** true: it was not there before. */
  note(hub: string): boolean {
    const isNew = !this.#heardAtMs.has(hub)
    this.#heardAtMs.set(hub, performance.now())
    return isNew
  }

  lose(hub: string): void {
    if (this.#heardAtMs.delete(hub)) this.#ports.onGone(hub)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #round(): void {
    this.#ports.beat()
    const nowMs = performance.now()
    for (const [hub, atMs] of this.#heardAtMs) if (nowMs - atMs > GONE_MS) this.lose(hub)
  }
}
