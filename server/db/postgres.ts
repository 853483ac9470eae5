import { CompiledQuery, type DatabaseConnection, PostgresDialect } from 'kysely'
import type { Pool, TypeOverrides } from 'pg'
import { MINUTE_MS } from '../../src/lib/durations'

/** Connections of one hub. A server takes a hundred as it comes, so several hubs have room. */
const POOL_SIZE = 10
/** For a new connection, and for a free one while all are busy. */
const CONNECT_LIMIT_MS = 10_000
/** Longer than the background jobs' pauses: a new connection costs more than their rounds. */
const IDLE_CONNECTION_MS = MINUTE_MS
const STATEMENT_LIMIT_MS = 30_000
/** The server's word on its limits comes before ours; ours is for a server that has gone silent. */
const ANSWER_LIMIT_MS = STATEMENT_LIMIT_MS + 5_000
const LOCK_LIMIT_MS = 10_000
const IDLE_TRANSACTION_LIMIT_MS = MINUTE_MS
const KEEP_ALIVE_AFTER_MS = 10_000

/** What the connections are for: requests must end soon, a change of the tables may take its time. */
export type Purpose = 'requests' | 'migration'

/** Kysely's dialect for a `postgres://` URL; whoever destroys the database ends its connections. */
export function postgresDialect(url: string, purpose: Purpose): PostgresDialect {
  const isForRequests = purpose === 'requests'
  return new PostgresDialect({
    pool: () => openPool(url, isForRequests),
    ...(isForRequests && { onCreateConnection: setLimits }),
  })
}

/** The driver is loaded where it is used: a hub on SQLite takes 5 MB less without it. */
async function openPool(url: string, isForRequests: boolean): Promise<Pool> {
  const { Pool, TypeOverrides, types } = await import('pg')
  const pool = new Pool({
    connectionString: url,
    application_name: 'nightjar',
    max: isForRequests ? POOL_SIZE : 1,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: numbersAsNumbers(new TypeOverrides(), types.builtins),
    ...(isForRequests && { query_timeout: ANSWER_LIMIT_MS }),
  })
  // A connection that breaks is replaced at the next query, and fails the one in progress. Unheard, its error event would
  // end the process: the pool speaks for idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Set by a query and not at the connection's start, where poolers such as PgBouncer refuse what they do not know. */
async function setLimits(connection: DatabaseConnection): Promise<void> {
  const limits = {
    statement_timeout: STATEMENT_LIMIT_MS,
    lock_timeout: LOCK_LIMIT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
  }
  const settings = Object.entries(limits).map(([name, limitMs]) => `set_config('${name}', '${limitMs}', false)`)
  await connection.executeQuery(CompiledQuery.raw(`select ${settings.join(', ')}`))
}

/**
 * Whole numbers come as numbers, as they do from SQLite, also sums and counts: all of ours are below 2^53. The driver
 * would hand them over as text.
 */
function numbersAsNumbers(
  overrides: TypeOverrides,
  { INT8, NUMERIC }: { readonly INT8: number; readonly NUMERIC: number },
): TypeOverrides {
  overrides.setTypeParser(INT8, Number)
  overrides.setTypeParser(NUMERIC, Number)
  return overrides
}
