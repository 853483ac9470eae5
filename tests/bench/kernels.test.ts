import { describe, expect, it } from 'vitest'
import { disagreements } from '../../bench/kernels/agreement'
import { barLines } from '../../bench/kernels/bars'
import type { Contender } from '../../bench/kernels/contender'
import { contenders } from '../../bench/kernels/contenders/index'
import { Figures } from '../../bench/kernels/figures'
import { brighterPair, identicalPair, randomPair, scenePair } from '../../bench/kernels/frame-pair'
import { readOptions } from '../../bench/kernels/options'
import { timeInTurns } from '../../bench/kernels/sampling'
import { Stages } from '../../bench/kernels/stage'
import { figureTable } from '../../bench/kernels/table'
import { loadBuild } from '../support/kernels/kernels'

describe('the options of the kernel bench', () => {
  it('measures four sizes where nothing is said (BENCH-02)', () => {
    const { sizes, isQuick, jsonFile } = readOptions([])
    const names = sizes.map(({ width, height }) => `${width}x${height}`)
    expect(names).toEqual(['320x180', '640x360', '1280x720', '1920x1080'])
    expect([isQuick, jsonFile]).toEqual([false, null])
  })

  it('takes sizes, each once, with or without the dashes that npm takes away', () => {
    const args = ['--sizes', '640x360, 320x180,640x360', '--quick', '--json', 'out.json']
    const expected = {
      sizes: [
        { width: 640, height: 360 },
        { width: 320, height: 180 },
      ],
      isQuick: true,
      jsonFile: 'out.json',
    }
    expect(readOptions(args)).toEqual(expected)
    expect(readOptions(['--', ...args])).toEqual(expected)
  })

  it.each([
    [['--fast'], /--fast/],
    [['--sizes', '640'], /640/],
    [['--sizes', '100x50'], /100x50/],
    [['--sizes', '3840x2160'], /3840x2160/],
    [['--sizes', ''], /sizes/],
    [['more'], /more/],
  ])('refuses %j in a sentence', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

describe('the contenders', async () => {
  const stages = await Stages.create(await loadBuild('threads'))

  it.each([
    [64, 36],
    [320, 180],
    [352, 288],
  ])('all find what they must on frames of %i x %i', (width, height) => {
    const scene = scenePair({ width, height })
    const pairs = [randomPair({ width, height }), scene, identicalPair(scene), brighterPair(scene)]
    expect(disagreements(contenders, stages, pairs)).toEqual([])
  })

  it('are told when one finds something else', () => {
    const wrong: Contender = {
      name: 'broken',
      prepare: () => ({ run: () => 1, answers: () => [{ what: 'sum', got: 1, expected: 2 }] }),
    }
    expect(disagreements([wrong], stages, [randomPair({ width: 64, height: 36 })])).toEqual([
      'broken finds 1 as sum of random frames of 64x36, where 2 is right.',
    ])
  })

  it('compare frames that differ', () => {
    const { previous, current } = scenePair({ width: 320, height: 180 })
    expect(Buffer.compare(previous.luma, current.luma)).not.toBe(0)
    expect(previous.rgba.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true)
  })

  it('have names of their own', () => {
    expect(new Set(contenders.map(({ name }) => name)).size).toBe(contenders.length)
  })

  it('are timed in turns, each with a figure', () => {
    const stage = stages.set(scenePair({ width: 64, height: 36 }))
    const few = contenders.filter(({ name }) => ['as-simd', 'js'].includes(name))
    const prepared = few.map((contender) => ({ contender, prepared: contender.prepare(stage) }))
    const times = timeInTurns(prepared, { rounds: 1, secondsPerRound: 0.001 })
    expect([...times.keys()]).toEqual(few.map(({ name }) => name))
    expect([...times.values()].every((us) => us > 0)).toBe(true)
  })
})

describe('the figures', () => {
  const figures = new Figures()
  figures.add({ width: 320, height: 180 }, new Map(Object.entries({ 'as-simd': 2, 'as-fused': 5, 'opencv-js': 80 })))
  const large = {
    'as-simd': 60,
    read2: 42,
    'js-luma': 1800,
    js: 6600,
    'as-scalar': 1260,
    'as-fused': 240,
    'opencv-js': 30,
  }
  figures.add({ width: 1920, height: 1080 }, new Map(Object.entries(large)))

  it('are rows of microseconds by size', () => {
    const row = { name: 'read2', case: 'luma-1920x1080', metric: 'time', value: 42, unit: 'us' }
    expect(figures.rows()).toContainEqual(row)
    expect(figures.rows()).toHaveLength(10)
  })

  it('stand against their bars, each at its worst size (BENCH-02)', () => {
    const lines = barLines(figures)
    const lineOf = (part: string) => lines.find((line) => line.includes(part))
    expect(lineOf('two-stream read')).toContain('0.700 (at least 0.600) ok')
    expect(lineOf('canvas pixels')).toContain('110 (at least 100) ok')
    expect(lineOf('scalar')).toContain('21.0 (at least 20.0) ok')
    expect(lineOf('absdiff')).toContain('0.500 (at least 1.00) missed')
    expect(lineOf('fused pass, times')).toContain('4.00 (at most 3.00) missed')
    expect(lineOf('fused pass alone')).toContain('5.00 (at most 15.0) ok')
  })

  it('leave bars out whose contenders were not measured', () => {
    expect(barLines(figures).some((line) => line.includes('L1 norm'))).toBe(false)
    expect(barLines(new Figures())).toEqual([])
  })

  it('are a table with times and ratios, and dashes where there is nothing', () => {
    const table = figureTable(figures, ['as-fused', 'read2'])
    expect(table).toContain('5.00 (2.50)')
    expect(table.split('\n')[2]).toMatch(/read2\s+-\s+42\.0 \(0\.700\)/)
  })
})
