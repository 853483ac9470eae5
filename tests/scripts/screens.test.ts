import { describe, expect, it } from 'vitest'
import { Failure } from '../../scripts/command-line/failure.mjs'
import {
  guardedScreens,
  openedScreens,
  openScreens,
  readScreenOptions,
  shareScreens,
  states,
} from '../../scripts/screens/options.mjs'

describe('the flags of npm run screens', () => {
  it('are all screens and a folder where nothing is said', () => {
    expect(readScreenOptions([])).toEqual({
      out: 'test-results/screens',
      only: [...openScreens, ...guardedScreens, ...openedScreens, ...shareScreens],
      states: [...states],
      poster: undefined,
    })
    expect(readScreenOptions(['--states', 'empty,many']).states).toEqual(['many', 'empty'])
    expect(readScreenOptions(['--only', 'login,events', '--out', 'x'])).toMatchObject({
      out: 'x',
      only: ['login', 'events'],
    })
  })

  it.each([
    [
      ['--onyl', 'login'],
      "Unknown option '--onyl'. The flags are --out DIR, --only NAME,NAME, --states NAME,NAME, --poster FILE.jpg.",
    ],
    [
      ['--only'],
      "Option '--only <value>' argument missing. The flags are --out DIR, --only NAME,NAME, --states NAME,NAME, --poster FILE.jpg.",
    ],
    [
      ['login'],
      "Unexpected argument 'login'. The flags are --out DIR, --only NAME,NAME, --states NAME,NAME, --poster FILE.jpg.",
    ],
    [['--poster', 'x.png'], '--poster makes a JPEG: x.png is no .jpg.'],
  ])('%j is answered by one line', (args, line) => {
    expect(() => readScreenOptions(args)).toThrow(new Failure(line))
  })

  it('names the screens there are for one that is none', () => {
    expect(() => readScreenOptions(['--only', 'attic'])).toThrow(/^There is no screen attic; there are login, /)
    expect(() => readScreenOptions(['--states', 'odd'])).toThrow(/^There is no state odd; there are full, many, /)
  })
})
