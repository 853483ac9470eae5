import type { Tampering } from '../../../src/engine/tampering/tampering-sense'
import type { Backdrop } from './backdrop'
import { CHECK_SEC } from './canvas'
import { clouds, flicker, flickerBands, globalLight, headlights, lamp, ramp, steps, withAutoExposure } from './light'
import { makePlace } from './places'
import { type Random, seededRandom, seedFor } from './random'
import { type Composition, compose } from './scene'
import {
  cap,
  closePerson,
  hand,
  infraredSwitch,
  leavingPerson,
  pacingPerson,
  panBy,
  rollBy,
  spray,
  type Turn,
  turning,
} from './tampering-acts'
import { bumps, foliage, insects, rain, snow, television, windShake } from './unrest'

/** A drawn video in which something is done to the camera, or only seems to be. */
export interface TamperingScene {
  readonly group: string
  readonly name: string
  readonly seconds: number
  /** What is to be told; null: nothing. */
  readonly truth: { readonly kind: Tampering; readonly atSec: number } | null
  /** One frame per check, in an array that is used again for the next. */
  frames(): Generator<Uint8Array<ArrayBuffer>>
}

/** Where and when a scene's act is. */
interface Stage {
  readonly random: Random
  readonly backdrop: Backdrop
  readonly atSec: number
  readonly seconds: number
  readonly seed: number
}

interface Group {
  readonly name: string
  readonly kind: Tampering | null
  readonly isDark?: boolean
  readonly sigma?: readonly [number, number]
  readonly act: (stage: Stage) => Partial<Composition>
  /** The source repeats its frame from the act, or from its first frame on. */
  readonly freezes?: 'at-act' | 'at-start'
}

const over = (...layers: NonNullable<Composition['over']>) => ({ over: layers })
const turned = (turn: (random: Random) => Turn) => (stage: Stage) => ({
  behind: [turning(stage.random, stage.backdrop, stage.atSec, turn(stage.random))],
})

const acts: readonly Group[] = [
  { name: 'hand', kind: 'covered', act: ({ random, atSec }) => over(hand(random, atSec)) },
  { name: 'spray', kind: 'covered', act: ({ random, atSec }) => over(spray(random, atSec)) },
  { name: 'cap', kind: 'darkened', act: ({ random, atSec }) => over(cap(random, atSec)) },
  { name: 'cap-night', kind: 'darkened', isDark: true, act: ({ random, atSec }) => over(cap(random, atSec)) },
  { name: 'light-cut', kind: 'darkened', act: ({ random, atSec }) => over(blackout(random, atSec)) },
  { name: 'pan-10', kind: 'turned', act: turned(() => panBy(10)) },
  { name: 'pan-30', kind: 'turned', act: turned(() => panBy(30)) },
  { name: 'pan-90', kind: 'turned', act: turned(() => panBy(90)) },
  { name: 'roll-10', kind: 'turned', act: turned(() => rollBy(10)) },
  { name: 'roll-30', kind: 'turned', act: turned(() => rollBy(30)) },
  { name: 'roll-90', kind: 'turned', act: turned(() => rollBy(90)) },
  { name: 'freeze', kind: 'frozen', act: () => ({}), freezes: 'at-act' },
  { name: 'freeze-night', kind: 'frozen', isDark: true, act: () => ({}), freezes: 'at-act' },
]

const harmless: readonly Group[] = [
  { name: 'still-picture', kind: null, act: () => ({}), freezes: 'at-start' },
  { name: 'noise', kind: null, sigma: [6, 8], act: () => ({}) },
  { name: 'night-noise', kind: null, isDark: true, sigma: [6, 8], act: () => ({}) },
  { name: 'light-switch', kind: null, act: (stage) => over(globalLight(switchOf(stage, 0.1, 0.6))) },
  { name: 'light-faint', kind: null, act: (stage) => over(globalLight(switchOf(stage, 0.05, 0.12))) },
  { name: 'light-on', kind: null, isDark: true, act: (stage) => over(globalLight(switchOf(stage, 2, 5))) },
  {
    name: 'light-exposure',
    kind: null,
    act: (stage) => over(globalLight(withAutoExposure(switchOf(stage, 0.1, 0.7), stage.seconds, 0.8))),
  },
  {
    name: 'lamp',
    kind: null,
    act: ({ random, atSec }) => over(lamp(random, random.between(1.5, 4), (t) => t > atSec && t < atSec + 20)),
  },
  { name: 'cloud', kind: null, act: ({ random, seconds }) => over(clouds(random, seconds)) },
  {
    name: 'dusk',
    kind: null,
    act: ({ random, atSec, seconds }) =>
      over(globalLight(ramp(atSec, seconds - atSec - 5, random.between(0.005, 0.1)))),
  },
  {
    name: 'person-close',
    kind: null,
    act: ({ random, atSec }) => over(closePerson(random, atSec, 2), closePerson(random, atSec + 15, 2)),
  },
  { name: 'person-leaves', kind: null, act: ({ random, atSec }) => over(leavingPerson(random, atSec)) },
  { name: 'person-paces', kind: null, act: ({ random }) => over(pacingPerson(random)) },
  { name: 'headlights', kind: null, isDark: true, act: ({ random, seconds }) => over(headlights(random, seconds)) },
  { name: 'flicker', kind: null, act: ({ random }) => over(flicker(random, 0.1), flickerBands(random, 0.08)) },
  { name: 'infrared', kind: null, act: ({ random, atSec }) => over(infraredSwitch(random, atSec)) },
  { name: 'rain', kind: null, act: ({ random, seed }) => over(rain(random, seed)) },
  { name: 'snow', kind: null, act: ({ random, seed }) => over(snow(random, seed)) },
  { name: 'insects', kind: null, isDark: true, act: ({ random, seconds }) => over(insects(random, seconds)) },
  { name: 'foliage', kind: null, act: ({ random, seed }) => ({ behind: [foliage(random, 0.4, seed)] }) },
  { name: 'television', kind: null, act: ({ random, seed }) => ({ behind: [television(random, seed)] }) },
  { name: 'bump', kind: null, act: ({ random, seconds }) => ({ shake: bumps(random, seconds) }) },
  { name: 'wind', kind: null, act: ({ random }) => ({ shake: windShake(random) }) },
]

const groups: readonly Group[] = [...acts, ...harmless]

/** The lights go out, and nothing is left to see. */
function blackout(random: Random, atSec: number) {
  return globalLight(steps([atSec], random.between(0, 0.006)))
}

/** Off and on again, on and off again. */
function switchOf({ random, atSec }: Stage, least: number, most: number): (timeSec: number) => number {
  return steps([atSec, atSec + 20], random.between(least, most))
}

export const tamperingGroupNames: readonly string[] = groups.map(({ name }) => name)

const SECONDS = 60

/** The scenes of a seed, of the groups that are wanted; each is made when it is asked for. */
export function* tamperingScenes(
  seed: number,
  perGroup: number,
  wanted: readonly string[] = tamperingGroupNames,
): Generator<TamperingScene> {
  for (const group of groups.filter(({ name }) => wanted.includes(name))) {
    for (let i = 1; i <= perGroup; i++) {
      yield makeScene(group, `${group.name}-${i}`, seedFor(seed, 'tampering', group.name, i))
    }
  }
}

function makeScene(group: Group, name: string, seed: number): TamperingScene {
  const random = seededRandom(seed)
  const { backdrop } = makePlace(random, group.isDark ? 30 : random.between(40, 140))
  const atSec = random.between(18, 30)
  const stage = { random, backdrop, atSec, seconds: SECONDS, seed }
  const sigma = random.between(...(group.sigma ?? [1, 3]))
  const scene = compose({
    name,
    seconds: SECONDS,
    backdrop,
    noise: { sigma, blockSigma: 0, seed },
    range: random.pick('full', 'limited'),
    ...group.act(stage),
  })
  const frozenFromSec = group.freezes === undefined ? null : group.freezes === 'at-act' ? atSec : 0
  return {
    group: group.name,
    name,
    seconds: SECONDS,
    truth: group.kind === null ? null : { kind: group.kind, atSec },
    frames: () => (frozenFromSec === null ? scene.frames() : freezing(scene.frames(), frozenFromSec, SECONDS)),
  }
}

/** From the moment on the last frame repeats, up to so many seconds. */
function* freezing(
  frames: Generator<Uint8Array<ArrayBuffer>>,
  fromSec: number,
  seconds: number,
): Generator<Uint8Array<ArrayBuffer>> {
  let last: Uint8Array<ArrayBuffer> | null = null
  for (let check = 0; check * CHECK_SEC < seconds; check++) {
    // Nothing is drawn that does not show.
    if (last === null || check * CHECK_SEC < fromSec) last = frames.next().value?.slice() ?? last
    if (last !== null) yield last
  }
}
