import { describe, expect, it } from 'vitest'
import { aside, inPools, lit, type Picture, placeOf, SceneCamera, uniform, within } from './scene-camera'

const home = placeOf(1)
const elsewhere = placeOf(2)

/** A camera that has looked at its place for a while. */
function camera(seconds = 20): SceneCamera {
  const made = new SceneCamera()
  expect(made.show(seconds, home)).toEqual([])
  return made
}

const isWindow = (i: number) => i % 32 >= 20 && i % 32 < 23 && i >= 7 * 32 && i < 9 * 32

/** A straight line across the picture, as of a ceiling, above things that differ from place to place. */
const below = (place: Picture): Picture => place.map((level, i) => (i < 5 * 32 ? 220 : i < 9 * 32 ? 150 : level))

const kindsOf = (told: ReturnType<SceneCamera['show']>) =>
  told.map((news) => (news.kind === 'begun' ? news.tampering : 'over'))

describe('the sense of tampering tells within 10 s (TAMP-01)', () => {
  it.each<readonly [string, Picture, string]>([
    ['a bright cover', uniform(90), 'covered'],
    ['a cover with light past its edge', Float64Array.from(home, (_, i) => 40 + 2 * (i % 32)), 'covered'],
    ['a cover with strong light past its edge', Float64Array.from(home, (_, i) => 20 + 6 * (i % 32)), 'covered'],
    ['paint through which a little still shows', home.map((level) => 120 + 0.08 * (level - 110)), 'covered'],
    ['a black cap', uniform(1), 'darkened'],
    ['a black cap, where black is 16', uniform(17), 'darkened'],
    [
      'a dark cover that leaves a slit',
      within(
        uniform(30),
        home.map((level) => 0.3 * level),
        0,
        0.95,
      ),
      'covered',
    ],
    ['a cover that leaves an eighth', within(uniform(100), home, 0, 0.87), 'covered'],
    ['a hand with light between its fingers', placeOf(5, 30, 3), 'covered'],
    ['a camera turned to another place', elsewhere, 'turned'],
    ['a camera turned by 10 degrees', aside(home, 6, elsewhere), 'turned'],
    ['black but for a lit window', uniform(1).map((_, i) => (isWindow(i) ? 120 : 1)), 'darkened'],
  ])('%s, once', (_what, picture, kind) => {
    const told = camera().show(60, picture)
    expect(kindsOf(told)).toEqual([kind])
    expect(told[0]?.afterMs).toBeLessThan(10_000)
  })

  it('a turn along a level line, of which each part looks like the next', () => {
    const watched = new SceneCamera()
    expect(watched.show(20, below(home))).toEqual([])
    expect(kindsOf(watched.show(30, below(elsewhere)))).toEqual(['turned'])
  })

  it('says how long ago it began, to three seconds: darkness comes through the smoothing by then', () => {
    const [news] = camera().show(12, uniform(1))
    expect(news?.kind === 'begun' && Math.abs(news.afterMs - news.agoMs)).toBeLessThan(3_000)
  })

  it('a picture that repeats after a live one', () => {
    const told = camera().repeat(60)
    expect(kindsOf(told)).toEqual(['frozen'])
    expect(told[0]?.afterMs).toBeLessThan(9_000)
  })

  it('all of these also on a machine that checks once a second', () => {
    for (const [picture, kind] of [
      [uniform(90), 'covered'],
      [uniform(1), 'darkened'],
      [elsewhere, 'turned'],
    ] as const) {
      const slow = new SceneCamera()
      slow.intervalMs = 1_000
      slow.show(20, home)
      const told = slow.show(30, picture)
      expect([kindsOf(told), (told[0]?.afterMs ?? 99_999) < 10_000]).toEqual([[kind], true])
    }
  })
})

describe('the sense of tampering says nothing of (TAMP-02)', () => {
  it.each<readonly [string, Picture]>([
    ['a light that is switched off and leaves a tenth', lit(home, 0.1)],
    ['a light that is switched on', lit(home, 2)],
    ['half of the picture hidden', within(uniform(30), home, 0, 0.5)],
    ['a lamp beside the picture', home.map((level, i) => 0.5 * level * Math.exp((i % 32) / 16))],
  ])('%s', (_what, picture) => {
    expect(camera().show(40, picture)).toEqual([])
  })

  it('somebody close before the lens for 5 s, again and again', () => {
    const watched = camera()
    for (let count = 0; count < 4; count++) {
      expect(watched.show(5, count % 2 === 0 ? uniform(40) : elsewhere)).toEqual([])
      expect(watched.show(5, home)).toEqual([])
    }
  })

  it('somebody large who walks from one side to the other, and stays there', () => {
    const cloth = placeOf(9, 60)
    const watched = new SceneCamera()
    expect(watched.show(20, within(cloth, home, 0, 0.4))).toEqual([])
    expect(watched.show(20, within(placeOf(10, 60), home, 0.45, 0.85))).toEqual([])
  })

  it('somebody who hides all of it for a moment, and then most of it', () => {
    const watched = camera()
    expect(watched.show(3, elsewhere)).toEqual([])
    expect(watched.show(20, within(elsewhere, home, 0, 0.75))).toEqual([])
  })

  it('whoever sets the camera up, fills most of its picture, and leaves', () => {
    const watched = new SceneCamera()
    expect(watched.show(20, within(placeOf(9, 60), home, 0.1, 0.8))).toEqual([])
    expect(watched.show(60, home)).toEqual([])
  })

  it('a crowd that hides everything and moves', () => {
    expect(camera().show(30, (ms) => placeOf(100 + Math.floor(ms / 1500)))).toEqual([])
  })

  it('dusk, down to black', () => {
    const dusk = (ms: number) => lit(home, Math.max(0.002, 1 - ms / 90_000))
    expect(camera().show(150, dusk)).toEqual([])
  })

  it('darkness from the start, nor of the light that comes on in it', () => {
    const dark = new SceneCamera()
    expect(dark.show(60, uniform(2))).toEqual([])
    expect(dark.show(30, home)).toEqual([])
  })

  it('a light that comes on in a place of which little was to be seen', () => {
    const dim = new SceneCamera()
    dim.show(20, placeOf(3, 12, 4))
    expect(dim.show(30, placeOf(4, 110, 30))).toEqual([])
  })

  it('a still picture from the start, and one that moves only now and then', () => {
    const still = new SceneCamera()
    still.show(0.3, home)
    expect(still.repeat(60)).toEqual([])
    for (let count = 0; count < 20; count++) {
      expect(still.show(0.6, home)).toEqual([])
      expect(still.repeat(1.5)).toEqual([])
    }
    expect(still.repeat(30)).toEqual([])
  })

  it('black that has no noise: there is nothing to freeze', () => {
    const dark = new SceneCamera()
    dark.show(30, uniform(0.5))
    expect(dark.repeat(30)).toEqual([])
  })

  it('a frozen moment of 5 s', () => {
    const watched = camera()
    expect(watched.repeat(5)).toEqual([])
    expect(watched.show(20, home)).toEqual([])
  })
})

describe('a lamp that is switched on or off leaves the sense of tampering silent (TAMP-02)', () => {
  it('also where its light falls in pools instead of evenly', () => {
    const room = placeOf(2, 100, 60)
    const byDay = new SceneCamera()
    byDay.show(20, room)
    expect(byDay.show(40, inPools(room))).toEqual([])
    expect(byDay.show(40, room)).toEqual([])
  })

  it('also where parts of the picture are black without any noise; a turn is told there, too', () => {
    const night = placeOf(3, 8, 14)
    expect(night.filter((level) => level < -1).length).toBeGreaterThan(night.length / 8)
    const dark = new SceneCamera()
    expect(dark.show(20, night)).toEqual([])
    expect(dark.show(30, lit(night, 3))).toEqual([])
    expect(kindsOf(dark.show(12, placeOf(4, 8, 14)))).toEqual(['turned'])
  })

  it('also after dusk, where it shows another picture than the day did; that is watched from then on', () => {
    const watched = camera()
    watched.show(150, (ms) => lit(home, Math.max(0.002, 1 - ms / 90_000)))
    expect(watched.show(30, elsewhere)).toEqual([])
    expect(kindsOf(watched.show(12, uniform(90)))).toEqual(['covered'])
  })

  it.each([1, 3, 30, 240])('in the dark of night, which comes again after %d s', (seconds) => {
    for (const [dark, shown] of [
      [uniform(2), home],
      [uniform(16), inPools(home)],
      [uniform(30), home],
      [placeOf(3, 12, 4), placeOf(4, 110, 30)],
    ] as const) {
      const night = new SceneCamera()
      night.show(60, dark)
      for (let light = 0; light < 3; light++) {
        expect(night.show(seconds, shown)).toEqual([])
        expect(night.show(20, dark)).toEqual([])
      }
    }
  })

  it.each([120, 900])('in a dim place that is seen without it as well, which comes again after %d s', (seconds) => {
    const room = placeOf(2, 110, 28)
    const dim = lit(room, 0.1)
    const night = new SceneCamera()
    night.show(70, dim)
    for (let lamp = 0; lamp < 2; lamp++) {
      expect(night.show(seconds, inPools(room))).toEqual([])
      expect(night.show(20, dim)).toEqual([])
    }
    // Whoever turns it then is told of still.
    expect(kindsOf(night.show(12, lit(placeOf(4, 110, 28), 0.1)))).toEqual(['turned'])
  })

  it.each([2, 4])(
    'and whoever turns a camera that writes into its picture, on %d of 48 tiles, is told of after a dim night',
    (tiles) => {
      const words = placeOf(77, 110, 90)
      const written = (place: Picture) =>
        place.map((level, i) => (i < 3 * 32 && i % 32 < 4 * tiles ? (words[i] ?? 0) : level))
      const lights = placeOf(78, 12, 5)
      const dim = home.map((_, i) => (i >= 6 * 32 && i < 9 * 32 ? (lights[i] ?? 0) : 1))
      const watched = new SceneCamera()
      expect(watched.show(90, written(dim))).toEqual([])
      expect(watched.show(900, written(home))).toEqual([])
      expect(kindsOf(watched.show(12, written(elsewhere)))).toEqual(['turned'])
    },
  )

  it('in a dim place that light came to slowly, as by a lamp that warms up, and leaves at once', () => {
    const room = placeOf(2, 110, 28)
    const [dim, shown] = [lit(room, 0.1), inPools(room)]
    const warming = (ms: number) => dim.map((level, i) => level + Math.min(1, ms / 200_000) * ((shown[i] ?? 0) - level))
    const night = new SceneCamera()
    night.show(70, dim)
    expect(night.show(400, warming)).toEqual([])
    expect(night.show(20, dim)).toEqual([])
  })

  it('in a night that was told of when the last light went out, five minutes ago or more', () => {
    const watched = camera()
    expect(kindsOf(watched.show(310, uniform(2)))).toEqual(['darkened'])
    expect(kindsOf(watched.show(30, home))).toEqual(['over'])
    for (let light = 0; light < 3; light++) {
      expect(watched.show(60, uniform(2))).toEqual([])
      expect(watched.show(30, home)).toEqual([])
    }
    expect(kindsOf(watched.show(12, uniform(20)))).toEqual(['darkened'])
    // Nor is a cap that comes and goes the dark of a night.
    const capped = camera()
    expect(kindsOf(capped.show(60, uniform(2)))).toEqual(['darkened'])
    expect(kindsOf(capped.show(30, home))).toEqual(['over'])
    expect(kindsOf(capped.show(60, uniform(2)))).toEqual(['darkened'])
  })

  it('and whoever covers the lens meanwhile, or once its light is how it is there, is told of', () => {
    const night = new SceneCamera()
    night.show(60, uniform(2))
    night.show(30, home)
    expect(kindsOf(night.show(12, uniform(20)))).toEqual(['darkened'])
    const morning = new SceneCamera()
    morning.show(60, uniform(2))
    morning.show(320, home)
    expect(kindsOf(morning.show(12, uniform(2)))).toEqual(['darkened'])
    const dim = new SceneCamera()
    dim.show(60, lit(placeOf(2, 110, 28), 0.1))
    dim.show(320, inPools(placeOf(2, 110, 28)))
    expect(kindsOf(dim.show(12, uniform(11)))).toEqual(['darkened'])
  })

  it('and the place that it shows is watched from then on: little was to be seen before', () => {
    const dim = new SceneCamera()
    dim.show(20, placeOf(3, 12, 4))
    expect(dim.show(30, placeOf(4, 110, 30))).toEqual([])
    expect(kindsOf(dim.show(12, placeOf(5, 110, 30)))).toEqual(['turned'])
  })

  it('and the place that it shows is watched from then on: nothing was to be seen before', () => {
    const dark = new SceneCamera()
    dark.show(60, uniform(2))
    expect(dark.show(40, home)).toEqual([])
    expect(kindsOf(dark.show(12, elsewhere))).toEqual(['turned'])
  })
})

describe('after an incident the sense of tampering (TAMP-03)', () => {
  it('tells its end when the picture was good for 15 s, and the next one after that', () => {
    const watched = camera()
    watched.show(20, uniform(1))
    expect(kindsOf(watched.show(14, home))).toEqual([])
    expect(kindsOf(watched.show(4, home))).toEqual(['over'])
    expect(kindsOf(watched.show(12, elsewhere))).toEqual(['turned'])
  })

  it('takes what comes and goes for one incident', () => {
    const watched = camera()
    const told = Array.from({ length: 8 }, () => [...watched.show(9, uniform(1)), ...watched.show(10, home)]).flat()
    expect(kindsOf(told)).toEqual(['darkened'])
  })

  it('tells the end of a freeze when the picture lives again', () => {
    const watched = camera()
    watched.repeat(20)
    expect(kindsOf(watched.show(18, home))).toEqual(['over'])
    watched.show(10, home)
    expect(kindsOf(watched.repeat(12))).toEqual(['frozen'])
  })

  it('learns in two minutes what it was turned to, and watches that', () => {
    const watched = camera(70)
    expect(kindsOf(watched.show(110, elsewhere))).toEqual(['turned'])
    expect(kindsOf(watched.show(90, elsewhere))).toEqual(['over'])
    expect(kindsOf(watched.show(12, home))).toEqual(['turned'])
  })

  it('does not learn a covered lens', () => {
    const watched = camera()
    expect(kindsOf(watched.show(600, uniform(90)))).toEqual(['covered'])
    expect(kindsOf(watched.show(20, home))).toEqual(['over'])
  })
})

it('follows slow changes of the place: an hour of furniture moved bit by bit is no turned camera', () => {
  const watched = camera()
  const mixed = (ms: number) => within(elsewhere, home, 0, ms / 600_000)
  expect(watched.show(660, mixed)).toEqual([])
})

it('knows the place over a pause without checks, and tells what was done meanwhile', () => {
  const watched = camera()
  watched.nowMs += 60_000
  expect(kindsOf(watched.show(12, elsewhere))).toEqual(['turned'])
})

it('says nothing where the frame is too small for a scene', () => {
  const watched = camera()
  const tiny = { difference: 0, brightness: 0, isRepeat: false, moved: [], heat: null, scene: null }
  for (let check = 0; check < 100; check++) expect(watched.sense.note(tiny, watched.nowMs + 300 * check)).toBeNull()
})
