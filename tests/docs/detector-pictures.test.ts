import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodePng } from '../../bench/detect/pictures/png'

const root = resolve(import.meta.dirname, '..', '..')
const kept = join(root, 'docs', 'pictures')
const MAX_PICTURE_BYTES = 80_000
const MAX_SCREENS_BYTES = 250_000
const MAX_FOLDER_BYTES = 500_000
const DRAWING_LIMIT_MS = 120_000

/** Where they are drawn anew: by the bench as it is built, which is many times faster than inside of a test. */
const drawn = mkdtempSync(join(tmpdir(), 'nightjar-pictures-'))
beforeAll(async () => {
  const args = ['scripts/run.mjs', 'bench:detect', '--pictures', drawn]
  await promisify(execFile)(process.execPath, args, { cwd: root, timeout: DRAWING_LIMIT_MS })
}, DRAWING_LIMIT_MS)
afterAll(() => rmSync(drawn, { recursive: true }))

const namesOf = (ending: string) => readdirSync(drawn).filter((name) => name.endsWith(ending))
const howToRenew = 'is old: npm run bench:detect -- --pictures docs/pictures'

describe('the pictures of docs/detector.md (BENCH-11)', () => {
  it('show what the detector does: charts are drawn again, letter for letter', () => {
    expect(namesOf('.svg').length).toBeGreaterThan(2)
    for (const name of namesOf('.svg')) {
      const isEqual = readFileSync(join(kept, name), 'utf8') === readFileSync(join(drawn, name), 'utf8')
      expect(isEqual, `${name} ${howToRenew}`).toBe(true)
    }
  })

  it('show what the detector does: frames are drawn again, pixel for pixel', () => {
    expect(namesOf('.png').length).toBeGreaterThan(5)
    for (const name of namesOf('.png')) {
      const [before, now] = [kept, drawn].map((folder) => decodePng(readFileSync(join(folder, name))))
      expect(Buffer.compare(before?.pixels ?? Buffer.of(), now?.pixels ?? Buffer.of()), `${name} ${howToRenew}`).toBe(0)
      expect(before?.palette).toEqual(now?.palette)
    }
  })

  it('are small, and none is left over', () => {
    const text = ['README.md', 'docs/detector.md', 'docs/figures.md']
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    const files = readdirSync(kept)
    const sizes = files.map((name) => statSync(join(kept, name)).size)
    const mostBytes = (name: string) => (name === 'screens.jpg' ? MAX_SCREENS_BYTES : MAX_PICTURE_BYTES)
    expect(files.filter((name) => !text.includes(`pictures/${name}`))).toEqual([])
    expect(files.filter((name, i) => (sizes[i] ?? 0) > mostBytes(name))).toEqual([])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FOLDER_BYTES)
  })
})
