import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkLargeAssets } from '../../../scripts/build/linked-assets.mjs'

describe('a large file that the app serves as it comes', () => {
  let folder = ''
  let assets = ''
  let original = ''
  const built = () => join(assets, 'core-CgUfceKH.wasm')
  const isOne = async () => (await stat(built())).ino === (await stat(original)).ino

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-assets-'))
    assets = join(folder, 'assets')
    original = join(folder, 'core.wasm')
    await mkdir(assets)
    await writeFile(original, 'large')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is on the disk once, under both names', async () => {
    await writeFile(built(), 'large')
    linkLargeAssets(assets, [original])
    expect(await isOne()).toBe(true)
    expect(await readdir(assets)).toEqual(['core-CgUfceKH.wasm'])
    linkLargeAssets(assets, [original])
    expect(await readFile(built(), 'utf8')).toBe('large')
  })

  it('stays a copy where the build has changed it', async () => {
    await writeFile(built(), 'other')
    linkLargeAssets(assets, [original])
    expect(await isOne()).toBe(false)
    expect(await readFile(built(), 'utf8')).toBe('other')
  })

  it('is not taken for another whose name begins alike', async () => {
    const other = join(assets, 'core-threads-CgUfceKH.wasm')
    await writeFile(other, 'large')
    linkLargeAssets(assets, [original])
    expect((await stat(other)).nlink).toBe(1)
  })

  it('may be missing, as in a build that leaves it out', async () => {
    linkLargeAssets(assets, [original, join(folder, 'gone.wasm')])
    expect(await readdir(assets)).toEqual([])
  })
})
