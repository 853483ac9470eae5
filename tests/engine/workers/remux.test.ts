import { beforeAll, describe, expect, it } from 'vitest'
import { remux } from '../../../src/engine/workers/remux'
import { seededRandom } from '../../support/random'
import { ebmlOf, type ReadPacket, readClip } from '../../support/read-clip'
import { frameEnds, frameNumber, type RecordingPlan, recordingOf, writesOf } from '../../support/recordings'

const numbersOf = (container: 'webm' | 'mp4', packets: readonly ReadPacket[]) =>
  packets.map(({ data }) => frameNumber(container, data))

/** What is wrong, in words, with the clip that is made where the bytes of a recording end after so many. */
async function faultsOf(
  { recorded, container, ends }: { recorded: Blob; container: 'webm' | 'mp4'; ends: readonly number[] },
  sizeBytes: number,
  mostLost = 1,
): Promise<string[]> {
  const wholeFrames = ends.filter((endsAt) => endsAt <= sizeBytes).length
  const clip = await remux(recorded.slice(0, sizeBytes))
  if (clip === null) return wholeFrames > mostLost ? ['nothing of it is left'] : []
  const { durationSec, video } = await readClip(clip.content)
  const seeks = container === 'webm' ? await ebmlOf(clip.content) : { hasCues: true, hasDuration: true }
  const times = video.map(({ atSec }) => atSec)
  const isRising = times.every((atSec, i) => i === 0 || atSec > (times[i - 1] ?? 0))
  return [
    ...(video[0]?.type === 'key' && times[0] === 0 ? [] : ['it does not begin with a keyframe at 0']),
    ...(isRising ? [] : ['its times do not rise']),
    ...(video.length >= wholeFrames - mostLost ? [] : [`of ${wholeFrames} whole frames ${video.length} are left`]),
    ...(video.length <= wholeFrames ? [] : ['it has a frame that was not whole']),
    ...(numbersOf(container, video).every((number, i) => number === i) ? [] : ['frames are mixed up']),
    ...(seeks.hasCues && seeks.hasDuration ? [] : ['it does not seek']),
    ...(Math.abs(durationSec * 1_000 - clip.durationMs) <= 70 ? [] : ['its duration is wrong']),
  ]
}

/** A webm that ends within a frame is read as far as its last whole cluster: of the 2 s from a keyframe to the next. */
const LAST_FRAMES = { webm: 30, mp4: 1 }

describe.each(['webm', 'mp4'] as const)('a recording as %s', (container) => {
  const plan: RecordingPlan = { container, frames: 75, hasAudio: true }
  let recorded = new Blob()
  let ends: number[] = []
  beforeAll(async () => {
    recorded = await recordingOf(plan)
    ends = await frameEnds(recorded, container, plan.frames)
  })

  it('becomes a clip with all its frames and sounds, its duration and an index', async () => {
    const clip = await remux(recorded)
    const mediaType = `video/${container}`
    expect(clip).toMatchObject({ mediaType, hasAudio: true, durationMs: 5_000, content: { type: mediaType } })
    const closed = await readClip(clip?.content ?? new Blob())
    expect(numbersOf(container, closed.video)).toEqual(Array.from({ length: 75 }, (_, i) => i))
    expect(closed.audio.length).toBe(250)
    expect(closed.durationSec).toBeCloseTo(5, 1)
    expect(await faultsOf({ recorded, container, ends }, recorded.size)).toEqual([])
  })

  it('that ends after any write of its container becomes a clip of all its frames until then (CLIP-07)', async () => {
    let sizeBytes = 0
    for (const { byteLength } of await writesOf(plan)) {
      sizeBytes += byteLength
      const faults = await faultsOf({ recorded, container, ends }, sizeBytes)
      expect({ sizeBytes, faults }).toEqual({ sizeBytes, faults: [] })
    }
    expect(sizeBytes).toBe(recorded.size)
  })

  it('cut anywhere else becomes a clip of all but its last 2 s, and never throws', async () => {
    const random = seededRandom(7)
    for (let i = 0; i < 100; i++) {
      const sizeBytes = random.between(0, recorded.size)
      const faults = await faultsOf({ recorded, container, ends }, sizeBytes, LAST_FRAMES[container])
      expect({ sizeBytes, faults }).toEqual({ sizeBytes, faults: [] })
    }
  })

  // As a disk gives it back that lost its power. Its reader went round in a circle in a webm.
  it('whose end is zeros becomes a clip of what was recorded before (CLIP-07)', async () => {
    const bytes = new Uint8Array(await recorded.arrayBuffer())
    for (const share of [0.6, 0.9]) {
      const from = Math.floor(bytes.length * share)
      const spoilt = new Blob([bytes.slice().fill(0, from)])
      const { video } = await readClip((await remux(spoilt))?.content ?? new Blob())
      const wholeFrames = ends.filter((endsAt) => endsAt <= from).length
      expect(video.length).toBeGreaterThan(wholeFrames - 30)
    }
  })

  it('without sound says so', async () => {
    const clip = await remux(await recordingOf({ container, frames: 20 }))
    expect(clip).toMatchObject({ hasAudio: false })
    expect((await readClip(clip?.content ?? new Blob())).audio).toEqual([])
  })
})

describe('a recording', () => {
  it('that begins in the middle of things becomes a clip from its first keyframe on, its sound with it', async () => {
    const late = await recordingOf({ container: 'webm', frames: 40, firstKey: 10, startSec: 3, hasAudio: true })
    const clip = await remux(late)
    const closed = await readClip(clip?.content ?? new Blob())
    expect(numbersOf('webm', closed.video)).toEqual(Array.from({ length: 30 }, (_, i) => i + 10))
    expect([closed.video[0]?.type, closed.video[0]?.atSec]).toEqual(['key', 0])
    expect(closed.audio.length).toBe(100)
    expect(Math.abs(closed.audio[0]?.atSec ?? 1)).toBeLessThan(0.021)
    expect(closed.audio.every(({ atSec }) => atSec >= 0)).toBe(true)
    expect(clip?.durationMs).toBe(2_000)
  })

  it('that is short, cut at every single byte becomes a clip or nothing, and never throws', async () => {
    const recorded = await recordingOf({ frames: 6 })
    const ends = await frameEnds(recorded, 'webm', 6)
    for (let sizeBytes = 0; sizeBytes <= recorded.size; sizeBytes++) {
      const faults = await faultsOf({ recorded, container: 'webm', ends }, sizeBytes, 6)
      expect({ sizeBytes, faults }).toEqual({ sizeBytes, faults: [] })
    }
  })

  it('of one frame shows it for as long as one is shown', async () => {
    expect(await remux(await recordingOf({ frames: 1 }))).toMatchObject({ durationMs: 67 })
  })
})

describe('bytes without a picture', () => {
  it('become nothing where there are none', async () => {
    expect(await remux(new Blob())).toBe(null)
  })

  it('become nothing where they are no recording', async () => {
    expect(await remux(new Blob(['This is no recording, whatever it may be called.']))).toBe(null)
    const random = seededRandom(11)
    for (let i = 0; i < 50; i++) expect(await remux(new Blob([random.bytes(random.between(1, 2_000))]))).toBe(null)
  })

  it('become nothing where no frame is a keyframe', async () => {
    expect(await remux(await recordingOf({ frames: 10, firstKey: 100 }))).toBe(null)
  })

  it('become something, nothing or a failure where they are spoilt, and never hang', async () => {
    const recorded = new Uint8Array(await (await recordingOf({ frames: 30, hasAudio: true })).arrayBuffer())
    const random = seededRandom(13)
    for (let i = 0; i < 150; i++) {
      const spoilt = recorded.slice()
      for (let n = 0; n < 5; n++) spoilt[random.between(0, spoilt.length - 1)] = random.between(0, 255)
      const outcome = await remux(new Blob([spoilt])).then(
        (clip) => (clip === null ? 'nothing' : 'clip'),
        () => 'failure',
      )
      expect(['clip', 'nothing', 'failure']).toContain(outcome)
    }
  })
})

describe('a recording that cannot be read now', () => {
  it('is a failure and not an empty one: another try may read it (OUT-02)', async () => {
    const unreadable = Object.assign(await recordingOf({ frames: 30 }), {
      arrayBuffer: () => Promise.reject(new DOMException('The disk does not answer.', 'NotReadableError')),
    })
    await expect(remux(unreadable)).rejects.toThrow('The disk does not answer.')
  })
})
