import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { matchesLockfile } from '../../scripts/install.mjs'

const react = { 'node_modules/react': { version: '19.3.1' } }
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
    await lock({ '': { dependencies: { react: '19.3.1' } }, ...react, ...fsevents })
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('serves when only packages for other systems are missing', async () => {
    await record(react)
    expect(matchesLockfile(folder)).toBe(true)
  })

  it('does not serve when a version differs', async () => {
    await record({ 'node_modules/react': { version: '18.0.0' } })
    expect(matchesLockfile(folder)).toBe(false)
  })

  it('does not serve when package.json asks for something else than its lockfile', async () => {
    await record(react)
    await manifest({ react: '20.0.0' })
    expect(matchesLockfile(folder)).toBe(false)
  })

  it('does not serve when a package is missing', async () => {
    await record(fsevents)
    expect(matchesLockfile(folder)).toBe(false)
  })

  it('does not serve when npm did not finish it', () => {
    expect(matchesLockfile(folder)).toBe(false)
  })
})
