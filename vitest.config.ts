import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/support/postgres.mjs'

/** Those that need PostgreSQL: they would have nothing to do in `node`. */
const onlyOnPostgres = ['postgres', 'two-hubs', 'migrate'].map((name) => `tests/server/**/${name}*.test.ts`)
/** Those in which no row is written, or which are about SQLite's own file. */
const notOnPostgres = [
  'backup',
  'config',
  'failing-disk',
  'hub-check',
  'mailer',
  'network',
  'notifications-formats',
  'openapi',
  'process',
  's3-blobs',
  'shutdown',
  'sign-in-codes',
  'sqlite-file',
  'tls',
  'tools',
  'upgrade',
  'webhook-',
].map((name) => `tests/server/**/${name}*.test.ts`)
const databaseUrl = await findPostgres()
const onSqlite = { NIGHTJAR_TEST_DATABASE_URL: '' }

/**
 * `node`: rules, hub and client against the hub in process. `dom`: pieces that need a document. `postgres`: the hub's
 * tests once more on PostgreSQL, where there is one. `node` and `postgres` load the hub once for a worker, not for each
 * file: no module may remember anything that a test could change. A document is bound to the modules that saw it first,
 * so `dom` starts anew for each file.
 */
export default defineConfig({
  test: {
    // Vitest leaves one core free, which on two cores is half of the machine; and some tests wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', ...onlyOnPostgres],
          env: onSqlite,
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
          env: onSqlite,
          testTimeout: 20_000,
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
                exclude: notOnPostgres,
                env: { NIGHTJAR_TEST_DATABASE_URL: databaseUrl },
                globalSetup: 'tests/server/support/database-server.ts',
                setupFiles: 'tests/server/support/after-file.ts',
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
