import { DARK_BRIGHTNESS, type Measurement } from '../motion/detection'
import { type Fingerprint, newFingerprint, readFingerprint, showsAPlace } from './fingerprint'
import { Repeats, Stillness, TextureLog } from './last-seconds'
import { Looks } from './looks'
import { SmoothScene } from './scene'
import { type Sighting, sightingOf, UsualPicture } from './usual-picture'

/** What somebody, or something, did to a camera (TAMP-01). */
export type Tampering = 'covered' | 'turned' | 'frozen' | 'darkened'

/** What a sense of tampering tells: each incident has its beginning and, once the picture is good again, its end. */
export type TamperingNews =
  | { readonly kind: 'begun'; readonly tampering: Tampering; readonly agoMs: number }
  | { readonly kind: 'over' }

/** How long a picture is learnt before anything can be missed in it. */
const LEARNING_MS = 4_000

/** How long a picture must be lost: somebody close before the lens is gone by then. All around it takes under 10 s. */
const LOST_MS = 5_000

/** How long what a camera was turned to must stand still. */
const STILL_MS = 3_000

/** How long a picture must be good for an incident to be over: whoever fumbles with a camera makes one of it. */
const GOOD_MS = 15_000

/** How long a new picture must stand still to be how its owner wants it: it is learnt, and watched in turn. */
const ADOPTED_MS = 120_000

/** A device that was opened gets its exposure and focus right meanwhile; the adaptive measure learns for as long. */
const SETTLING_MS = 3_000

/** After a longer absence light and place may be others. That a camera was away is told by then (MSG-08). */
const KNOWN_MS = 300_000

/** Share of the usual texture that must have been there just before: what fades slowly is dusk. */
const SUDDEN_SHARE = 0.5

/** How many times the usual texture shows that a light came on where little was to be seen. */
const LIT_SHARE = 3

/** By how many grey levels the dark that comes after a light may be less dark than the one before. */
const DARK_MARGIN = 3

type State =
  | { readonly phase: 'learning'; readonly sinceMs: number }
  | { readonly phase: 'watching' }
  /** The picture is not there; whether that is tampering shows when it stays away. */
  | { readonly phase: 'doubting'; readonly sinceMs: number; readonly wasSudden: boolean }
  /** One incident is told once, however it goes on. */
  | { readonly phase: 'told'; readonly sinceMs: number; readonly goodSinceMs: number | null }

/** One check, and how the picture compares with the usual one. */
interface Check {
  readonly nowMs: number
  /** Since the check before. */
  readonly elapsedMs: number
  /** Mean luma, in grey levels. */
  readonly brightness: number
  readonly isFrozen: boolean
  readonly sighting: Sighting
  /** For how long another picture has stood still; 0 where none is there. */
  readonly stillMs: number
}

/**
 * Tells once per incident that somebody covered, turned, froze or darkened a camera (TAMP-03): from the coarse scene of
 * every check, which it compares with how the picture usually is. How and why: README.md beside this file.
 */
export class TamperingSense {
  readonly #scene = new SmoothScene()
  readonly #fingerprint: Fingerprint = newFingerprint()
  readonly #usual = new UsualPicture()
  readonly #looks = new Looks()
  readonly #stillness = new Stillness()
  readonly #repeats = new Repeats()
  readonly #textures = new TextureLog()
  #state: State | null = null
  #notedAtMs = 0
  #settledAtMs = Number.NEGATIVE_INFINITY
  /** When little or nothing was to be seen last, as usual there, and how dark that was. */
  #dark: { readonly atMs: number; readonly brightness: number } | null = null

  /** Takes a check; times are of a clock that only goes on. null: there is no news. */
  note(measurement: Measurement, nowMs: number): TamperingNews | null {
    const { scene, brightness, isRepeat } = measurement
    if (scene === null || nowMs < this.#settledAtMs) return null
    this.#forgetAfter(nowMs - this.#notedAtMs)
    const elapsedMs = nowMs - this.#notedAtMs
    this.#notedAtMs = nowMs
    this.#state ??= { phase: 'learning', sinceMs: nowMs }
    if (!this.#scene.note(scene, nowMs)) this.#goOnAfterPause()
    readFingerprint(this.#scene.levels, this.#fingerprint)
    const isFrozen = this.#repeats.note(isRepeat, nowMs)
    const { phase } = this.#state
    const sighting = sightingOf(this.#usual, this.#fingerprint, brightness, phase === 'doubting' || phase === 'told')
    const stillMs = sighting === 'other' ? this.#stillness.note(this.#fingerprint, nowMs) : this.#noStillness()
    const news = this.#step(this.#state, { nowMs, elapsedMs, brightness, isFrozen, sighting, stillMs })
    this.#textures.note(this.#fingerprint.texture, nowMs)
    return news
  }

  /** The device was opened anew. An incident goes on, however long that took: what it waits for is the picture from before. */
  reopen(nowMs: number): void {
    this.#forgetAfter(nowMs - this.#notedAtMs)
    this.#settledAtMs = nowMs + SETTLING_MS
    this.#goOnAfterPause()
  }

  /** Another device is looked through from here on; an incident that is so still when this one is back is another. */
  giveUp(): void {
    if (this.#state?.phase !== 'told') return
    this.#state = { phase: 'watching' }
    // The picture was all right before the incident, so that its loss is sudden still.
    this.#textures.forget()
    this.#textures.note(this.#usual.texture, this.#notedAtMs)
  }

  /** A machine that wakes gives checks of the old stream before its device is opened anew. */
  #forgetAfter(awayMs: number): void {
    if (awayMs > KNOWN_MS && this.#state?.phase !== 'told') this.#state = null
  }

  /** How the picture usually is stays known; for how long it has been otherwise does not. */
  #goOnAfterPause(): void {
    this.#repeats.forget()
    this.#stillness.forget()
    if (this.#state?.phase === 'doubting') this.#state = { phase: 'watching' }
  }

  #step(state: State, check: Check): TamperingNews | null {
    switch (state.phase) {
      case 'learning':
        if (check.nowMs - state.sinceMs >= LEARNING_MS) this.#learnAnew()
        return null
      case 'watching':
        return this.#watch(check)
      case 'doubting':
        return this.#doubt(state, check)
      case 'told':
        return this.#waitForGood(state, check)
    }
  }

  #noStillness(): number {
    this.#stillness.forget()
    return 0
  }

  /** How it looked before was another place, or may have been. */
  #learnAnew(): void {
    this.#learn()
    this.#looks.forget()
  }

  /** The same place by another light. */
  #learn(): void {
    this.#looks.keep(this.#usual, this.#notedAtMs)
    this.#usual.adopt(this.#scene.levels, this.#fingerprint)
    this.#state = { phase: 'watching' }
  }

  #watch({ sighting, isFrozen, elapsedMs, nowMs }: Check): TamperingNews | null {
    // In the dark a sensor may have no noise that shows: only what is seen can be frozen.
    if (sighting === 'same' && isFrozen) return this.#tell('frozen', nowMs)
    if (sighting === 'same' || sighting === 'nothing-known') {
      if (sighting === 'nothing-known' && !showsAPlace(this.#fingerprint)) this.#noteDark(nowMs)
      this.#usual.follow(this.#scene.levels, elapsedMs, sighting === 'nothing-known')
      this.#looks.note(this.#usual, nowMs)
    } else {
      const wasSudden = this.#textures.most >= SUDDEN_SHARE * this.#usual.texture
      this.#state = { phase: 'doubting', sinceMs: nowMs, wasSudden }
    }
    return null
  }

  #doubt(
    { sinceMs, wasSudden }: Extract<State, { phase: 'doubting' }>,
    { sighting, brightness, stillMs, nowMs }: Check,
  ): TamperingNews | null {
    if (sighting === 'same' || sighting === 'nothing-known') {
      this.#state = { phase: 'watching' }
      return null
    }
    if (nowMs - sinceMs < LOST_MS) return null
    if (this.#looks.has(this.#fingerprint, brightness)) {
      // A lamp that went out, or on: the place is there.
      this.#learn()
      return null
    }
    if (sighting === 'blind') {
      if (wasSudden && !this.#isDarkAgain(brightness, sinceMs)) {
        return this.#tell(brightness < DARK_BRIGHTNESS ? 'darkened' : 'covered', sinceMs)
      }
      this.#learn()
      return null
    }
    if (stillMs < STILL_MS) return null
    if (this.#fingerprint.texture <= LIT_SHARE * this.#usual.texture) return this.#tell('turned', sinceMs)
    this.#noteDark(sinceMs)
    this.#learn()
    return null
  }

  #noteDark(atMs: number): void {
    this.#dark = { atMs, brightness: this.#usual.brightness }
  }

  /** Headlights, lightning and lamps that go out by themselves: it is as dark as before they came. */
  #isDarkAgain(brightness: number, sinceMs: number): boolean {
    if (this.#dark === null || sinceMs - this.#dark.atMs > KNOWN_MS) return false
    return brightness <= this.#dark.brightness + DARK_MARGIN
  }

  #waitForGood(
    { sinceMs, goodSinceMs }: Extract<State, { phase: 'told' }>,
    { sighting, brightness, isFrozen, stillMs, nowMs }: Check,
  ): TamperingNews | null {
    const isNight = sighting === 'blind' && brightness < DARK_BRIGHTNESS && nowMs - sinceMs > KNOWN_MS
    if (isNight) this.#dark = { atMs: nowMs, brightness }
    const isGood = sighting === 'same' && !isFrozen
    if (stillMs >= ADOPTED_MS) this.#learnAnew()
    else if (isGood && goodSinceMs !== null && nowMs - goodSinceMs >= GOOD_MS) this.#state = { phase: 'watching' }
    else {
      this.#state = { phase: 'told', sinceMs, goodSinceMs: isGood ? (goodSinceMs ?? nowMs) : null }
      return null
    }
    return { kind: 'over' }
  }

  #tell(tampering: Tampering, sinceMs: number): TamperingNews {
    this.#state = { phase: 'told', sinceMs: this.#notedAtMs, goodSinceMs: null }
    return { kind: 'begun', tampering, agoMs: this.#notedAtMs - sinceMs }
  }
}
