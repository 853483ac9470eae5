import { type Backdrop, blotches, FULL_WIDTH, MARGIN } from './backdrop'
import { HEIGHT, type Layer, smoothStep, WIDTH } from './canvas'
import { makePlace } from './places'
import type { Random } from './random'

/** What stands before the lens: 0 where it hides nothing, 1 where it hides all. */
type Cover = (x: number, y: number, timeSec: number) => number

/** When the cover hides anything at all, and from when on it stays as it is: what is drawn by then is not drawn anew. */
interface CoverTimes {
  readonly fromSec: number
  readonly untilSec?: number
  readonly settledSec?: number
}

function covering({ fromSec, untilSec, settledSec }: CoverTimes, coverAt: Cover, levelAt: PlaneOf): Layer {
  const settled = settledSec === undefined ? null : onceDrawn((x, y) => coverAt(x, y, settledSec))
  const level = onceDrawn(levelAt)
  return ({ luma }, timeSec) => {
    if (timeSec < fromSec || (untilSec !== undefined && timeSec > untilSec)) return
    const levels = level()
    const hiding = settled !== null && settledSec !== undefined && timeSec >= settledSec ? settled() : null
    for (let i = 0; i < luma.length; i++) {
      const hidden = hiding?.[i] ?? coverAt(i % WIDTH, Math.floor(i / WIDTH), timeSec)
      if (hidden > 0) luma[i] = (luma[i] ?? 0) * (1 - hidden) + hidden * (levels[i] ?? 0)
    }
  }
}

type PlaneOf = (x: number, y: number) => number

/** The plane, drawn when it is first asked for. */
function onceDrawn(valueAt: PlaneOf): () => Float64Array {
  let drawn: Float64Array | null = null
  return () => {
    drawn ??= Float64Array.from({ length: WIDTH * HEIGHT }, (_, i) => valueAt(i % WIDTH, Math.floor(i / WIDTH)))
    return drawn
  }
}

/** A hand from one side; light shines through it and past its edge. */
export function hand(random: Random, atSec: number): Layer {
  const takesSec = random.between(0.3, 0.8)
  const level = random.between(4, 70)
  const leak = random.between(0, 60)
  const isFromLeft = random.isHit(0.5)
  const side = (x: number) => (isFromLeft ? x : WIDTH - x)
  return covering(
    { fromSec: atSec, settledSec: atSec + 1.3 * takesSec },
    (x, _, t) => smoothStep(0, 40, ((t - atSec) / takesSec) * (WIDTH + 40) - side(x)),
    (x, y) => level + leak * ((side(x) / WIDTH) ** 2 + 0.3 * (y / HEIGHT)),
  )
}

/** A cap or tape: black, or nearly so, from one frame to the next. */
export function cap(random: Random, atSec: number): Layer {
  const level = random.between(0, 5)
  return covering(
    { fromSec: atSec, settledSec: atSec },
    () => 1,
    () => level,
  )
}

/** Paint that thickens over three seconds, unevenly. */
export function spray(random: Random, atSec: number): Layer {
  const level = random.between(15, 190)
  const clouds = blotches(random, 70)
  const drift = random.between(2, 8)
  return covering(
    { fromSec: atSec, settledSec: atSec + 6 },
    (x, y, t) => 0.97 * smoothStep(0, 3, t - atSec + 0.6 * clouds(x, y) * smoothStep(0, 1, t - atSec)),
    (x, y) => level + drift * clouds(y, x % HEIGHT),
  )
}

/** Somebody close before the lens for a moment, who hides most of the picture. */
export function closePerson(random: Random, atSec: number, staysSec: number): Layer {
  const radius = random.between(120, 175)
  const way = random.pick(-1, 1)
  const crossPx = WIDTH / 2 + radius
  return person(random, radius, { fromSec: atSec, untilSec: atSec + staysSec + 1.6 }, (t) => {
    const [arrives, leaves] = [smoothStep(0, 0.8, t - atSec), smoothStep(0, 0.8, t - atSec - 0.8 - staysSec)]
    return WIDTH / 2 + way * crossPx * (arrives - 1 + leaves) + 6 * Math.sin(2.3 * t)
  })
}

/** Whoever sets a camera up sits before it, is in its usual picture, and leaves. */
export function leavingPerson(random: Random, atSec: number): Layer {
  const radius = random.between(80, 95)
  const way = random.pick(-1, 1)
  const middlePx = WIDTH * random.between(0.4, 0.6)
  return person(random, radius, { fromSec: 0, untilSec: atSec + 2 }, (t) => {
    return middlePx + way * (WIDTH / 2 + radius) * smoothStep(0, 1.5, t - atSec) + 4 * Math.sin(0.9 * t)
  })
}

/** Somebody large who walks from one side to the other, waits, and walks back. */
export function pacingPerson(random: Random): Layer {
  const way = random.pick(-1, 1)
  const everySec = random.between(18, 26)
  return person(random, random.between(45, 60), { fromSec: 0 }, (t) => {
    const swing = Math.sin((2 * Math.PI * t) / everySec)
    return WIDTH / 2 + way * 0.29 * WIDTH * Math.max(-1, Math.min(1, 2 * swing))
  })
}

/** Round, in cloth with folds; `middleAt` gives where in the width, in pixels. */
function person(random: Random, radius: number, times: CoverTimes, middleAt: (timeSec: number) => number): Layer {
  const cloth = blotches(random, 30)
  const folds = blotches(random, 7)
  const level = random.between(20, 120)
  const y0 = HEIGHT * random.between(0.45, 0.7)
  return covering(
    times,
    (x, y, t) => 1 - smoothStep(radius - 6, radius, Math.hypot(x - middleAt(t), 0.8 * (y - y0))),
    (x, y) => level + 18 * cloth(x, y) + 9 * folds(x, y),
  )
}

/** Where a camera comes to look: so many pixels aside, and rolled by so many degrees. */
export interface Turn {
  readonly asidePx: number
  readonly rollDegrees: number
}

/** What a camera of some 60 degrees sees more of when it is turned by this much. */
export function panBy(degrees: number): Turn {
  return { asidePx: (degrees / 60) * WIDTH, rollDegrees: 0 }
}

export function rollBy(degrees: number): Turn {
  return { asidePx: 0, rollDegrees: degrees }
}

/** The camera is turned within a second, and stays so. */
export function turning(random: Random, backdrop: Backdrop, atSec: number, { asidePx, rollDegrees }: Turn): Layer {
  const beside = [backdrop, makePlace(random, 110).backdrop, makePlace(random, 90).backdrop]
  const takesSec = random.between(0.5, 1)
  const way = random.pick(-1, 1)
  const levelAt = (x: number, y: number) => {
    const place = beside[((Math.floor(x / WIDTH) % 3) + 3) % 3] ?? backdrop
    const column = ((x % WIDTH) + WIDTH) % WIDTH
    const row = y < 0 ? -y : y >= HEIGHT ? 2 * HEIGHT - 2 - y : y
    return place[(Math.abs(row) % HEIGHT) * FULL_WIDTH + MARGIN * FULL_WIDTH + column + MARGIN] ?? 0
  }
  const seenAt = (share: number): PlaneOf => {
    const angle = (way * share * rollDegrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return (column, row) => {
      const [dx, dy] = [column - WIDTH / 2, row - HEIGHT / 2]
      const x = Math.round(WIDTH / 2 + dx * cos - dy * sin + way * share * asidePx)
      return levelAt(x, Math.round(HEIGHT / 2 + dx * sin + dy * cos))
    }
  }
  const turned = onceDrawn(seenAt(1))
  return ({ luma }, timeSec) => {
    if (timeSec < atSec) return
    const share = smoothStep(0, takesSec, timeSec - atSec)
    luma.set(share === 1 ? turned() : onceDrawn(seenAt(share))())
  }
}

/** The filter before the sensor swings away for the night: all is of another brightness, and leaves are white. */
export function infraredSwitch(random: Random, atSec: number): Layer {
  const gain = random.between(0.5, 1.8)
  const leaves = blotches(random, 20)
  const shine = random.between(0.2, 0.5)
  const spot = random.between(0.2, 0.5)
  const lamp = onceDrawn((x, y) => 1 - spot * ((x / WIDTH - 0.5) ** 2 + (y / HEIGHT - 0.5) ** 2) * 2)
  const leaf = onceDrawn((x, y) => 1 + shine * Math.max(0, leaves(x, y)))
  return ({ luma }, timeSec) => {
    if (timeSec < atSec) return
    const [lamps, shines] = [lamp(), leaf()]
    for (let i = 0; i < luma.length; i++) luma[i] = (luma[i] ?? 0) * gain * (lamps[i] ?? 0) * (shines[i] ?? 0)
  }
}
