import { describe, expect, test } from 'vitest'
import {
  BACK_MS,
  LOOSE_BACK_MS,
  OUT_MS,
  type PowerAlert,
  type PowerState,
  sensePower,
} from '../../../src/state/device/power-sense'

const all = new Set<PowerAlert>(['unplugged', 'low-battery'])
const IN = { isPluggedIn: true, level: 1 }
const out = (level = 0.9) => ({ isPluggedIn: false, level })

/** Looks where something changes, and whenever the sense asked to. What it told, with when it began and when it was told. */
class Device {
  state: PowerState
  atMs = 0
  readonly told: [string, number, number][] = []
  #battery = IN
  #waitMs: number | null = null
  readonly #wanted: ReadonlySet<PowerAlert>

  constructor(wanted: ReadonlySet<PowerAlert> = all, told: readonly PowerAlert[] = []) {
    this.#wanted = wanted
    this.state = { phase: 'unread', told }
  }

  set(battery: typeof IN): this {
    this.#battery = battery
    return this.#look()
  }

  pass(ms: number): this {
    const endMs = this.atMs + ms
    while (this.#waitMs !== null && this.atMs + this.#waitMs <= endMs) {
      this.atMs += this.#waitMs
      this.#look()
    }
    if (this.#waitMs !== null) this.#waitMs -= endMs - this.atMs
    this.atMs = endMs
    return this
  }

  #look(): this {
    const { state, signs, waitMs } = sensePower(this.state, this.#battery, this.#wanted, this.atMs)
    this.state = state
    this.#waitMs = waitMs
    for (const { sign, atMs } of signs) this.told.push([sign, atMs, this.atMs])
    return this
  }
}

const kinds = (device: Device) => device.told.map(([kind]) => kind)

describe('a plug that is pulled (SENSE-01)', () => {
  test('is told after ten seconds, with the moment at which it was pulled', () => {
    const device = new Device().set(IN).pass(1000).set(out()).pass(OUT_MS)
    expect(device.told).toEqual([['unplugged', 1000, 1000 + OUT_MS]])
    expect(device.pass(3_600_000).told).toHaveLength(1)
  })

  test('is not where it was out for a moment, and not where the page began on battery power', () => {
    expect(
      new Device()
        .set(IN)
        .set(out())
        .pass(OUT_MS - 1)
        .set(IN)
        .pass(3_600_000).told,
    ).toEqual([])
    expect(new Device().set(out()).pass(3_600_000).told).toEqual([])
  })

  test('is told ten seconds later also where the clock is set back meanwhile, and that it is back after thirty', () => {
    const device = new Device()
      .set(IN)
      .pass(4 * 3_600_000)
      .set(out())
      .pass(5_000)
    device.atMs -= 3 * 3_600_000
    const setAtMs = device.atMs
    device.set(out()).pass(OUT_MS)
    expect(device.told).toEqual([['unplugged', setAtMs, setAtMs + OUT_MS]])
    device.set(IN).pass(5_000)
    device.atMs -= 3 * 3_600_000
    device.set(IN).pass(BACK_MS)
    expect(kinds(device)).toEqual(['unplugged', 'power-back'])
  })

  test('that is seen only after the machine slept is told at once', () => {
    const device = new Device().set(IN).set(out())
    device.atMs = 3_600_000
    expect(device.set(out()).told).toEqual([['unplugged', 0, 3_600_000]])
  })
})

describe('a battery below 20 % (SENSE-02)', () => {
  test('is told once, also on a page that began so', () => {
    const device = new Device().set(out(0.5)).set(out(0.2))
    expect(device.told).toEqual([])
    expect(kinds(device.set(out(0.19)).set(out(0.1)).pass(60_000).set(out(0.05)))).toEqual(['low-battery'])
  })

  test('is told with the plug, after it, and not while it charges', () => {
    expect(kinds(new Device().set({ isPluggedIn: true, level: 0.1 }).pass(60_000))).toEqual([])
    const device = new Device().set(IN).set(out(0.1)).pass(OUT_MS)
    expect(kinds(device)).toEqual(['unplugged', 'low-battery'])
  })
})

describe('power that is back (SENSE-04)', () => {
  test('is told once it was there for half a minute, with the moment at which it came', () => {
    const device = new Device().set(IN).set(out()).pass(60_000).set(IN).pass(BACK_MS)
    expect(device.told[1]).toEqual(['power-back', 60_000, 60_000 + BACK_MS])
  })

  test('is not told where nobody was told that it went', () => {
    const choices = new Set<PowerAlert>(['low-battery'])
    expect(new Device(choices).set(IN).set(out()).pass(60_000).set(IN).pass(BACK_MS).told).toEqual([])
    expect(kinds(new Device(choices).set(IN).set(out(0.1)).pass(60_000).set(IN).pass(BACK_MS))).toEqual([
      'low-battery',
      'power-back',
    ])
    expect(new Device(new Set()).set(IN).set(out(0.1)).pass(60_000).set(IN).pass(BACK_MS).told).toEqual([])
  })

  test('is told by the browser that starts after a power cut', () => {
    expect(kinds(new Device(all, ['unplugged']).set(IN).pass(BACK_MS))).toEqual(['power-back'])
    expect(kinds(new Device(all, ['unplugged']).set(out()).pass(60_000))).toEqual([])
  })
})

describe('a loose plug (SENSE-03)', () => {
  test('that comes and goes is told as out once, and as back when it held for ten minutes', () => {
    const device = new Device().set(IN).set(out()).pass(OUT_MS)
    for (let count = 0; count < 50; count++) device.set(IN).pass(20_000).set(out()).pass(20_000)
    expect(kinds(device)).toEqual(['unplugged'])
    device.set(IN).pass(LOOSE_BACK_MS - 1)
    expect(kinds(device)).toEqual(['unplugged'])
    expect(kinds(device.pass(1))).toEqual(['unplugged', 'power-back'])
  })

  test('that holds for a minute at a time is told at most twice', () => {
    const device = new Device().set(IN)
    for (let count = 0; count < 50; count++) device.set(out()).pass(60_000).set(IN).pass(60_000)
    expect(kinds(device)).toEqual(['unplugged', 'power-back', 'unplugged'])
  })

  test('that held for longer than ten minutes is another incident', () => {
    const device = new Device().set(IN)
    for (let count = 0; count < 2; count++)
      device
        .set(out())
        .pass(OUT_MS)
        .set(IN)
        .pass(BACK_MS + LOOSE_BACK_MS + 1)
    expect(kinds(device)).toEqual(['unplugged', 'power-back', 'unplugged', 'power-back'])
  })

  test('is none that held since before the clock was set back by a year', () => {
    const device = new Device().set(IN).pass(365 * 86_400_000)
    device
      .set(out())
      .pass(OUT_MS)
      .set(IN)
      .pass(BACK_MS + LOOSE_BACK_MS)
    device.atMs = 0
    device.set(out()).pass(OUT_MS).set(IN).pass(BACK_MS)
    expect(kinds(device)).toEqual(['unplugged', 'power-back', 'unplugged', 'power-back'])
  })
})
