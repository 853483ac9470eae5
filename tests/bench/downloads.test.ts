import { expect, it } from 'vitest'
import { downloadBars, downloadRows } from '../../bench/browser/downloads/download-figures'
import { downloads } from '../../bench/figures/blocks/downloads'
import { Runs } from '../../bench/figures/runs'
import { noiseFilm } from '../../bench/hub/film'
import { barLine } from '../../bench/report'
import { readClip } from '../support/read-clip'

const run = { sizeBytes: 2_000_000, beganMs: Array.from({ length: 30 }, (_, press) => 40 + press), different: 0 }

it('downloads of MP4 have their bars: 30 that begin within 200 ms, byte for byte what the hub stores (BENCH-16)', () => {
  const verdicts = (change: Partial<typeof run>) =>
    downloadBars({ ...run, ...change }).map((bar) => barLine(bar).split(') ').at(-1))
  expect(verdicts({})).toEqual(['ok', 'ok', 'ok'])
  expect(verdicts({ beganMs: run.beganMs.slice(1) })).toEqual(['missed', 'ok', 'ok'])
  expect(verdicts({ beganMs: [...run.beganMs, 201] })).toEqual(['ok', 'missed', 'ok'])
  expect(verdicts({ different: 1 })).toEqual(['ok', 'ok', 'missed'])
})

it('their rows stand in the documents once runs are kept (BENCH-01, BENCH-16)', () => {
  expect(downloads(null)).toContain('No run of')
  const machine = { cpu: 'X', cores: 2, node: '20.20.2' }
  const report = { machine, date: '2026-11-24T08:00:00Z', rows: downloadRows(run) }
  expect(downloads(new Runs('downloads', [report, report]))).toContain('| slowest of 30 | 69 |')
})

it('the clip that is downloaded is an MP4 file of H.264 (BENCH-16)', async () => {
  const clip = await noiseFilm(100_000, 'mp4')
  const { videoCodec, video } = await readClip(new Blob([Uint8Array.from(clip)]))
  expect([videoCodec, video.length, video[0]?.type]).toEqual(['avc', 225, 'key'])
})
