import { describe, expect, it } from 'vitest'
import { CameraEngine } from '../../../src/engine/camera-engine'
import type { CaptureOptions } from '../../../src/engine/capture/capture-options'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import type { Tampering } from '../../../src/engine/tampering/tampering-sense'
import { TamperingWatch } from '../../../src/engine/tampering/tampering-watch'
import { FakeMedia, FakeStream, mediaError } from '../../support/browser/fake-media'
import { capturePorts, motionOff, testCapture, watching } from '../../support/capture'
import { FakeLooks } from '../../support/engine/fake-looks'
import { manualClock } from '../../support/manual-clock'
import { specTimings } from '../../support/timings'
import { lit, measurementOf, placeOf, uniform } from './scene-camera'

type Told = { readonly tampering: Tampering; readonly atMs: number } | 'over'

function startWatch() {
  const clock = manualClock()
  let sleptMs = 0
  const told: Told[] = []
  const spans = { ...clock, monotonicMs: () => clock.monotonicMs() - sleptMs }
  const watch = new TamperingWatch(spans, {
    onTampered: (tampering, atMs) => told.push({ tampering, atMs }),
    onTamperingOver: () => told.push('over'),
  })
  const show = async (seconds: number, picture: Float64Array) => {
    for (let passedMs = 0; passedMs < 1000 * seconds; passedMs += 300) {
      watch.note(measurementOf(picture))
      await clock.advance(300)
    }
  }
  /** As in a machine whose monotonic clock stands still meanwhile. */
  const sleep = (ms: number) => {
    clock.block(ms)
    sleptMs += ms
  }
  const kinds = () => told.map((news) => (news === 'over' ? news : news.tampering))
  watch.begin('own')
  return { clock, told, kinds, watch, show, sleep }
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
    watch.begin('own')
    await show(20, placeOf(1))
    await show(12, uniform(90))
    watch.end()
    watch.end()
    expect(told.slice(1)).toEqual(['over'])
  })
})

describe('a device that is opened anew', () => {
  it.each<readonly [Tampering, Float64Array]>([
    ['covered', uniform(90)],
    ['darkened', uniform(1)],
    ['turned', placeOf(2)],
  ])('is told to have been %s meanwhile, within 10 s (TAMP-01)', async (kind, picture) => {
    const { clock, kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    await clock.advance(60_000)
    watch.begin('own')
    await show(10, picture)
    expect(kinds()).toEqual([kind])
  })

  it('ends no incident by that, and learns no covered lens (TAMP-03)', async () => {
    const { clock, kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    for (const awayMs of [1_000, 60_000, 3_600_000]) {
      await show(30, uniform(90))
      expect(kinds()).toEqual(['covered'])
      await clock.advance(awayMs)
      watch.begin('own')
    }
    await show(17, placeOf(1))
    expect(kinds()).toEqual(['covered'])
    await show(4, placeOf(1))
    expect(kinds()).toEqual(['covered', 'over'])
  })

  it.each<readonly [string, number, Float64Array]>([
    ['black', 2.9, uniform(1)],
    ['glaring white', 2.9, uniform(255)],
    ['black for longer', 7, uniform(1)],
    ['out of focus', 7, placeOf(1, 110, 1)],
  ])('is no tampered one while it settles, at first %s for %d s (TAMP-02)', async (_what, seconds, atFirst) => {
    const { kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    watch.begin('own')
    await show(seconds, atFirst)
    await show(30, lit(placeOf(1), 0.6))
    expect(kinds()).toEqual([])
  })

  it('is none where it is opened again and again before it has settled, nor where it had not been learnt (TAMP-02)', async () => {
    const { kinds, watch, show } = startWatch()
    await show(2, uniform(1))
    for (let opening = 0; opening < 10; opening++) {
      watch.begin('own')
      await show(opening < 5 ? 2 : 20, placeOf(1))
    }
    expect(kinds()).toEqual([])
  })

  it('is learnt anew where it was away for long: its light and place may be others (TAMP-02)', async () => {
    const { clock, kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    await clock.advance(310_000)
    watch.begin('own')
    await show(30, placeOf(2))
    expect(kinds()).toEqual([])
    await show(12, placeOf(1))
    expect(kinds()).toEqual(['turned'])
  })
})

describe('a machine that slept', () => {
  it.each<readonly ['goes on' | 'stands still', number, readonly Tampering[]]>([
    ['goes on', 3_600_000, []],
    ['stands still', 3_600_000, []],
    ['stands still', 60_000, ['turned']],
  ])(
    'whose monotonic clock %s, for %d ms, and wakes elsewhere tells of it only after a short sleep (TAMP-02)',
    async (spans, ms, news) => {
      const { clock, kinds, watch, show, sleep } = startWatch()
      await show(20, placeOf(1))
      if (spans === 'stands still') sleep(ms)
      else clock.block(ms)
      // The old stream, until the sleep is noticed.
      await show(2, placeOf(2))
      watch.begin('own')
      await show(30, placeOf(2))
      expect(kinds()).toEqual(news)
    },
  )

  it('ends no incident by that (TAMP-03)', async () => {
    const { kinds, show, sleep } = startWatch()
    await show(20, placeOf(1))
    await show(12, uniform(90))
    sleep(3_600_000)
    await show(30, uniform(90))
    expect(kinds()).toEqual(['covered'])
  })
})

describe('a view that takes the place of another', () => {
  it('is learnt by itself, and the one before is known when it is back (TAMP-01)', async () => {
    const { kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    watch.begin('stand-in')
    await show(60, placeOf(2))
    watch.begin('own')
    await show(20, placeOf(1))
    expect(kinds()).toEqual([])
    watch.begin('stand-in')
    await show(30, placeOf(2))
    watch.begin('own')
    await show(10, placeOf(3))
    expect(kinds()).toEqual(['turned'])
  })

  it('ends what was told of the one before, which is told again where it is so still (TAMP-03)', async () => {
    const { kinds, watch, show } = startWatch()
    await show(20, placeOf(1))
    await show(20, uniform(90))
    watch.begin('stand-in')
    expect(kinds()).toEqual(['covered', 'over'])
    await show(30, placeOf(2))
    watch.begin('own')
    await show(10, uniform(90))
    expect(kinds()).toEqual(['covered', 'over', 'covered'])
  })
})

/** Has checks find what the test says. */
function showTo({ motion, clock }: Pick<Awaited<ReturnType<typeof capturePorts>>, 'motion' | 'clock'>) {
  let picture = placeOf(1)
  let difference = 0
  let hasNothingBefore = false
  motion.check = async () => {
    const isFirst = hasNothingBefore
    hasNothingBefore = false
    if (isFirst) return { kind: 'nothing' }
    return { kind: 'measured', measurement: { ...measurementOf(picture), difference } }
  }
  const show = async (seconds: number, shown: Float64Array) => {
    picture = shown
    await clock.advance(1000 * seconds)
  }
  const move = () => {
    difference = 0.5
  }
  /** As where the picture has another size. */
  const beginAnew = () => {
    hasNothingBefore = true
  }
  return { show, move, beginAnew }
}

async function startCamera(options: CaptureOptions, people = new FakeLooks()) {
  const camera = await testCapture(new FakeMedia(), options)
  Object.assign(camera.ports, { looks: new LookTurns(people, camera.clock, () => false) })
  await camera.capture.start()
  return { ...camera, ...showTo(camera) }
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

  it('tells what was done while it was unplugged', async () => {
    const { clock, media, told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    media.answerNext(...['NotFoundError', 'NotFoundError'].map(mediaError))
    media.given[0]?.tracks[0]?.lose()
    await clock.advance(5_000)
    expect(media.given).toHaveLength(1)
    await show(16, placeOf(2))
    expect([media.given.length, told.tampering]).toEqual([2, ['turned']])
  })

  it('stays covered when it is opened anew (TAMP-03)', async () => {
    const { capture, media, told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    await show(10, uniform(90))
    await capture.start()
    await show(30, uniform(90))
    expect([media.given.length, told.tampering]).toEqual([2, ['covered']])
  })

  it('is told to be good where motion is looked for no more while it is unplugged (TAMP-03)', async () => {
    const { capture, media, told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    await show(10, uniform(90))
    media.answerNext(...['NotFoundError', 'NotFoundError'].map(mediaError))
    media.given[0]?.tracks[0]?.lose()
    expect([capture.state.phase, told.tampering]).toEqual(['failed', ['covered']])
    capture.update(motionOff)
    expect(told.tampering).toEqual(['covered', 'over'])
  })

  it('learns its place anew with another device, or another size of picture', async () => {
    const { capture, media, told, show } = await startCamera(watching)
    await show(20, placeOf(1))
    const large = new FakeStream('video')
    Object.assign(large.tracks[0] ?? {}, { getSettings: () => ({ width: 1280, height: 960 }) })
    media.answerNext(large)
    await capture.start()
    await show(20, placeOf(2))
    expect(told.tampering).toEqual([])
    await show(10, uniform(90))
    capture.update({ ...watching, deviceId: 'device-2' })
    expect(told.tampering).toEqual(['covered', 'over'])
    await show(30, placeOf(3))
    expect(told.tampering).toEqual(['covered', 'over'])
  })
})

describe('a running camera whose picture gets another size', () => {
  /** Watches a stream whose size the test sets, as another program may. */
  async function startSized(width: number, height: number) {
    const camera = await startCamera(watching)
    const { media, beginAnew, show } = camera
    let size = { width, height }
    Object.assign(media.given[0]?.tracks[0] ?? {}, { getSettings: () => ({ deviceId: 'device-1', ...size }) })
    const resize = (to: typeof size) => {
      size = to
      beginAnew()
    }
    beginAnew()
    await show(20, placeOf(1))
    return { ...camera, resize }
  }

  it('learns its place anew, as cameras crop it for that, and knows it again in the size of before (TAMP-02)', async () => {
    const { told, show, resize } = await startSized(1280, 720)
    resize({ width: 640, height: 480 })
    await show(30, placeOf(2))
    resize({ width: 1280, height: 720 })
    await show(20, placeOf(1))
    expect(told.tampering).toEqual([])
    await show(10, placeOf(3))
    expect(told.tampering).toEqual(['turned'])
  })

  it('tells what is done to it in that size', async () => {
    const { told, show, resize } = await startSized(1280, 720)
    resize({ width: 640, height: 480 })
    await show(20, placeOf(2))
    await show(10, uniform(90))
    expect(told.tampering).toEqual(['covered'])
  })

  it('is turned where it stands on end from now on (TAMP-01)', async () => {
    const { told, show, resize } = await startSized(1280, 720)
    resize({ width: 720, height: 1280 })
    await show(10, placeOf(2))
    expect(told.tampering).toEqual(['turned'])
  })
})

describe('an engine in the place of one whose worker was lost (TAMP-03)', () => {
  /** A camera that is covered, told of, and then lost with its engine. */
  async function loseCovered() {
    const around = await capturePorts()
    const { show } = showTo(around)
    const told: string[] = []
    const start = (options: CaptureOptions | null, name = 'the next') => {
      const engine = new CameraEngine(specTimings, around.ports, (event) => {
        if (event.kind === 'tampered') told.push(`${name}: ${event.tampering}`)
        if (event.kind === 'tampering-over') told.push(`${name}: over`)
      })
      engine.setCameras(new Map(options === null ? [] : [['front', options]]))
      return engine
    }
    const engine = start(watching, 'the lost')
    await show(20, placeOf(1))
    await show(10, uniform(90))
    engine.close()
    await around.clock.advance(5_000)
    expect(told.splice(0)).toEqual(['the lost: covered'])
    return { show, start, told }
  }

  it('goes on with an incident, and learns no covered lens', async () => {
    const { show, start, told } = await loseCovered()
    start(watching)
    await show(40, uniform(90))
    expect(told).toEqual([])
    await show(20, placeOf(1))
    expect(told).toEqual(['the next: over'])
    await show(10, uniform(90))
    expect(told).toEqual(['the next: over', 'the next: covered'])
  })

  it.each([
    ['that is wanted no more', null],
    ['whose motion detection is off by then', motionOff],
  ])('ends that of a camera %s', async (_which, options) => {
    const { start, told } = await loseCovered()
    start(options)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('over')
  })
})
