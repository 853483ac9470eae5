import { Complaint } from '../complaint'
import { readFlags, readWholeNumber } from '../flags'
import { askedRun, flagsOf, type RunFlag, usageOf } from '../run-flags'

export interface HubBenchOptions {
  readonly run: Run
  readonly cameras: number
  /** Between two snapshots of a camera. */
  readonly paceSeconds: number
  /** Length of the load, and at most of the idle measurement. */
  readonly seconds: number
  /** Events and videos in the lists. */
  readonly rows: number
  /** Neither the idle hub nor the lists. */
  readonly isLoadOnly: boolean
  /** That serve as one hub (HUB_PROCESSES). */
  readonly processes: number
  /** An empty PostgreSQL; null: SQLite in a temporary folder. */
  readonly databaseUrl: string | null
  /** In each one of the hubs is killed. */
  readonly rounds: number
  /** That are pushed, or published. */
  readonly events: number
  readonly jsonFile: string | null
}

/** What is measured; `load`, where nothing else is said: the pace of cameras, the lists and the idle hub. */
export type Run =
  | { readonly kind: 'load' | 'overload' | 'profile' | 'push' | 'mqtt' }
  | { readonly kind: 'hubs'; readonly hubs: number }

const runs: Readonly<Record<Exclude<Run['kind'], 'load'>, RunFlag & { readonly read: (taken: string) => Run }>> = {
  overload: {
    takes: null,
    help: 'instead: two and a half times the snapshots that the hub takes at most',
    read: () => ({ kind: 'overload' }),
  },
  profile: {
    takes: null,
    help: "instead: where the hub's time goes under load",
    read: () => ({ kind: 'profile' }),
  },
  push: {
    takes: null,
    help: "instead: how soon what cameras tell is at a browser's push service",
    read: () => ({ kind: 'push' }),
  },
  mqtt: {
    takes: null,
    help: 'instead: how soon it is at a subscriber of an MQTT broker, and what that is told after a minute away',
    read: () => ({ kind: 'mqtt' }),
  },
  hubs: {
    takes: 'N',
    help: 'instead: N hubs on a PostgreSQL, a Redis and an S3 store of this machine, of which one is killed in each round',
    read: (taken) => ({ kind: 'hubs', hubs: readNumber('--hubs', taken, 2, 8) }),
  },
}

const usage = `Options:
  --cameras N      cameras that send snapshots and clips at the specified pace (default 1000)
  --pace S         seconds between two snapshots of a camera (default 2.5)
  --seconds S      how long (default 60)
  --rows R         events and videos in the lists (default 100000)
  --load-only      only the load, not the idle hub, the lists and its start with them
  --database URL   an empty PostgreSQL, instead of SQLite
  --processes N    processes that serve as one hub (default 1); more than one need --database
${usageOf(runs)}
  --events N       events of --push and --mqtt, ten a second (default 500)
  --rounds N       rounds of --hubs (default 5); --cameras is 200 then, and --seconds 20, for what an upload costs
  --json FILE      writes the figures to a file`

const flags = {
  cameras: { type: 'string' },
  seconds: { type: 'string' },
  rows: { type: 'string', default: '100000' },
  'load-only': { type: 'boolean', default: false },
  database: { type: 'string' },
  processes: { type: 'string', default: '1' },
  pace: { type: 'string', default: '2.5' },
  rounds: { type: 'string', default: '5' },
  events: { type: 'string', default: '500' },
  json: { type: 'string' },
  ...flagsOf(runs),
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): HubBenchOptions {
  const values = readFlags(args, flags, usage)
  const asked = askedRun(runs, values)
  const run: Run = asked === null ? { kind: 'load' } : runs[asked].read(String(values[asked]))
  const [cameras, seconds] = run.kind === 'hubs' ? ['200', '20'] : ['1000', '60']
  return {
    run,
    // Each ten share a workspace; a hub takes 300 sign-ins a minute from one address.
    cameras: readNumber('--cameras', values.cameras ?? cameras, 1, 3000),
    paceSeconds: readPace(values.pace),
    seconds: readNumber('--seconds', values.seconds ?? seconds, 1, 600),
    rows: readNumber('--rows', values.rows, 100, 1_000_000),
    isLoadOnly: values['load-only'],
    processes: readProcesses(values),
    databaseUrl: values.database ?? null,
    rounds: readNumber('--rounds', values.rounds, 1, 1000),
    events: readNumber('--events', values.events, 1, 10_000),
    jsonFile: values.json ?? null,
  }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  return readWholeNumber(name, text, { least, most }, usage)
}

function readProcesses({ processes, database }: { processes: string; database?: string | undefined }): number {
  const count = readNumber('--processes', processes, 1, 16)
  if (count === 1 || database !== undefined) return count
  throw new Complaint(`--processes ${count} needs --database: several processes share no SQLite.\n\n${usage}`)
}

function readPace(text: string): number {
  const seconds = Number(text)
  if (seconds >= 1 && seconds <= 60) return seconds
  throw new Complaint(`--pace takes seconds from 1 to 60, not ${text}.\n\n${usage}`)
}
