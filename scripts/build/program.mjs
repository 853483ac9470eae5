import { run } from '../command-line/command.mjs'
import { Failure } from '../command-line/failure.mjs'
import { withProgress } from '../command-line/progress.mjs'

/**
 * Builds programs for Node one after the other; fails with a sentence about what it was.
 * @param {string} what as in 'the bench'
 * @param {readonly { entry: string, outDir: string }[]} programs
 */
export async function buildPrograms(what, programs) {
  const isBuilt = await withProgress(`Building ${what}`, async () => {
    for (const { entry, outDir } of programs) {
      const build = ['build', '--ssr', entry, '--outDir', outDir, '--logLevel', 'warn']
      if ((await run(process.execPath, ['node_modules/vite/bin/vite.js', ...build])) !== 0) return false
    }
    return true
  })
  if (!isBuilt) throw new Failure(`Building ${what} failed; the reason is above.`)
}
