import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Film, psnr } from '../../bench/browser/recording/likeness'
import {
  comparisonOf,
  recordingBars,
  recordingRows,
  type WayRun,
  wrongType,
} from '../../bench/browser/recording/recording-figures'
import { encoders } from '../../bench/figures/blocks/encoders'
import { Runs } from '../../bench/figures/runs'
import { barLine } from '../../bench/report'
import { renderFrames, writeFootage } from '../../scripts/footage.mjs'

const footage = { width: 160, height: 92, fps: 5, seconds: 4, scenario: 'pace', quietSec: 0, walkSec: 4 } as const
let folder = ''
let film: Film

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightjar-likeness-'))
  writeFootage(join(folder, 'film.y4m'), footage)
  film = new Film(join(folder, 'film.y4m'))
})
afterAll(() => {
  film.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('how like the film a clip is', () => {
  it('is told of the frame that it shows', () => {
    const frames = [...renderFrames(footage)].length
    expect([film.width, film.height, film.frames]).toEqual([160, 92, frames])
    let index = 0
    for (const frame of renderFrames(footage)) {
      const luma = Uint8Array.from(frame.subarray(0, 160 * 92))
      const worse = luma.map((value, at) => Math.min(255, value + (at % 3)))
      expect([psnr(luma, film.luma(index)), film.find(worse)]).toEqual([99, index])
      index++
    }
  })

  it('is measured in decibels', () => {
    expect(psnr(Uint8Array.of(0, 0), Uint8Array.of(255, 255))).toBe(0)
    expect(psnr(Uint8Array.of(100, 100), Uint8Array.of(101, 99))).toBeCloseTo(48.13, 2)
  })
})

const mediaTypes = { watching: '', 'webm-vp8': 'video/webm', 'mp4-h264': 'video/mp4', 'media-recorder': 'video/webm' }
const cpuOf = { watching: 20, 'webm-vp8': 80, 'mp4-h264': 40, 'media-recorder': 90 }

/** Four cameras, three rounds; each with another load of the machine, which is the same for all ways. */
function runsOf(change: Partial<Record<WayRun['way'], Partial<WayRun>>> = {}): WayRun[] {
  return [0, 5, 10].flatMap((load) =>
    (['watching', 'webm-vp8', 'mp4-h264', 'media-recorder'] as const).map((way) => ({
      way,
      cameras: 4,
      cpuPercent: cpuOf[way] + load,
      droppedChecks: 0,
      clips:
        way === 'watching' ? [] : Array.from({ length: 4 }, () => ({ mediaType: mediaTypes[way], sizeBytes: 1e6 })),
      likeness: way === 'watching' ? null : { psnrDb: way === 'mp4-h264' ? 41.2 + load / 50 : 41, pictures: 150 },
      ...change[way],
    })),
  )
}

describe('what it costs to record in one way or another (BENCH-15)', () => {
  const missed = (runs: readonly WayRun[]) =>
    recordingBars(runs)
      .map(barLine)
      .filter((line) => !line.endsWith(' ok'))
      .map((line) => line.replace(/^bar: 4 cameras: ([^:(]*[^:( ]).*/, '$1'))

  it('is told in pairs of the same round, with an interval', () => {
    const { cpu, psnr: better } = comparisonOf(runsOf())
    expect([cpu.value, cpu.low, cpu.high].map((ratio) => ratio.toFixed(3))).toEqual(['0.333', '0.333', '0.333'])
    expect([better.value, better.low, better.high].map((db) => db.toFixed(1))).toEqual(['0.3', '0.2', '0.4'])
  })

  it('meets its bars with a cheap clip that is as like the picture, and no check or clip lost', () => {
    expect(missed(runsOf())).toEqual([])
  })

  it.each<[string, Parameters<typeof runsOf>[0]]>([
    ['CPU of mp4-h264 to webm-vp8', { 'mp4-h264': { cpuPercent: 60 } }],
    ['PSNR of mp4-h264 above that of webm-vp8, dB', { 'mp4-h264': { likeness: { psnrDb: 40.9, pictures: 150 } } }],
    ['checks dropped while mp4-h264 records', { 'mp4-h264': { droppedChecks: 1 } }],
    ['clips of mp4-h264 lost', { 'mp4-h264': { clips: [{ mediaType: 'video/mp4', sizeBytes: 1e6 }] } }],
  ])('misses only that of %s', (what, change) => {
    expect(missed(runsOf(change))).toEqual([what])
  })

  it('is not told of MP4 where the browser made something else', () => {
    const [run] = runsOf().filter(({ way }) => way === 'mp4-h264')
    if (run === undefined) throw new Error('There is none.')
    expect(wrongType(run)).toBeNull()
    const made = run.clips.map((clip, i) => (i === 3 ? { ...clip, mediaType: 'video/webm' } : clip))
    expect(wrongType({ ...run, clips: made })).toBe('video/webm')
    // Its own choice.
    expect(wrongType({ ...run, way: 'media-recorder' })).toBeNull()
  })

  it('is kept as rows, with bounds where there are some', () => {
    const rows = recordingRows(runsOf({ 'webm-vp8': { droppedChecks: 2 } }))
    const value = (name: string, metric: string) =>
      rows.find((row) => row.name === name && row.metric === metric)?.value
    expect(new Set(rows.map((row) => row.case))).toEqual(new Set(['cameras-4']))
    expect([value('webm-vp8', 'cpu'), value('webm-vp8', 'checks-dropped'), value('mp4-h264', 'clips')]).toEqual([
      60, 6, 12,
    ])
    expect([value('mp4-h264', 'cpu-ratio'), value('mp4-h264', 'psnr-above-high')]).toEqual([0.3333, 0.4])
  })

  it('stands in the documents once a run is kept', () => {
    expect(encoders(null)).toMatch(/^No run of /)
    const rows = [1, 4].flatMap((cameras) => recordingRows(runsOf().map((run) => ({ ...run, cameras }))))
    const machine = { cpu: 'X', cores: 2, node: '20.20.2' }
    const text = encoders(new Runs('recording', [{ machine, date: '2026-11-24T08:00:00Z', rows }]))
    expect(text).toContain('| H.264 of VP8, in pairs | 0.33 (0.33 to 0.33) | 0.33 (0.33 to 0.33) |')
    expect(text).toContain('| checks dropped meanwhile, H.264 | 0 | 0 |')
  })
})
