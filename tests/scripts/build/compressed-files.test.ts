import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from '../../../scripts/build/compressed-files.mjs'

let appDir: string
beforeEach(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'nightjar-compressed-'))
  await mkdir(join(appDir, 'assets'))
})
afterEach(() => rm(appDir, { recursive: true }))

const long = 'a camera, '.repeat(1000)

test('puts beside what gets smaller the same, compressed', async () => {
  for (const name of ['index.html', 'assets/main-a1.js', 'assets/kernels-a1.wasm'])
    await writeFile(join(appDir, name), long)
  await compressFiles(appDir)
  for (const name of ['index.html', 'assets/main-a1.js', 'assets/kernels-a1.wasm']) {
    const compressed = await readFile(join(appDir, `${name}.gz`))
    expect(compressed.length).toBeLessThan(long.length / 10)
    expect(gunzipSync(compressed).toString()).toBe(long)
    expect(await readFile(join(appDir, name), 'utf8')).toBe(long)
  }
})

test.each(['icon.png', 'typeface.woff2', 'ffmpeg-core-a1.wasm', 'ffmpeg-core-a1.js'])(
  'leaves %s alone',
  async (name) => {
    await writeFile(join(appDir, 'assets', name), long)
    await compressFiles(appDir)
    expect(await readdir(join(appDir, 'assets'))).toEqual([name])
  },
)

test('leaves alone what goes in one packet as it is', async () => {
  await writeFile(join(appDir, 'assets', 'icons-a1.js'), long.slice(0, 1000))
  await compressFiles(appDir)
  expect(await readdir(join(appDir, 'assets'))).toEqual(['icons-a1.js'])
})
