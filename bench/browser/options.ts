import { Complaint } from '../complaint'
import { readFlags, readWholeNumber } from '../flags'
import { askedRun, flagsOf, type RunFlag, usageOf } from '../run-flags'

export interface BrowserBenchOptions {
  readonly run: Run
  readonly cameras: readonly number[]
  /** Length of each measured run. */
  readonly seconds: number
  readonly rounds: number
  readonly jsonFile: string | null
}

/** What is measured; `modes`, where nothing else is said: what cameras cost, by ways to look for motion. */
export type Run =
  | { readonly kind: 'modes' | 'pre-roll' | 'recording' | 'curve' | 'looks' | 'review' | 'downloads' | 'profile' }
  | { readonly kind: 'hidden' | 'person'; readonly seconds: number }
  | { readonly kind: 'clips'; readonly count: number; readonly isSteady: boolean }
  | { readonly kind: 'interactions'; readonly isSteady: boolean }
  | { readonly kind: 'soak'; readonly minutes: number }
  | {
      readonly kind: 'visits'
      /** With labelled footage. */
      readonly folder: string
      /** Base names of its films; null: all. */
      readonly only: readonly string[] | null
    }
  | {
      readonly kind: 'weak'
      /** Shares of one core; null: all that the machine has. */
      readonly quotas: readonly (number | null)[]
      readonly moving: readonly ('one' | 'all')[]
    }
  | {
      readonly kind: 'wakeups'
      /** With the bench's page built by an earlier version, measured by turns with this one; null: none. */
      readonly beforeFolder: string | null
    }

const otherFlags = {
  cameras: { type: 'string' },
  seconds: { type: 'string' },
  rounds: { type: 'string', default: '6' },
  before: { type: 'string' },
  quota: { type: 'string', default: '0.5,0.25' },
  moving: { type: 'string', default: 'one,all' },
  only: { type: 'string' },
  steady: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const

type Values = ReturnType<typeof readFlags<typeof otherFlags>>

interface BrowserRun extends RunFlag {
  /** Where none are said; left out: as usual. */
  readonly cameras?: string
  readonly seconds?: string
  /** What it takes, and flags that stand beside it. */
  readonly read: (taken: string, values: Values) => Run
}

const runs: Readonly<Record<Exclude<Run['kind'], 'modes'>, BrowserRun>> = {
  hidden: {
    takes: 'S',
    help: 'only two cameras in a hidden tab, for S seconds',
    read: (taken) => ({ kind: 'hidden', seconds: readNumber('--hidden', taken, 5, 86_400) }),
  },
  'pre-roll': {
    takes: null,
    help: 'only what it costs to keep the seconds before the motion, in four ways',
    read: () => ({ kind: 'pre-roll' }),
  },
  recording: {
    takes: null,
    help: 'only what it costs to record clips, in three ways, how large they are and how like the picture',
    cameras: '1,4',
    read: () => ({ kind: 'recording' }),
  },
  curve: {
    takes: null,
    help: `only bytes against PSNR and SSIM: a walker, the same at night and with much noise, an empty room, in VP8 as clips
have it and in H.264 at several bit rates`,
    read: () => ({ kind: 'curve' }),
  },
  clips: {
    takes: 'N',
    help: 'only makes N clips at the first number of cameras, and looks at each',
    read: (taken, { steady }) => ({ kind: 'clips', count: readNumber('--clips', taken, 1, 10_000), isSteady: steady }),
  },
  interactions: {
    takes: null,
    help: 'only how soon clicks and keys show in the app while its cameras run (default 4)',
    cameras: '4',
    read: (_taken, { steady }) => ({ kind: 'interactions', isSteady: steady }),
  },
  soak: {
    takes: 'MINUTES',
    help: `only whether memory, frames, listeners, checks and clips hold for so long (default 60) in the app
while its cameras run (default 4) and somebody walks by now and then (640x360)`,
    cameras: '4',
    read: (taken) => ({ kind: 'soak', minutes: readNumber('--soak', taken, 1, 10_080) }),
  },
  person: {
    takes: 'S',
    help: `only what person detection costs one camera (640x360): S seconds in which somebody walks all along,
then S seconds of an empty room, each with the detection on and off by turns; 200 at most`,
    read: (taken) => ({ kind: 'person', seconds: readNumber('--person', taken, 20, 200) }),
  },
  looks: {
    takes: null,
    help: 'only what a look of the built-in network costs on one thread, on two and by WebGPU, in --rounds rounds',
    read: () => ({ kind: 'looks' }),
  },
  review: {
    takes: null,
    help: `only how soon a day of 10,000 events shows on the timeline, and how long frames take while the line is dragged
over it, there and back, --rounds times (default 4 cameras)`,
    cameras: '4',
    read: () => ({ kind: 'review' }),
  },
  visits: {
    takes: 'DIR',
    help: `only how soon somebody who enters is labelled PERSON, with labelled footage (as of bench:detect) as the camera:
each visit with a detector that was never loaded, then again with it there; --only A,B: only these films`,
    read: (taken, { only }) => ({ kind: 'visits', folder: taken, only: only === undefined ? null : listOf(only) }),
  },
  weak: {
    takes: null,
    help: `only the app on a weak machine: Chromium is held to --quota A,B of a core (default 0.5,0.25; all: not held),
motion in --moving one,all of its cameras; checks, clips lost, frames, how soon a clip is there, memory`,
    seconds: '90',
    read: (_taken, { quota, moving }) => ({
      kind: 'weak',
      quotas: listOf(quota).map(readQuota),
      moving: listOf(moving).map(readMoving),
    }),
  },
  wakeups: {
    takes: null,
    help: `only how often the threads of a tab that watches a still room are woken (default 4 cameras), visible and
hidden; --before DIR: by turns with the bench's page of an earlier version (its dist/bench/browser-page)`,
    cameras: '4',
    read: (_taken, { before }) => ({ kind: 'wakeups', beforeFolder: before ?? null }),
  },
  downloads: {
    takes: null,
    help: 'only how soon a download of a clip that is MP4 begins, 30 times, and whether it is what the hub stores',
    read: () => ({ kind: 'downloads' }),
  },
  profile: {
    takes: null,
    help: 'only the engine at the first number of cameras, and where its time goes',
    read: () => ({ kind: 'profile' }),
  },
}

export const usage = `Options:
  --cameras A,B    numbers of cameras (default 1,4,8)
  --seconds S      length of each measured run (default 6; 90 with --weak)
  --rounds R       runs of each mode, in turns (default 6)
${usageOf(runs)}
  --steady         with --clips: motion never ends, and what falls between two clips is measured;
                   with --interactions: every camera records meanwhile
  --json FILE      writes the figures to a file`

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): BrowserBenchOptions {
  const values = readFlags(withSoakMinutes(args), { ...otherFlags, ...flagsOf(runs) }, usage)
  const name = askedRun(runs, values)
  const asked = name === null ? null : runs[name]
  const cameras = listOf(values.cameras ?? asked?.cameras ?? '1,4,8')
  return {
    cameras: cameras.map((text) => readNumber('--cameras', text, 1, 32)),
    seconds: readNumber('--seconds', values.seconds ?? asked?.seconds ?? '6', 1, 3600),
    rounds: readNumber('--rounds', values.rounds, 1, 100),
    run: name === null ? { kind: 'modes' } : runs[name].read(String(values[name]), values),
    jsonFile: values.json ?? null,
  }
}

/** `--soak` alone is an hour. */
function withSoakMinutes(args: readonly string[]): string[] {
  return args.map((arg, i) => (arg === '--soak' && (args[i + 1] ?? '--').startsWith('--') ? '--soak=60' : arg))
}

function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Less than a twentieth of a core does not even open the page. */
function readQuota(text: string): number | null {
  if (text === 'all') return null
  const share = /^\d(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (share >= 0.05) return share
  throw new Complaint(`--quota takes shares of a core from 0.05 to 9.99, or all; “${text}” is none.\n\n${usage}`)
}

function readMoving(text: string): 'one' | 'all' {
  if (text === 'one' || text === 'all') return text
  throw new Complaint(`--moving takes one, all or both; “${text}” is neither.\n\n${usage}`)
}

function readNumber(name: string, text: string, least: number, most: number): number {
  return readWholeNumber(name, text, { least, most }, usage)
}
