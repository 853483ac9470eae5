import { describe, expect, it } from 'vitest'
import { Complaint } from '../../../bench/complaint'
import { readOptions } from '../../../bench/detect/options'
import { sceneGroupNames } from '../../../bench/detect/scenes/index'

describe('the options of bench:detect', () => {
  it('run every group of scenes and the shared footage when nothing is said', () => {
    expect(readOptions([])).toEqual({
      footageFolder: null,
      jsonFile: null,
      groups: sceneGroupNames,
      isQuick: false,
      seed: 1,
    })
  })

  it('are read, dashes in front or not', () => {
    const args = ['--footage', 'clips', '--json', 'out.json', '--scenes', 'near, led', '--quick', '--seed', '7']
    const expected = { footageFolder: 'clips', jsonFile: 'out.json', groups: ['near', 'led'], isQuick: true, seed: 7 }
    expect(readOptions(args)).toEqual(expected)
    expect(readOptions(['--', ...args])).toEqual(expected)
  })

  it('can leave the scenes out', () => {
    expect(readOptions(['--no-scenes']).groups).toEqual([])
  })

  it.each([
    [['--fotage', 'x'], /--fotage/],
    [['clips'], /clips/],
    [['--scenes', 'near,moon'], /no group of scenes called moon/],
    [['--seed', 'x'], /whole number/],
    [['--scenes', 'near', '--no-scenes'], /contradict/],
    [['--json'], /--json/],
  ])('complain about %j', (args, reason) => {
    expect(() => readOptions(args)).toThrow(Complaint)
    expect(() => readOptions(args)).toThrow(reason)
  })
})
