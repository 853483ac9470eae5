import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findPostgres } from './tests/support/postgres.mjs'

/** In the names of tests of the hub that need PostgreSQL: they would have nothing to do in `node`. */
const onlyOnPostgres = 'tests/server/**/*.postgres.test.ts'
/** And of those in which the database plays no part, is SQLite's own file, or is only asked what others ask of both. */
const notOnPostgres = 'tests/server/**/*.once.test.ts'
const databaseUrl = await findPostgres()
/** Takes as long as a hundred others, and says little: by their size, as Vitest goes, one worker would be left with it at the end. */
const longest = 'tests/bench/assistant-asked.test.ts'

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

const onSqlite = { NIGHTJAR_TEST_DATABASE_URL: '' }

/**
 * `node`: rules, hub and client against the hub in process. `dom`: pieces that need a document. `postgres`: the hub's
 * tests once more on PostgreSQL, where there is one. A worker loads the hub, or the screens and their document, once and
 * not for each file: no module may remember anything that a test could change.
 */
export default defineConfig({
  test: {
    // `npm test` has two runs side by side: where the tests of one wait, those of the other work. Each worker loads all anew.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', onlyOnPostgres],
          env: onSqlite,
          setupFiles: 'tests/support/setup/clock-put-back.ts',
          testTimeout: 20_000,
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['tests/**/*.test.tsx'],
          setupFiles: 'tests/support/setup/fresh-document.ts',
          env: onSqlite,
          testTimeout: 20_000,
          isolate: false,
        },
      },
      ...(databaseUrl === null
        ? []
        : [
            {
              test: {
                name: 'postgres',
                environment: 'node',
                include: ['tests/server/**/*.test.ts'],
                exclude: [notOnPostgres],
                env: { NIGHTJAR_TEST_DATABASE_URL: databaseUrl },
                globalSetup: 'tests/server/support/database-server.ts',
                setupFiles: ['tests/support/setup/clock-put-back.ts', 'tests/server/support/after-file.ts'],
                testTimeout: 20_000,
                // The first hub of a worker makes a database.
                hookTimeout: 30_000,
                isolate: false,
              },
            },
          ]),
    ],
  },
})
