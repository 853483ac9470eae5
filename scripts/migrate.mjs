import { run } from './command.mjs'
import { Failure } from './failure.mjs'
import { withProgress } from './progress.mjs'

/**
 * Builds the move of a hub to PostgreSQL and runs it with the user's arguments.
 * @param {string[]} args
 */
export async function migrate(args) {
  const built = await withProgress('Building the migration', () =>
    run(process.execPath, [
      'node_modules/vite/bin/vite.js',
      ...['build', '--ssr', 'server/migrate.ts', '--outDir', 'dist/migrate', '--logLevel', 'warn'],
    ]),
  )
  if (built !== 0) throw new Failure('The migration could not be built; the reason is above.')
  process.exitCode = await run(process.execPath, ['dist/migrate/migrate.js', ...args])
}
