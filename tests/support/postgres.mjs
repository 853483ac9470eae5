import { Client } from 'pg'

/** Where tests/README.md and .ci/run put it. */
const usualUrl = 'postgres://nightjar_test:nightjar_test@127.0.0.1:5432/nightjar_test'
/** Where none is, it is refused at once; a busy machine takes its time. */
const answerLimitMs = 10_000

/**
 * The PostgreSQL that the hub's tests may make databases on: NIGHTJAR_TEST_DATABASE_URL, else the usual place.
 * null, with one line that says so: there is none.
 */
export async function findPostgres() {
  const asked = process.env['NIGHTJAR_TEST_DATABASE_URL']
  const url = asked ?? usualUrl
  const problem = await problemOf(url)
  if (problem === null) return url
  if (asked !== undefined) throw new Error(`NIGHTJAR_TEST_DATABASE_URL is set, but cannot be used: ${problem}.`)
  process.stderr.write(`No PostgreSQL for the tests (${problem}; see tests/README.md): SQLite only.\n`)
  return null
}

/** @param {string} connectionString */
async function problemOf(connectionString) {
  const client = new Client({ connectionString, connectionTimeoutMillis: answerLimitMs })
  try {
    await client.connect()
    await client.query('select 1')
    return null
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem)
  } finally {
    await client.end().catch(() => undefined)
  }
}
