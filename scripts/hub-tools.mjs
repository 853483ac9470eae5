import { run } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'

/**
 * Builds a tool of the hub and runs it with the user's arguments on DATA_DIR.
 * @param {'hub-check' | 'hub-backup'} name
 * @param {string[]} args
 */
export async function hubTool(name, args) {
  const built = await withProgress('Building the tool', () =>
    run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      ...['build', '--ssr', `server/${name}.ts`, '--outDir', `dist/${name}`, '--logLevel', 'warn'],
    ]),
  )
  if (built !== 0) throw new Failure('The tool could not be built; the reason is above.')
  process.exitCode = await run(process.execPath, [`dist/${name}/${name}.js`, ...args])
}
