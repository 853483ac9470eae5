import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { matchesLockfile, mayBeByHand, serves } from '../../../scripts/install.mjs'

const react = { 'node_modules/react': { version: '19.3.1' } }
const vitest = { 'node_modules/vitest': { version: '4.1.12', dev: true } }
const fsevents = { 'node_modules/fsevents': { version: '2.3.3', optional: true } }

describe('an install made by hand (ENV-01)', () => {
  let folder = ''
  const manifest = (dependencies: object) => writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  const lock = (packages: object) => writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const record = (packages: object) =>
    writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-install-'))
    await mkdir(join(folder, 'node_modules'))
    await manifest({ react: '19.3.1' })
    await lock({ '': { dependencies: { react: '19.3.1' } }, ...react, ...vitest, ...fsevents })
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('serves when only packages for other systems are missing', async () => {
    await record({ ...react, ...vitest })
    expect(matchesLockfile(folder, 'everything')).toBe(true)
  })

  it('does not serve when a version differs', async () => {
    await record({ ...vitest, 'node_modules/react': { version: '18.0.0' } })
    expect(matchesLockfile(folder, 'everything')).toBe(false)
    expect(matchesLockfile(folder, 'running')).toBe(false)
  })

  it('does not serve when package.json asks for something else than its lockfile', async () => {
    await record({ ...react, ...vitest })
    await manifest({ react: '20.0.0' })
    expect(matchesLockfile(folder, 'everything')).toBe(false)
    expect(matchesLockfile(folder, 'running')).toBe(false)
  })

  it('does not serve when a package is missing', async () => {
    await record({ ...vitest, ...fsevents })
    expect(matchesLockfile(folder, 'everything')).toBe(false)
    expect(matchesLockfile(folder, 'running')).toBe(false)
  })

  it('does not serve when npm did not finish it', () => {
    expect(matchesLockfile(folder, 'running')).toBe(false)
  })

  it('serves a start without what only tests need, but no test', async () => {
    await record(react)
    expect(matchesLockfile(folder, 'running')).toBe(true)
    expect(matchesLockfile(folder, 'everything')).toBe(false)
  })
})

test.each([
  ['versions everything', 'running', true],
  ['versions everything', 'everything', true],
  ['versions running', 'running', true],
  ['versions running', 'everything', false],
  ['versions', 'running', false],
  ['others everything', 'running', false],
  [undefined, 'running', false],
] as const)('an install stamped “%s” serves “%s”: %s', (stamp, level, isServed) => {
  expect(serves(stamp, 'versions', level)).toBe(isServed)
})

test.each([
  [undefined, 'everything', true],
  ['linux-x64-node20 before everything', 'everything', true],
  ['linux-x64-node20 before running', 'running', true],
  // Files of its packages are gone.
  ['linux-x64-node20 before running', 'everything', false],
  ['darwin-arm64-node20 before everything', 'everything', false],
] as const)('after one stamped “%s” an install by hand may serve “%s”: %s', (stamp, level, mayServe) => {
  expect(mayBeByHand(stamp, 'linux-x64-node20', level)).toBe(mayServe)
})
