import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillNewFolder } from '../../../server/storage/new-folder'

const before = process.cwd()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-root-'))
})
afterEach(async () => {
  process.chdir(before)
  await rm(folder, { recursive: true })
})

/** Z:\ or \\nas\backup, where nobody has put anything yet: `dirname` has none above it, nor above “.”. */
test('comes to an end with a folder that is the root of its disk (OPS-05)', async () => {
  process.chdir(folder)
  await fillNewFolder('.', 'last', (unfinished) => writeFile(join(unfinished, 'last'), ''))
  expect(await readdir(folder)).toEqual(['last'])
})
