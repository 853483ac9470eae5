import type { Cancel, Clock } from '../clock'
import type { CaptureSight } from './capture-state'

/** The system mutes tracks for moments, such as while it changes the exposure; that is nobody's concern. */
const MUTE_SHOWN_MS = 1_000

/** Muted for longer, a track may never come back by itself. */
const MUTE_LIMIT_MS = 10_000

/** Paused for want of frames for longer; with the 4 s until that is told, a camera is opened anew within 10 s. */
const NO_FRAMES_LIMIT_MS = 5_000

/** How often it is checked whether the machine slept, or the picture stands. */
const WAKE_CHECK_MS = 5_000

/** How far the clock must jump for the machine to have slept: awake, no clock is held back so long, in hidden tabs either. */
const SLEEP_MS = 30_000

export interface StreamWatchEvents {
  /** The device went away, or its permission. */
  onLost(): void
  /** The microphone went away, and is out of the stream: the picture goes on. */
  onSoundLost(): void
  /** The system or a switch on the device holds the picture back, for a second by now; or does no longer, if it ever did. */
  onMuted(isMuted: boolean): void
  /** The stream lives, but may never bring a picture again: it should be opened anew. */
  onStale(): void
  /** Asked now and then whether the picture stands, where no checks would tell. */
  hasStalled(): boolean
}

/** Watches whether an opened stream still is a camera's. Tells nothing after `close`. */
export class StreamWatch {
  readonly #tracks: readonly MediaStreamTrack[]
  readonly #sounds: readonly MediaStreamTrack[]
  readonly #clock: Clock
  readonly #events: StreamWatchEvents
  readonly #closing = new AbortController()
  #muteTimers: readonly Cancel[] = []
  #cancelNoFrames: Cancel | null = null
  #wakeCheckedAtMs: number

  constructor(stream: MediaStream, clock: Clock, events: StreamWatchEvents) {
    this.#tracks = stream.getVideoTracks()
    this.#sounds = stream.getAudioTracks()
    this.#clock = clock
    this.#events = events
    this.#wakeCheckedAtMs = clock.nowMs()
    const { signal } = this.#closing
    for (const track of this.#tracks) {
      track.addEventListener('ended', () => events.onLost(), { signal })
      track.addEventListener('mute', () => this.#onMute(), { signal })
      track.addEventListener('unmute', () => this.#onUnmute(), { signal })
    }
    for (const track of this.#sounds) {
      const onLost = () => {
        stream.removeTrack(track)
        events.onSoundLost()
      }
      track.addEventListener('ended', onLost, { signal })
    }
    const cancelWakeCheck = clock.every(WAKE_CHECK_MS, () => this.#checkWake())
    signal.addEventListener('abort', cancelWakeCheck)
    if (this.isMuted) this.#onMute()
  }

  get isEnded(): boolean {
    return this.#tracks.some(({ readyState }) => readyState === 'ended')
  }

  /** Whether there is a microphone that has not gone. */
  get hasSound(): boolean {
    return this.#sounds.some(({ readyState }) => readyState === 'live')
  }

  /** Whether a track is muted now, however short that may be. */
  get isMuted(): boolean {
    return this.#tracks.some(({ muted }) => muted)
  }

  /** Whether checks for motion come. */
  noteSight(sight: CaptureSight): void {
    if (sight.phase === 'paused' && sight.why === 'no-frames') {
      this.#cancelNoFrames ??= this.#clock.after(NO_FRAMES_LIMIT_MS, () => this.#events.onStale())
    } else {
      this.#cancelNoFrames?.()
      this.#cancelNoFrames = null
    }
  }

  close(): void {
    this.#closing.abort()
    this.#cancelNoFrames?.()
    this.#cancelMute()
  }

  #onMute(): void {
    this.#cancelMute()
    this.#muteTimers = [
      this.#clock.after(MUTE_SHOWN_MS, () => this.#events.onMuted(true)),
      this.#clock.after(MUTE_LIMIT_MS, () => this.#events.onStale()),
    ]
  }

  #onUnmute(): void {
    if (this.isMuted) return
    this.#cancelMute()
    this.#events.onMuted(false)
  }

  #cancelMute(): void {
    for (const cancel of this.#muteTimers) cancel()
    this.#muteTimers = []
  }

  /** A machine that slept may have lost the device without a word, or have left a live track that gives nothing. */
  #checkWake(): void {
    const nowMs = this.#clock.nowMs()
    const hasSlept = nowMs - this.#wakeCheckedAtMs > SLEEP_MS
    this.#wakeCheckedAtMs = nowMs
    if (this.isEnded) this.#events.onLost()
    else if (hasSlept || this.#events.hasStalled()) this.#events.onStale()
  }
}
