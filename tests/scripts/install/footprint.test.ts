import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { isUnused } from '../../../scripts/install/unused-files.mjs'
import { root } from '../../../scripts/root.mjs'

/** With the repository and its history (some 55 MB) and what is built of it, a start stays below 400 MB. */
const MOST_MB = 300

const lockfile = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()) })) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** What the files of one package take on the disk, without those that a start removes and without packages inside of it. */
function keptBytes(name: string, folder: string, below = ''): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => {
      const path = `${below}${entry.name}`
      const full = join(folder, entry.name)
      if (entry.isDirectory()) return statSync(full).blocks * 512 + keptBytes(name, full, `${path}/`)
      return isUnused(name, path) ? 0 : statSync(full).blocks * 512
    })
    .reduce((sum, bytes) => sum + bytes, 0)
}

function isInstalled(folder: string): boolean {
  try {
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

it(`a start keeps at most ${MOST_MB} MB of packages (ENV-01)`, () => {
  const folders = Object.entries(lockfile.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => ({ name: path.replace(/^.*node_modules\//, ''), folder: join(root, path) }))
    // Those for other systems are not.
    .filter(({ folder }) => isInstalled(folder))
  expect(folders.length).toBeGreaterThan(300)
  const bytes = folders.reduce((sum, { name, folder }) => sum + keptBytes(name, folder), 0)
  expect(bytes / 2 ** 20).toBeLessThan(MOST_MB)
  expect(bytes / 2 ** 20).toBeGreaterThan(100)
})
