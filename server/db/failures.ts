import { conflict, diskFails, diskFull, goneMeanwhile, HubError } from '../lib/errors'

/** SQLite's result codes, each the last byte of several that say more. */
const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const LAST_BYTE = 0xff
/** SQLITE_IOERR_SHMSIZE: the index of the WAL cannot be enlarged, as at a start on a full disk. */
const NO_ROOM_FOR_INDEX = 4874
/** Of these all of the code counts. */
const SQLITE_DOUBLE = new Set([
  1555, // SQLITE_CONSTRAINT_PRIMARYKEY
  2067, // SQLITE_CONSTRAINT_UNIQUE
])
const SQLITE_NO_PARENT = 787 // SQLITE_CONSTRAINT_FOREIGNKEY

/** PostgreSQL's codes (its manual, appendix A) for trouble that ends by itself or by trying again. */
const BUSY = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '25P03', // idle_in_transaction_session_timeout
  '53300', // too_many_connections
])
/** read_only_sql_transaction: a failover, or a disk that is nearly full, which no waiting mends. */
const READ_ONLY = '25006'
/** The server ends, starts or recovers. */
const AWAY = new Set(['57P01', '57P02', '57P03', '08000', '08001', '08003', '08004', '08006'])
/** unique_violation */
const DOUBLE = '23505'
/** foreign_key_violation */
const NO_PARENT = '23503'
/** SQLITE_CORRUPT, SQLITE_NOTADB */
const DAMAGED = new Set([11, 26])
const DISK_FULL = '53100'
const IO_ERROR = '58030'
/** A character that PostgreSQL cannot store: U+0000. */
const UNSTORABLE = '22021'

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
/** What the driver says without a code when a connection breaks, or none comes free. */
const DRIVER_SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|timeout expired)/

/** What a client is told of trouble that the database foresees; null: anything else. */
export function databaseRefusalOf(problem: Error): HubError | null {
  const whole = 'errcode' in problem ? Number(problem.errcode) : null
  const sqlite = whole === null ? null : whole & LAST_BYTE
  const code = 'code' in problem && typeof problem.code === 'string' ? problem.code : ''
  if (sqlite === SQLITE_FULL || code === DISK_FULL) return diskFull()
  if (sqlite === SQLITE_IOERR || code === IO_ERROR) return diskFails()
  if (sqlite === SQLITE_BUSY || BUSY.has(code)) {
    return new HubError(503, 'unavailable', "The hub's database is busy. Try again in a moment.")
  }
  if (code === READ_ONLY) {
    return new HubError(
      503,
      'unavailable',
      "The hub's database is read-only now. Free space on its disk, or see what else made it so.",
    )
  }
  const race = raceRefusalOf(whole, code)
  if (race !== null) return race
  if (isAway(problem, code)) return databaseAway()
  if (code === UNSTORABLE) {
    return new HubError(400, 'invalid-input', 'The request holds a character that cannot be stored. Remove it.')
  }
  return null
}

/** Whether what SQLite read is no database, or none that is whole: it does not mend itself. */
export function isDamaged(problem: unknown): boolean {
  const code = problem instanceof Error && 'errcode' in problem ? Number(problem.errcode) : 0
  return DAMAGED.has(code & LAST_BYTE)
}

/** Whether SQLite found no room for what it had to write. */
export function isDiskFull(problem: unknown): boolean {
  const code = problem instanceof Error && 'errcode' in problem ? Number(problem.errcode) : 0
  return (code & LAST_BYTE) === SQLITE_FULL || hasNoRoomToRead(problem)
}

/** Whether SQLite found no room for the 32 kB that it reads by, beside the database. */
export function hasNoRoomToRead(problem: unknown): boolean {
  return problem instanceof Error && 'errcode' in problem && problem.errcode === NO_ROOM_FOR_INDEX
}

export const databaseAway = () =>
  new HubError(503, 'unavailable', "The hub's database does not answer. Try again in a moment.")

/** What one of two requests meets that change the same at the same moment. */
function raceRefusalOf(sqlite: number | null, code: string): HubError | null {
  if (code === DOUBLE || (sqlite !== null && SQLITE_DOUBLE.has(sqlite))) return conflict()
  return code === NO_PARENT || sqlite === SQLITE_NO_PARENT ? goneMeanwhile() : null
}

function isAway(problem: Error, code: string): boolean {
  return AWAY.has(code) || (NETWORK.has(code) && 'syscall' in problem) || DRIVER_SENTENCES.test(problem.message)
}
