import { describe, expect, it } from 'vitest'
import { loadBuild } from '../../../support/kernels/kernels'
import { adaptive, DrawnCamera, HEIGHT, most, type Paint, person, THRESHOLD, WIDTH } from './drawn-camera'

const loaded = await loadBuild('threads')

const leftHalf = Array.from({ length: 144 }, (_, zone) => zone).filter((zone) => zone % 16 < 8)
const ignoring = { ...adaptive, ignoredZones: leftHalf }

const inside = (check: number): Paint => person(8 * check, 60, 14, 40)
const outside = (check: number): Paint => person(300 - 8 * check, 60, 14, 40)

describe('zones that are ignored (ENG-08)', () => {
  it('silence somebody who walks inside of them', () => {
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    expect(most(camera.differences(18, (check) => [inside(check)]))).toBe(0)
  })

  it('do not touch somebody who walks outside of them', () => {
    const free = new DrawnCamera(loaded, { slot: 0 }).learn()
    const zoned = new DrawnCamera(loaded, { slot: 1, detection: ignoring }).learn()
    const told = zoned.differences(15, (check) => [outside(check)])
    expect(told).toEqual(free.differences(15, (check) => [outside(check)]))
    expect(most(told)).toBeGreaterThan(THRESHOLD)
  })

  it('tell of somebody outside of them while somebody is inside', () => {
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    const differences = camera.differences(15, (check) => [inside(check), outside(check)])
    expect(Math.min(...differences.slice(3))).toBeGreaterThan(THRESHOLD)
  })

  it('tell of somebody from where they leave them', () => {
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    const differences = camera.differences(35, (check) => [inside(check)])
    expect(most(differences.slice(0, 18))).toBe(0)
    expect(Math.min(...differences.slice(23))).toBeGreaterThan(THRESHOLD)
  })

  it('silence everything when all are painted', () => {
    const detection = { ...adaptive, ignoredZones: Array.from({ length: 144 }, (_, zone) => zone) }
    const camera = new DrawnCamera(loaded, { detection }).learn()
    expect(most(camera.differences(20, (check) => [inside(check), outside(check)]))).toBe(0)
  })

  it('are the zones that the user painted: a walker in one row of them is silenced by that row alone', () => {
    // The walker is 20 pixels high, in the fourth row of zones.
    const low = (check: number) => person(40 + 8 * check, 60, 30, 20, 60)
    for (const row of [2, 3, 4]) {
      const ignoredZones = Array.from({ length: 16 }, (_, column) => 16 * row + column)
      const camera = new DrawnCamera(loaded, { detection: { ...adaptive, ignoredZones } }).learn()
      const difference = most(camera.differences(15, (check) => [low(check)]))
      expect(difference > THRESHOLD, `row ${row}`).toBe(row !== 3)
    }
  })

  it('hold at once when they are painted, and start nothing anew', () => {
    const camera = new DrawnCamera(loaded).learn()
    expect(camera.differences(8, (check) => [inside(check)]).at(-1)).toBeGreaterThan(THRESHOLD)
    camera.detector.configure(ignoring)
    expect(camera.differences(6, (check) => [inside(8 + check)])).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('are told of at once when they are not ignored any more, as far as k of n allows', () => {
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    camera.differences(8, (check) => [inside(check)])
    camera.detector.configure(adaptive)
    const [first, second, third] = camera.differences(3, (check) => [inside(8 + check)])
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(THRESHOLD)
    expect(third).toBeGreaterThan(THRESHOLD)
  })

  it('stay where they are when the machine is slow and blocks become larger', () => {
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    camera.detector.configure({ ...ignoring, analysisWidth: 160 })
    camera.learn()
    expect(most(camera.differences(17, (check) => [inside(check)]))).toBe(0)
    camera.differences(10)
    expect(most(camera.differences(15, (check) => [outside(check)]))).toBeGreaterThan(THRESHOLD)
  })

  it('may be told anew at each check without loss', () => {
    const camera = new DrawnCamera(loaded).learn()
    const differences = Array.from({ length: 10 }, (_, check) => {
      camera.detector.configure({ ...adaptive, ignoredZones: [] })
      return camera.measure(outside(check)).difference
    })
    expect(Math.min(...differences.slice(3))).toBeGreaterThan(THRESHOLD)
  })

  it('still show on the heat map, so that a user sees what they ignore', () => {
    const camera = new DrawnCamera(loaded, { detection: { ...ignoring, wantsHeat: true } }).learn()
    const { heat, difference } = camera.measure(inside(8))
    expect(difference).toBe(0)
    expect(heat?.levels.some((level) => level > 0)).toBe(true)
  })

  // Bug in UpheavalSense: it looks at the active blocks of ignored zones too, and silences the rest for good.
  it('do not silence the others however much moves in them', () => {
    const screen = (check: number): Paint => {
      return (luma) => {
        for (let i = 0; i < WIDTH * HEIGHT; i++) {
          const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
          if (x < 160) luma[i] = 110 + 60 * Math.sin((x + 37 * check) / 9 + (y / 7) * ((check % 5) - 2))
        }
      }
    }
    const camera = new DrawnCamera(loaded, { detection: ignoring }).learn()
    const differences = camera.differences(15, (check) => [screen(check), outside(check)])
    expect(Math.min(...differences.slice(4))).toBeGreaterThan(THRESHOLD)
  })
})
