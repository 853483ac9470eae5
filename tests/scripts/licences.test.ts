import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SHIPPED_FILES, shippedPackages, unknownLicences } from '../../scripts/licences.mjs'

const lockText = readFileSync('package-lock.json', 'utf8')

test('every shipped package is under a licence that somebody looked at (OPS-14)', () => {
  const shipped = shippedPackages(lockText)
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.map(({ name }) => name)).toContain('fastify')
  expect(shipped.map(({ name }) => name)).not.toContain('vitest')
  expect(unknownLicences(shipped)).toEqual([])
})

test.each([
  ['GPL-3.0', 1],
  ['an unnamed licence', 1],
  ['MIT', 0],
  ['(AFL-2.1 OR BSD-3-Clause)', 0],
])('a package under %s: %i to look at', (licence, count) => {
  expect(unknownLicences([{ name: 'new', version: '1.0.0', licence }])).toHaveLength(count)
})

test('a copyleft package is no precedent for others, nor for another licence of its own', () => {
  const licence = 'GPL-2.0-or-later'
  expect(unknownLicences([{ name: '@ffmpeg/core', version: '0.12.10', licence }])).toEqual([])
  expect(unknownLicences([{ name: 'another', version: '1.0.0', licence }])).toHaveLength(1)
  expect(unknownLicences([{ name: '@ffmpeg/core', version: '1.0.0', licence: 'AGPL-3.0' }])).toHaveLength(1)
})

test('files that are no packages are listed, with the text of their licence (OPS-14, FACE-01)', () => {
  const listed = SHIPPED_FILES.flatMap(({ files }) => files)
  const fonts = readdirSync('src/ui/theme/fonts').filter((name) => name.endsWith('.woff2'))
  expect(listed).toEqual(expect.arrayContaining(fonts.map((name) => `src/ui/theme/fonts/${name}`)))
  for (const file of [...listed, ...SHIPPED_FILES.map(({ text }) => text)])
    expect([file, existsSync(file)]).toEqual([file, true])
})
