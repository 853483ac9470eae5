import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { changesSince, isUnder, testsOfTheTree } from '../../../scripts/test/changes.mjs'

const root = resolve(import.meta.dirname, '..', '..', '..')

test('a file is under itself and its folders, and not under what only begins alike', () => {
  expect(isUnder('src/app/main.tsx', ['server', 'src'])).toBe(true)
  expect(isUnder('package.json', ['package.json'])).toBe(true)
  expect(isUnder('src-old/main.ts', ['src'])).toBe(false)
  expect(isUnder('tests/src/main.ts', ['src'])).toBe(false)
})

test('what reads files or starts programs is run after any change, what only imports is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-changes-'))
  try {
    await mkdir(join(folder, 'tests', 'docs'), { recursive: true })
    await writeFile(join(folder, 'tests', 'docs', 'reads.test.ts'), 'join(import.meta.dirname)')
    await writeFile(join(folder, 'tests', 'starts.test.ts'), "import { spawn } from 'node:child_process'")
    await writeFile(join(folder, 'tests', 'path.test.ts'), "const page = readFileSync('index.html', 'utf8')")
    await writeFile(join(folder, 'tests', 'imports.test.ts'), "import { it } from 'vitest'")
    await writeFile(join(folder, 'tests', 'elsewhere.test.ts'), "existsSync('/dev/shm'); readdir(folder)")
    await writeFile(join(folder, 'tests', 'docs', 'support.ts'), 'join(import.meta.dirname)')
    expect(testsOfTheTree(folder)).toEqual(['tests/docs/reads.test.ts', 'tests/path.test.ts', 'tests/starts.test.ts'])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the rules for the tree itself are among them', () => {
  expect(testsOfTheTree(root)).toEqual(
    expect.arrayContaining([
      'tests/architecture.test.ts',
      'tests/deploy/nightjar-service.test.ts',
      'tests/docs/links-and-names.test.ts',
      'tests/scripts/licences.test.ts',
      'tests/ui/theme/letters.test.ts',
    ]),
  )
})

test('a commit that git does not know is told as such', async () => {
  await expect(changesSince('no-such-branch')).rejects.toThrow('knows no no-such-branch')
})
