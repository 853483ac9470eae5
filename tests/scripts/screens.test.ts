import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../../scripts/command-line/failure.mjs'
import {
  guardedScreens,
  openedScreens,
  openScreens,
  readScreenOptions,
  shareScreens,
  states,
} from '../../scripts/screens/options.mjs'
import { prepareOut, writeSheet } from '../../scripts/screens/out-folder.mjs'

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

describe('the folder of npm run screens', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nightjar-screens-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is left as it is where something is in it and no earlier run was', () => {
    const pictures = join(folder, 'pictures')
    mkdirSync(pictures)
    for (const name of ['wedding.png', 'index.html']) writeFileSync(join(pictures, name), '<title>Ours</title>')
    expect(() => prepareOut(pictures)).toThrow(Failure)
    expect(readdirSync(pictures)).toEqual(['index.html', 'wedding.png'])
    expect(() => prepareOut(join(pictures, 'wedding.png'))).toThrow(Failure)
  })

  it('is made, and loses what an earlier run wrote, also one that was cut off, and nothing else', () => {
    const out = join(folder, 'new', 'screens')
    prepareOut(out)
    writeFileSync(join(out, 'cameras-this-device-full-390-dark.png'), '')
    writeFileSync(join(out, 'wedding.png'), '')
    prepareOut(out)
    expect(readdirSync(out)).toEqual(['index.html', 'wedding.png'])
    writeSheet(out, [{ screen: 'login', state: 'full', theme: 'light', width: 390, file: 'login-full-390-light.png' }])
    writeFileSync(join(out, 'login-full-390-light.png'), '')
    prepareOut(out)
    expect(readdirSync(out)).toEqual(['index.html', 'wedding.png'])
  })
})
