import { afterEach, describe, expect, it, vi } from 'vitest'
import { MotionWatch } from '../../../src/engine/motion/motion-watch'
import { CheckPacer } from '../../../src/engine/pacing/check-pacer'
import type { ClipHead } from '../../../src/engine/recording/clip'
import { WebCodecsRecorder } from '../../../src/engine/recording/webcodecs-recorder'
import { remux } from '../../../src/engine/workers/remux'
import { FakeStream } from '../../support/browser/fake-media'
import { SlowMotion } from '../../support/engine/check-loop'
import { classic, measured } from '../../support/engine/check-results'
import { CountedFrame } from '../../support/engine/counted-frames'
import { nobody } from '../../support/engine/fake-looks'
import { FilmedFrames } from '../../support/engine/filmed-frames'
import { startRecorderChain } from '../../support/engine/recorder-chain'
import { manualClock } from '../../support/manual-clock'
import { readClip } from '../../support/read-clip'
import { specTimings } from '../../support/timings'

afterEach(() => void vi.unstubAllGlobals())

/** Clips of so many minutes in which something moves all the time; only camera, encoders and time are not real. */
async function film(minutes: number, longestClipMs: number, measuringMs: number) {
  const { recorders } = startRecorderChain()
  const clock = manualClock()
  const motion = new SlowMotion(clock)
  motion.takesMs = measuringMs
  motion.answer = measured(0.5)
  const pacer = new CheckPacer(specTimings.checkIntervalMs, clock, clock)
  const heads: ClipHead[] = []
  const parts = new Map<string, Uint8Array<ArrayBuffer>[]>()
  const ended = new Set<string>()
  const camera = {
    id: 'front',
    sensitivityPercent: 50,
    detection: classic,
    isNamingWanted: false,
    keepClipsOf: null,
    isMotionRecorded: true,
    longestClipMs,
    lastEndedAtMs: null,
    frames: new FilmedFrames(clock),
    recorder: new WebCodecsRecorder(recorders, new FakeStream('video').asMediaStream, specTimings.preRollMs),
  }
  const ports = { clock, motion, pacer, looks: nobody(clock), newClipId: () => `clip-${heads.length + 1}` }
  const ignore = () => undefined
  const watch = new MotionWatch(camera, specTimings, ports, {
    onCycle: ignore,
    onChange: ignore,
    onMeasured: ignore,
    onLearning: ignore,
    onUnmeasurable: ignore,
    onClipThumbnail: ignore,
    onClipDetections: ignore,
    onClipMoved: ignore,
    onClipEnded: (clipId) => void ended.add(clipId),
    onClipLeftOut: ignore,
    onLooked: ignore,
    onClipBegun: (head) => {
      heads.push(head)
      parts.set(head.id, [])
    },
    onClipPart: (clipId, bytes) => void parts.get(clipId)?.push(bytes),
    onRecordingFailed: () => expect.unreachable(),
  })
  const startMs = clock.nowMs()
  await clock.advance(minutes * 60_000)
  watch.stop()
  await vi.waitFor(() => expect(ended.size).toBe(heads.length), { timeout: 15_000 })
  const clips = []
  for (const { id, startedAtMs } of heads) {
    const closed = await remux(new Blob(parts.get(id)))
    const { video } = await readClip(closed?.content ?? new Blob())
    const framesAtMs = video.map(({ atSec }) => startedAtMs + atSec * 1_000)
    clips.push({ startMs: framesAtMs[0] ?? 0, endMs: framesAtMs.at(-1) ?? 0, framesAtMs })
  }
  return { clips, startMs, endMs: clock.nowMs() }
}

type Filmed = Awaited<ReturnType<typeof film>>

/** How much of the time is between the first and the last frame of a clip, 0 to 1. */
function coverage({ clips, startMs, endMs }: Filmed): number {
  let coveredMs = 0
  let untilMs = startMs
  for (const clip of clips) {
    coveredMs += Math.max(0, clip.endMs - Math.max(untilMs, clip.startMs))
    untilMs = Math.max(untilMs, clip.endMs)
  }
  return coveredMs / (endMs - startMs)
}

/** From the end of each clip to the beginning of the next; negative where they overlap. */
const gapsMs = ({ clips }: Filmed) => clips.slice(1).map((clip, i) => Math.round(clip.startMs - (clips[i]?.endMs ?? 0)))

describe('ten minutes of motion (CLIP-03)', () => {
  it.each([10, 60, 140])('are covered to 99 % by clips of 15 s where a check takes %i ms', async (measuringMs) => {
    const filmed = await film(10, 15_000, measuringMs)
    expect(filmed.clips.length).toBeGreaterThanOrEqual(40)
    expect(coverage(filmed)).toBeGreaterThanOrEqual(0.99)
    expect(Math.max(...gapsMs(filmed))).toBeLessThanOrEqual(300)
    for (const { startMs, endMs } of filmed.clips.slice(1, -1))
      expect(Math.abs(endMs - startMs - 15_000)).toBeLessThan(300)
    expect({ open: CountedFrame.open, misused: CountedFrame.misused }).toEqual({ open: 0, misused: 0 })
  })

  it('are covered by longer clips, too', async () => {
    const filmed = await film(10, 60_000, 10)
    expect(filmed.clips.length).toBeLessThanOrEqual(11)
    expect(coverage(filmed)).toBeGreaterThanOrEqual(0.99)
  })
})

describe('the frames of a clip', () => {
  it('come at least each 300 ms before the motion, and 15 a second after it', async () => {
    const { clips } = await film(1, 15_000, 10)
    const [, clip] = clips
    const gaps = clip?.framesAtMs.slice(1).map((atMs, i) => atMs - (clip.framesAtMs[i] ?? 0)) ?? []
    expect(gaps.length).toBeGreaterThan(150)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(370)
    expect(gaps.slice(-100).every((gapMs) => gapMs < 140)).toBe(true)
    expect(gaps.slice(-100, -1).reduce((sum, gapMs) => sum + gapMs, 0) / 99).toBeLessThan(75)
  })
})
