import { describe, expect, it } from 'vitest'
import { Complaint } from '../../bench/complaint'
import { kinds, readOptions } from './options'

describe('the options of npm run test:faults (OPS-13)', () => {
  it('are ten rounds of every kind where nothing is said', () => {
    expect(readOptions([])).toEqual({ rounds: 10, seed: 1, only: kinds, jsonFile: null })
  })

  it('name kinds in any order', () => {
    expect(readOptions(['--', '--only', 's3,disk', '--rounds', '3', '--seed', '7', '--json', 'f'])).toEqual({
      rounds: 3,
      seed: 7,
      jsonFile: 'f',
      only: ['disk', 's3'],
    })
  })

  it.each([
    ['--only', 'fire'],
    ['--rounds', '0'],
    ['--seed', 'x'],
    ['--speed', '2'],
  ])('are refused with a sentence when they are %s %s', (...args) => {
    expect(() => readOptions(args)).toThrow(Complaint)
  })
})
