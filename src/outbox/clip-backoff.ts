import { MINUTE_MS } from '../lib/durations'
import { backoffMs } from './backoff'

/** A clip that fails by itself is tried every ten minutes in the end: each try uploads all of it. */
const LONGEST_DELAY_MS = 10 * MINUTE_MS

/** How often nobody may answer to a clip, while others are answered, before it is left to wait by itself. */
const TOLERATED_SILENCES = 3

/** How often in a row a clip is tried first while the hub takes none: then others are, in case it is this clip after all. */
const TRIES_IN_A_ROW = 3

interface Failing {
  failures: number
  /** How often it was tried while the hub took no clip. */
  vainTries: number
  /** How often nobody answered, counted once for each time that the hub was there. */
  silences: number
  /** Whether the hub has not been heard of since the last silence: another one tells nothing new of this clip. */
  isHubSilent: boolean
  /** When it is tried next, in ms since the epoch; null while the clip goes with the others. */
  nextTryAtMs: number | null
}

/**
 * When clips that fail by themselves are tried again, each at its own time. Kept in memory: a new tab may as well try
 * them once.
 */
export class ClipBackoff {
  readonly #clips = new Map<string, Failing>()

  /** The hub answered, but did not take the clip. */
  noteTrouble(id: string, nowMs: number, random: number): void {
    const clip = this.#of(id)
    clip.failures++
    clip.nextTryAtMs = nowMs + backoffMs(clip.failures, random, LONGEST_DELAY_MS)
  }

  /** The hub takes no clip for now, and this one was tried. */
  noteNotNow(id: string): void {
    this.#of(id).vainTries++
  }

  /** How often it has given way to others, among those that go together: they all take turns. */
  timesGivenWay(id: string): number {
    return Math.floor((this.#clips.get(id)?.vainTries ?? 0) / TRIES_IN_A_ROW)
  }

  /** Nobody answered: 'clip' where that is so of this clip alone, 'hub' while it may be so of all. */
  noteSilence(id: string, nowMs: number, random: number): 'clip' | 'hub' {
    const clip = this.#of(id)
    if (!clip.isHubSilent) clip.silences++
    clip.isHubSilent = true
    if (clip.silences < TOLERATED_SILENCES) return 'hub'
    this.noteTrouble(id, nowMs, random)
    return 'clip'
  }

  /** The hub has answered something. */
  noteAnswer(): void {
    for (const clip of this.#clips.values()) clip.isHubSilent = false
  }

  /** Whether the clip waits by itself, or is tried again after having done so. */
  isFailing(id: string): boolean {
    return this.#nextTryAtMs(id) !== null
  }

  isDue(id: string, nowMs: number): boolean {
    const atMs = this.#nextTryAtMs(id)
    // A clock that was set back must not hold a clip for hours.
    return atMs === null || atMs <= nowMs || atMs - nowMs > LONGEST_DELAY_MS
  }

  /** The next moment at which one of these is due, in ms since the epoch; null where none waits by itself. */
  nextOf(ids: readonly string[]): number | null {
    const times = ids.map((id) => this.#nextTryAtMs(id)).filter((atMs) => atMs !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** What is due until then may be tried, also where the clock and the timer disagree. */
  release(untilMs: number): void {
    for (const clip of this.#clips.values()) {
      if (clip.nextTryAtMs !== null && clip.nextTryAtMs <= untilMs) clip.nextTryAtMs = 0
    }
  }

  forget(id: string): void {
    this.#clips.delete(id)
  }

  /** Forgets clips that another tab has delivered, or dropped. */
  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#clips.keys()) if (!ids.has(id)) this.#clips.delete(id)
  }

  #nextTryAtMs(id: string): number | null {
    return this.#clips.get(id)?.nextTryAtMs ?? null
  }

  #of(id: string): Failing {
    const clip = this.#clips.get(id) ?? {
      failures: 0,
      vainTries: 0,
      silences: 0,
      isHubSilent: false,
      nextTryAtMs: null,
    }
    this.#clips.set(id, clip)
    return clip
  }
}
