import { describe, expect, it } from 'vitest'
import type { CaptureOptions } from '../../../src/engine/capture/capture-options'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import type { Tampering } from '../../../src/engine/tampering/tampering-sense'
import { TamperingWatch } from '../../../src/engine/tampering/tampering-watch'
import { FakeMedia } from '../../support/browser/fake-media'
import { motionOff, testCapture, watching } from '../../support/capture'
import { FakeLooks } from '../../support/engine/fake-looks'
import { manualClock } from '../../support/manual-clock'
import { placeOf, uniform } from './scene-camera'

type Told = { readonly tampering: Tampering; readonly atMs: number } | 'over'

function startWatch() {
  const clock = manualClock()
  const told: Told[] = []
  const watch = new TamperingWatch(clock, {
    onTampered: (tampering, atMs) => told.push({ tampering, atMs }),
    onTamperingOver: () => told.push('over'),
  })
  const show = async (seconds: number, picture: Float64Array) => {
    for (let passedMs = 0; passedMs < 1000 * seconds; passedMs += 300) {
      const scene = Uint16Array.from(picture, (level) => 64 * level)
      const measured = { difference: 0, contrast: 0, isRepeat: false, moved: [], heat: null }
      watch.note({ ...measured, brightness: picture[0] ?? 0, scene })
      await clock.advance(300)
    }
  }
  return { clock, told, watch, show }
}

describe('a watch for tampering (TAMP-03)', () => {
  it('tells the time of day at which it was done, to three seconds', async () => {
    const { clock, told, show } = startWatch()
    await show(20, placeOf(1))
    const doneAtMs = clock.nowMs()
    await show(12, uniform(90))
    const [news] = told
    expect(news).toMatchObject({ tampering: 'covered' })
    expect(Math.abs((typeof news === 'object' ? news.atMs : 0) - doneAtMs)).toBeLessThan(3_000)
  })

  it('tells the end where it ends before the picture is good again, and that only once', async () => {
    const { told, watch, show } = startWatch()
    watch.end()
    expect(told).toEqual([])
    await show(20, placeOf(1))
    await show(12, uniform(90))
    watch.end()
    watch.end()
    expect(told.slice(1)).toEqual(['over'])
  })
})

/** A running camera whose checks find what the test says. */
async function startCamera(options: CaptureOptions, people = new FakeLooks()) {
  const camera = await testCapture(new FakeMedia(), options)
  Object.assign(camera.ports, { looks: new LookTurns(people, camera.clock, () => false) })
  let picture = placeOf(1)
  let difference = 0
  camera.motion.check = async () => {
    const scene = Uint16Array.from(picture, (level) => 64 * level)
    const measured = { difference, contrast: 0, isRepeat: false, moved: [], heat: null }
    return { kind: 'measured', measurement: { ...measured, brightness: picture[0] ?? 0, scene } }
  }
  await camera.capture.start()
  const show = async (seconds: number, shown: Float64Array) => {
    picture = shown
    await camera.clock.advance(1000 * seconds)
  }
  const move = () => {
    difference = 0.5
  }
  return { ...camera, show, move }
}

describe('a running camera (TAMP-01)', () => {
  it('tells that it was covered, and that it is good again', async () => {
    const { told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    await show(10, uniform(90))
    expect(told.tampering).toEqual(['covered'])
    await show(20, placeOf(1))
    expect(told.tampering).toEqual(['covered', 'over'])
  })

  it('looks for it only while motion is looked for, and ends what it told with that', async () => {
    const { capture, told, show } = await startCamera(motionOff)
    await show(20, placeOf(1))
    await show(20, uniform(90))
    expect(told.tampering).toEqual([])
    capture.update(watching)
    await show(20, placeOf(1))
    await show(10, uniform(90))
    expect(told.tampering).toEqual(['covered'])
    capture.update(motionOff)
    expect(told.tampering).toEqual(['covered', 'over'])
  })

  it('keeps the clip that shows who covered it, where it keeps clips of people only (TAMP-06)', async () => {
    const people = new FakeLooks()
    const camera = await startCamera({ ...watching, isNamingWanted: true, keepClipsOf: ['person'] }, people)
    const { told, show, move } = camera
    for (const frames of camera.frames) frames.isOnCanvas = false
    await show(20, placeOf(1))
    move()
    await show(0.6, placeOf(1))
    for (let second = 0; second < 12; second++) {
      if (people.isLooking) people.answer([])
      await show(1, uniform(90))
    }
    await show(12, uniform(90))
    expect([told.tampering, told.clips.map(({ id }) => id)]).toEqual([['covered'], ['clip-1']])
  })

  it('learns its place anew when its stream is opened anew', async () => {
    const { capture, told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    await capture.start()
    await show(20, placeOf(2))
    expect(told.tampering).toEqual([])
  })
})
