import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashSources, isFresh, removeStamp, writeStamp } from '../../../scripts/build/stamp.mjs'

describe('a build stamp (ENV-01)', () => {
  let folder = ''
  let stamp = ''
  const hash = (facts?: string[]) => hashSources(folder, ['src', 'index.html', 'public'], facts)

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-stamp-'))
    stamp = join(folder, 'dist', '.stamps', 'app')
    await mkdir(join(folder, 'src', 'ui'), { recursive: true })
    await writeFile(join(folder, 'src', 'main.ts'), 'one')
    await writeFile(join(folder, 'src', 'ui', 'button.ts'), 'two')
    await writeFile(join(folder, 'index.html'), 'page')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is stale before the first build', () => {
    expect(isFresh(stamp, hash())).toBe(false)
  })

  it('is fresh after a build and stays so when a file is saved unchanged', async () => {
    writeStamp(stamp, hash())
    await writeFile(join(folder, 'src', 'main.ts'), 'one')
    expect(isFresh(stamp, hash())).toBe(true)
  })

  it.each([
    ['changed', () => writeFile(join(folder, 'src', 'ui', 'button.ts'), 'other')],
    ['added', () => writeFile(join(folder, 'src', 'ui', 'new.ts'), '')],
    ['removed', () => rm(join(folder, 'src', 'main.ts'))],
    [
      'added where there was no folder',
      () => mkdir(join(folder, 'public')).then(() => writeFile(join(folder, 'public', 'icon.svg'), '')),
    ],
  ])('is stale once a source is %s', async (_, change) => {
    writeStamp(stamp, hash())
    await change()
    expect(isFresh(stamp, hash())).toBe(false)
  })

  it('is stale once something beside the files differs', () => {
    writeStamp(stamp, hash(['VITE_API_BASE=/v1']))
    expect(isFresh(stamp, hash(['VITE_API_BASE=https://cameras.example/v1']))).toBe(false)
  })

  it('is stale when what was built is gone', () => {
    writeStamp(stamp, hash())
    expect(isFresh(stamp, hash(), [join(folder, 'dist', 'app', 'index.html')])).toBe(false)
  })

  it('is stale after it was taken away for a build that did not finish', () => {
    writeStamp(stamp, hash())
    removeStamp(stamp)
    expect(isFresh(stamp, hash())).toBe(false)
  })
})
