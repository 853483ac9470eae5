import { describe, expect, it } from 'vitest'
import { CameraEngine } from '../../../src/engine/camera-engine'
import { LookTurns } from '../../../src/engine/naming/look-turns'
import { FakeMedia } from '../../support/browser/fake-media'
import { capturePorts, watching } from '../../support/capture'
import { measured } from '../../support/engine/check-results'
import { FakeLooks } from '../../support/engine/fake-looks'
import { specTimings } from '../../support/timings'

const peopleOnly = { ...watching, isAudioEnabled: true, isNamingWanted: true, keepClipsOf: ['person'] as const }

/** A camera that keeps clips of people, whose looks find nobody; and what became of its clips. */
async function filmNobody() {
  const around = await capturePorts(new FakeMedia())
  const people = new FakeLooks()
  Object.assign(around.ports, { looks: new LookTurns(people, around.clock, () => false) })
  let difference = 0
  around.motion.check = async () => measured(difference)
  const delivered: string[] = []
  const leftOut: string[] = []
  const engine = new CameraEngine(specTimings, around.ports, (event) => {
    if (event.kind === 'clip-ended') delivered.push(event.clipId)
    if (event.kind === 'clip-left-out') leftOut.push(event.clipId)
  })
  const set = (cameras: Record<string, typeof watching>) => engine.setCameras(new Map(Object.entries(cameras)))
  const pass = async (seconds: number) => {
    for (let passed = 0; passed < 10 * seconds; passed++) {
      if (people.isLooking) people.answer([])
      await around.clock.advance(100)
    }
  }
  set({ front: peopleOnly })
  await around.clock.advance(0)
  for (const frames of around.frames) frames.isOnCanvas = false
  await pass(2)
  difference = 0.5
  await pass(3)
  difference = 0
  const track = (kind: 'video' | 'audio') => {
    const given = (around.ports.media() as unknown as FakeMedia).given
    return given.flatMap(({ tracks }) => tracks).find((one) => one.kind === kind && one.readyState === 'live')
  }
  return { clock: around.clock, engine, set, pass, track, delivered, leftOut }
}
type Camera = Awaited<ReturnType<typeof filmNobody>>

const losses: [string, (camera: Camera) => void | Promise<void>][] = [
  ['whose plug is pulled', ({ track }) => track('video')?.lose()],
  ['that gets another device', ({ set }) => set({ front: { ...peopleOnly, deviceId: 'device-2' } })],
  [
    'whose microphone goes and comes',
    ({ engine, track }) => {
      track('audio')?.lose()
      engine.retry()
    },
  ],
  [
    'whose machine slept',
    async ({ clock }) => {
      clock.block(60_000)
      await clock.advance(5_000)
    },
  ],
  ['whose permission is taken away', ({ engine }) => engine.setCameras(new Map(), 'stream-gone')],
  ['whose engine is replaced', ({ engine }) => engine.close()],
]

describe.each(losses)('a camera %s', (_name, lose) => {
  it('keeps the clip that ended 3 s before, whatever it shows: somebody may have done it (TAMP-06)', async () => {
    const camera = await filmNobody()
    await camera.pass(10)
    expect([camera.delivered, camera.leftOut]).toEqual([[], []])
    await lose(camera)
    await camera.pass(15)
    expect([camera.delivered, camera.leftOut]).toEqual([['clip-1'], []])
  })

  it('keeps the clip under way (TAMP-06)', async () => {
    const camera = await filmNobody()
    await camera.pass(1)
    await lose(camera)
    await camera.pass(15)
    expect([camera.delivered, camera.leftOut]).toEqual([['clip-1'], []])
  })
})

describe.each<[string, (camera: Camera) => void]>([
  ['whose motion detection is turned off', ({ set }) => set({ front: { ...peopleOnly, isMotionEnabled: false } })],
  ['that is removed', ({ set }) => set({})],
])('a camera %s', (_name, leave) => {
  it('leaves out at once the clip that waits (LABEL-09)', async () => {
    const camera = await filmNobody()
    await camera.pass(10)
    leave(camera)
    expect([camera.delivered, camera.leftOut]).toEqual([[], ['clip-1']])
  })
})
