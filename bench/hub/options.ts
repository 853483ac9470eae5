import { parseArgs } from 'node:util'
import { Complaint } from '../complaint'

export interface HubBenchOptions {
  readonly cameras: number
  /** Length of the load, and at most of the idle measurement. */
  readonly seconds: number
  /** Events and videos in the lists. */
  readonly rows: number
  /** An empty PostgreSQL; null: SQLite in a temporary folder. */
  readonly databaseUrl: string | null
  readonly jsonFile: string | null
}

export const usage = `Options:
  --cameras N      cameras that send snapshots and clips at the specified pace (default 1000)
  --seconds S      how long (default 60)
  --rows R         events and videos in the lists (default 100000)
  --database URL   an empty PostgreSQL, instead of SQLite
  --json FILE      writes the figures to a file`

const flags = {
  cameras: { type: 'string', default: '1000' },
  seconds: { type: 'string', default: '60' },
  rows: { type: 'string', default: '100000' },
  database: { type: 'string' },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): HubBenchOptions {
  const values = parseFlags(args)
  return {
    // Each ten share a workspace; a hub takes 300 sign-ins a minute from one address.
    cameras: readNumber('--cameras', values.cameras, 1, 2500),
    seconds: readNumber('--seconds', values.seconds, 1, 600),
    rows: readNumber('--rows', values.rows, 100, 1_000_000),
    databaseUrl: values.database ?? null,
    jsonFile: values.json ?? null,
  }
}

function parseFlags(args: readonly string[]) {
  try {
    // `node scripts/run.mjs bench:hub -- --json F` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options: flags }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Complaint(`${name} takes whole numbers from ${least} to ${most}; “${text}” is none.\n\n${usage}`)
}
