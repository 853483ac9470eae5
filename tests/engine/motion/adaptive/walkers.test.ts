import { describe, expect, it } from 'vitest'
import { loadBuild } from '../../../support/kernels/kernels'
import { DrawnCamera, HEIGHT, LEARNING_CHECKS, light, most, type Paint, person, THRESHOLD, WIDTH } from './drawn-camera'

const loaded = await loadBuild('threads')

/** Somebody of 1 % of the picture who walks in from the left, 8 pixels a check, and shows from check 1 on. */
function walkerAt(check: number, contrast = 25): Paint {
  return person(-14 + 8 * check, 60, 14, 40, contrast)
}

describe('the first checks', () => {
  it('tell nothing while the place is learnt, and then that nothing moves', () => {
    const camera = new DrawnCamera(loaded)
    for (let check = 0; check < LEARNING_CHECKS; check++) expect(camera.check()).toEqual({ kind: 'nothing' })
    expect(camera.differences(30)).toEqual(Array.from({ length: 30 }, () => 0))
  })

  it('tell nothing though somebody walks', () => {
    const camera = new DrawnCamera(loaded)
    for (let check = 0; check < LEARNING_CHECKS; check++) {
      expect(camera.check(walkerAt(check + 3, 80)).kind).toBe('nothing')
    }
  })

  it.each<readonly [string, readonly number[]]>([
    ['black', [0]],
    ['half as bright', [0.5]],
    ['glaring', [2.2]],
    ['ever brighter for a second', [0.05, 0.3, 0.7]],
  ])('learn no noise from a first picture that is %s, as of a camera that finds its exposure', (_how, gains) => {
    for (const seed of [1, 2, 3]) {
      const camera = new DrawnCamera(loaded, { seed })
      for (let check = 0; check < LEARNING_CHECKS; check++) camera.check(light(gains[check] ?? 1))
      // Three seconds later.
      camera.differences(10)
      const differences = camera.differences(10, (check) => [walkerAt(check + 1)])
      expect(most(differences.slice(0, 4)), `place ${seed}`).toBeGreaterThan(THRESHOLD)
      expect(Math.min(...differences.slice(4)), `place ${seed}`).toBeGreaterThan(THRESHOLD)
    }
  })

  it('learn who stands there from the start, and leave no ghost when they go', () => {
    const camera = new DrawnCamera(loaded).learn(person(150, 60, 14, 40))
    expect(most(camera.differences(5, () => [person(150, 60, 14, 40)]))).toBe(0)
    const going = camera.differences(12, (check) => [person(150 + 8 * check, 60, 14, 40)])
    expect(going.filter((difference) => difference > THRESHOLD).length).toBeGreaterThan(8)
    expect(most(camera.differences(3).slice(1))).toBe(0)
    expect(most(camera.differences(40))).toBe(0)
  })
})

describe('somebody who walks', () => {
  it.each([1, 2, 3])(
    'is found within 3 checks at the middle of the slider, and as long as they walk: place %i',
    (seed) => {
      const camera = new DrawnCamera(loaded, { seed }).learn()
      // At check 1 half of them shows.
      const differences = camera.differences(40, (check) => [walkerAt(check)])
      expect(differences[0]).toBe(0)
      expect(most(differences.slice(1, 4))).toBeGreaterThan(THRESHOLD)
      expect(Math.min(...differences.slice(3))).toBeGreaterThan(THRESHOLD)
    },
  )

  it('is found by a camera slower than the checks, which gives a frame twice or more (ENG-20)', () => {
    const walking = (timesEach: number) => {
      const camera = new DrawnCamera(loaded).learn()
      return Array.from({ length: 6 }, (_, step) => {
        const frame = camera.draw(person(100 + 8 * step, 60, 14, 40))
        const results = Array.from({ length: timesEach }, () => camera.checkFrame(frame))
        return results.map((result) => (result.kind === 'measured' ? result.measurement.difference : Number.NaN))
      })
    }
    const usual = walking(1).map(([first]) => first ?? 0)
    expect(usual.map((difference) => difference > THRESHOLD)).toEqual([false, true, true, true, true, true])
    for (const timesEach of [2, 3, 4]) {
      for (const [step, [first = 0, ...repeats]] of walking(timesEach).entries()) {
        expect(first > THRESHOLD).toBe(step > 0)
        // Brightness is that of the same frame, so D is the same.
        expect(repeats).toEqual(repeats.map(() => first))
      }
    }
    // More repeats than of any slow camera: it stood, and what shows now has no past.
    expect(most(walking(8).flat())).toBe(0)
    expect(most(walking(4).map(([, , , last]) => last ?? 0))).toBeGreaterThan(THRESHOLD)
  })

  it('is not told of at the first check in which they show, but at half strength at the second', () => {
    const camera = new DrawnCamera(loaded).learn()
    const differences = camera.differences(4, (check) => [person(100 + 8 * check, 60, 14, 40)])
    const [first, second = 0, third = 0, fourth = 0] = differences
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(THRESHOLD)
    expect(second / third).toBeCloseTo(0.5, 2)
    expect(fourth / third).toBeGreaterThan(0.8)
  })

  it('differs by about as many grey levels of 255 as they differ from the place', () => {
    for (const contrast of [25, 50, 80]) {
      const camera = new DrawnCamera(loaded, { sigma: 1, texture: 4, mean: 130 }).learn()
      const differences = camera.differences(20, (check) => [person(8 * check, 60, 20, 40, contrast, 130)])
      const differenceGrey = 255 * (differences.at(-1) ?? 0)
      expect(differenceGrey, `contrast ${contrast}`).toBeGreaterThan(0.85 * contrast)
      expect(differenceGrey, `contrast ${contrast}`).toBeLessThan(1.25 * contrast)
    }
  })

  it('is found where they are darker than the place, and at its edges', () => {
    for (const [left, top] of [
      [0, 0],
      [300, 0],
      [0, 140],
      [300, 140],
    ] as const) {
      const camera = new DrawnCamera(loaded).learn()
      const differences = camera.differences(8, (check) => [person(left, top + 6 * (check % 4) - 9, 20, 40, -30)])
      expect(most(differences), `${left}, ${top}`).toBeGreaterThan(THRESHOLD)
    }
  })

  it('is found under a light that changes', () => {
    const camera = new DrawnCamera(loaded).learn()
    const differences = camera.differences(40, (check) => [walkerAt(check, 45), light(check < 15 ? 1 : 1.4)])
    expect(differences.slice(3).every((difference) => difference > THRESHOLD)).toBe(true)
  })

  it('is found through noise of 8 grey levels', () => {
    const camera = new DrawnCamera(loaded, { sigma: 8 }).learn()
    const differences = camera.differences(30, (check) => [walkerAt(check, 35)])
    expect(most(differences.slice(0, 6))).toBeGreaterThan(THRESHOLD)
    expect(differences.filter((difference) => difference > THRESHOLD).length).toBeGreaterThan(20)
  })

  it('counts no less for a second person elsewhere', () => {
    const alone = new DrawnCamera(loaded, { slot: 0 }).learn()
    const together = new DrawnCamera(loaded, { slot: 1 }).learn()
    const other = (check: number) => person(306 - 8 * check, 110, 14, 40, 15)
    const a = alone.differences(15, (check) => [walkerAt(check)])
    const b = together.differences(15, (check) => [walkerAt(check), other(check)])
    b.slice(4).forEach((difference, i) => {
      expect(difference).toBeGreaterThanOrEqual(0.9 * (a[4 + i] ?? 1))
    })
  })

  it('is lost at once when they are gone', () => {
    const camera = new DrawnCamera(loaded).learn()
    camera.differences(20, (check) => [walkerAt(check)])
    // What they covered last still differs for a moment.
    expect(most(camera.differences(30).slice(2))).toBe(0)
  })
})

describe('something large of one colour', () => {
  /** A van without a fold that crosses a plain place. */
  function toldOfVan(width: number, height: number): number[] {
    const van = (check: number): Paint => {
      const left = 10 * check - width
      return (luma) => {
        for (let y = HEIGHT - height; y < HEIGHT; y++) {
          luma.fill(170, y * WIDTH + Math.max(0, left), y * WIDTH + Math.max(0, Math.min(WIDTH, left + width)))
        }
      }
    }
    return new DrawnCamera(loaded, { texture: 4 }).learn().differences(36, (check) => [van(check)])
  }

  it('is found where it is 20 pixels wide and high', () => {
    expect(toldOfVan(20, 20).filter((difference) => difference > THRESHOLD).length).toBeGreaterThan(25)
  })

  it.each([
    [60, 60],
    [100, 100],
  ])('is found where it is %i x %i pixels', (width, height) => {
    expect(toldOfVan(width, height).filter((difference) => difference > THRESHOLD).length).toBeGreaterThan(18)
  })
})

describe('what shows only once', () => {
  it.each([
    ['somebody', person(150, 60, 14, 40, 60)],
    ['a spark', person(150, 60, 4, 4, 140)],
    ['a bird before the lens', person(100, 30, 90, 90, -60)],
  ])('is not told of: %s', (_, paint) => {
    const camera = new DrawnCamera(loaded).learn()
    expect(most(camera.differences(20, (check) => (check % 6 === 2 ? [paint] : [])))).toBe(0)
  })

  it('is not told of when it is elsewhere each time', () => {
    const camera = new DrawnCamera(loaded).learn()
    const flash = (check: number) => person((check * 97) % 300, (check * 41) % 160, 8, 8, 80)
    expect(most(camera.differences(25, (check) => [flash(check)]))).toBe(0)
  })
})

describe('what came and stays', () => {
  it('stops counting when somebody stands still, and leaves no ghost when they vanish', () => {
    const camera = new DrawnCamera(loaded).learn()
    const walking = camera.differences(20, (check) => [walkerAt(check)])
    expect(walking.at(-1)).toBeGreaterThan(THRESHOLD)
    const standing = camera.differences(40, () => [walkerAt(19)])
    expect(most(standing)).toBe(0)
    expect(most(camera.differences(30))).toBe(0)
  })

  it('counts again when somebody who stood walks on, and is silent where they stood', () => {
    const camera = new DrawnCamera(loaded).learn()
    camera.differences(20, (check) => [walkerAt(check)])
    camera.differences(40, () => [walkerAt(19)])
    const walking = camera.differences(22, (check) => [walkerAt(19 + check)])
    expect(most(walking.slice(0, 4))).toBeGreaterThan(THRESHOLD)
    expect(Math.min(...walking.slice(3, 20))).toBeGreaterThan(THRESHOLD)
    expect(most(camera.differences(40).slice(2))).toBe(0)
  })

  it('does not count where something was put down, nor when others pass it', () => {
    const bag = person(110, 88, 12, 12, 40)
    const camera = new DrawnCamera(loaded).learn()
    camera.differences(40, (check) => [...(check > 14 ? [bag] : []), walkerAt(check)])
    const after = camera.differences(40, () => [bag])
    expect(most(after.slice(2))).toBe(0)
    const passing = camera.differences(20, (check) => [bag, walkerAt(20 + check)])
    expect(most(passing)).toBeGreaterThan(THRESHOLD)
    expect(most(camera.differences(20, () => [bag]).slice(2))).toBe(0)
  })

  it('does not count where something was taken away', () => {
    const bag = person(110, 88, 12, 12, 40)
    const camera = new DrawnCamera(loaded).learn(bag)
    expect(most(camera.differences(10, () => [bag]))).toBe(0)
    expect(most(camera.differences(30))).toBe(0)
  })

  it('has become the place after a while: somebody of its shade before it is not seen, before the old place is', () => {
    const panel = person(100, 40, 60, 60, 30)
    const within = (check: number) => person(100 + 3 * check, 50, 10, 30, 30)
    const camera = new DrawnCamera(loaded).learn()
    camera.differences(30, () => [panel])
    expect(most(camera.differences(12, () => [panel]))).toBe(0)
    const taken = camera.differences(12, (check) => [within(check)])
    expect(most(taken)).toBeGreaterThan(THRESHOLD)
  })
})
