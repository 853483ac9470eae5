import { Complaint } from '../complaint'
import { readFlags, readWholeNumber } from '../flags'

export interface BrowserBenchOptions {
  readonly cameras: readonly number[]
  /** Length of each measured run. */
  readonly seconds: number
  readonly rounds: number
  /** Length of the run in a hidden tab; null: none. */
  readonly hiddenSeconds: number | null
  readonly isProfiled: boolean
  /** Compares the ways to keep what came before the motion. */
  readonly isPreRoll: boolean
  /** Compares the ways to encode clips. */
  readonly isRecording: boolean
  /** Compares bytes with likeness, over drawn scenes. */
  readonly isCurve: boolean
  /** How many clips to make and look at; null: none. */
  readonly clips: number | null
  /** Motion never ends: for what falls between clips, or with every camera recording while the page is used. */
  readonly isSteady: boolean
  /** Uses the app while its cameras run, and measures how soon each input shows. */
  readonly isInteractions: boolean
  /** For how long the app runs while what it holds is counted; null: not at all. */
  readonly soakMinutes: number | null
  /** How long each half of the measure of person detection is; null: not measured. */
  readonly personSeconds: number | null
  /** Opens a day of 10,000 events on the timeline, and drags over it. */
  readonly isReview: boolean
  /** How soon a download of what is MP4 begins. */
  readonly isDownloads: boolean
  /** Only what a look costs on one thread, on two and by WebGPU. */
  readonly isLooks: boolean
  /** Only how often threads of a tab that watches a still room are woken. */
  readonly isWakeUps: boolean
  /** With that: a folder with the bench's page built by an earlier version, measured by turns with this one; null: none. */
  readonly beforeFolder: string | null
  /** The app on a part of a core; null: not measured. */
  readonly weak: WeakOptions | null
  /** A folder with labelled footage: how soon somebody who enters is labelled PERSON; null: not measured. */
  readonly visitsFolder: string | null
  /** Base names of its films; null: all. */
  readonly only: readonly string[] | null
  readonly jsonFile: string | null
}

export interface WeakOptions {
  /** Shares of one core; null: all that the machine has. */
  readonly quotas: readonly (number | null)[]
  readonly moving: readonly ('one' | 'all')[]
}

export const usage = `Options:
  --cameras A,B    numbers of cameras (default 1,4,8)
  --seconds S      length of each measured run (default 6; 90 with --weak)
  --rounds R       runs of each mode, in turns (default 6)
  --hidden S       only two cameras in a hidden tab, for S seconds
  --pre-roll       only what it costs to keep the seconds before the motion, in four ways
  --recording      only what it costs to record clips, in three ways, how large they are and how like the picture
  --curve          only bytes against PSNR and SSIM: a walker, the same at night and with much noise, an empty room, in VP8 as clips
                   have it and in H.264 at several bit rates
  --clips N        only makes N clips at the first number of cameras, and looks at each
  --interactions   only how soon clicks and keys show in the app while its cameras run (default 4)
  --soak MINUTES   only whether memory, frames, listeners, checks and clips hold for so long (default 60) in the app
                   while its cameras run (default 4) and somebody walks by now and then (640x360)
  --person S       only what person detection costs one camera (640x360): S seconds in which somebody walks all along,
                   then S seconds of an empty room, each with the detection on and off by turns; 200 at most
  --review         only how soon a day of 10,000 events shows on the timeline, and how long frames take while the line is dragged
                   over it, there and back, --rounds times (default 4 cameras)
  --downloads      only how soon a download of a clip that is MP4 begins, 30 times, and whether it is what the hub stores
  --looks          only what a look of the built-in network costs on one thread, on two and by WebGPU, in --rounds rounds
  --wakeups        only how often the threads of a tab that watches a still room are woken (default 4 cameras), visible and
                   hidden; --before DIR: by turns with the bench's page of an earlier version (its dist/bench/browser-page)
  --weak           only the app on a weak machine: Chromium is held to --quota A,B of a core (default 0.5,0.25; all: not held),
                   motion in --moving one,all of its cameras; checks, clips lost, frames, how soon a clip is there, memory
  --visits DIR     only how soon somebody who enters is labelled PERSON, with labelled footage (as of bench:detect) as the camera:
                   each visit with a detector that was never loaded, then again with it there; --only A,B: only these films
  --steady         with --clips: motion never ends, and what falls between two clips is measured;
                   with --interactions: every camera records meanwhile
  --profile        only the engine at the first number of cameras, and where its time goes
  --json FILE      writes the figures to a file`

const flags = {
  cameras: { type: 'string' },
  seconds: { type: 'string' },
  rounds: { type: 'string', default: '6' },
  hidden: { type: 'string' },
  'pre-roll': { type: 'boolean', default: false },
  recording: { type: 'boolean', default: false },
  curve: { type: 'boolean', default: false },
  clips: { type: 'string' },
  interactions: { type: 'boolean', default: false },
  soak: { type: 'string' },
  person: { type: 'string' },
  downloads: { type: 'boolean', default: false },
  looks: { type: 'boolean', default: false },
  review: { type: 'boolean', default: false },
  wakeups: { type: 'boolean', default: false },
  before: { type: 'string' },
  weak: { type: 'boolean', default: false },
  quota: { type: 'string', default: '0.5,0.25' },
  moving: { type: 'string', default: 'one,all' },
  visits: { type: 'string' },
  only: { type: 'string' },
  steady: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): BrowserBenchOptions {
  const values = readFlags(withSoakMinutes(args), flags, usage)
  const {
    hidden,
    clips,
    recording,
    curve,
    interactions,
    soak,
    person,
    looks,
    review,
    weak,
    visits,
    profile,
    wakeups,
    downloads,
  } = values
  const kinds = [hidden, clips, soak, person, visits].map((value) => value !== undefined)
  if (
    [
      ...kinds,
      profile,
      downloads,
      values['pre-roll'],
      recording,
      curve,
      interactions,
      looks,
      review,
      weak,
      wakeups,
    ].filter(Boolean).length > 1
  )
    throw new Complaint(
      'Give one of --hidden, --pre-roll, --recording, --curve, --clips, --interactions, --soak, --person, --looks, --review, --visits, --weak, --wakeups, --downloads and --profile.',
    )
  const usesApp = interactions || review || soak !== undefined
  const usual = usesApp || wakeups ? '4' : recording ? '1,4' : '1,4,8'
  return {
    cameras: listOf(values.cameras ?? usual).map((text) => readNumber('--cameras', text, 1, 32)),
    seconds: readNumber('--seconds', values.seconds ?? (weak ? '90' : '6'), 1, 3600),
    rounds: readNumber('--rounds', values.rounds, 1, 100),
    hiddenSeconds: hidden === undefined ? null : readNumber('--hidden', hidden, 5, 86_400),
    isProfiled: profile,
    isPreRoll: values['pre-roll'],
    isRecording: recording,
    isCurve: curve,
    clips: clips === undefined ? null : readNumber('--clips', clips, 1, 10_000),
    isSteady: values.steady,
    isInteractions: interactions,
    soakMinutes: soak === undefined ? null : readNumber('--soak', soak, 1, 10_080),
    personSeconds: person === undefined ? null : readNumber('--person', person, 20, 200),
    isLooks: looks,
    isReview: review,
    isDownloads: downloads,
    isWakeUps: wakeups,
    beforeFolder: values.before ?? null,
    weak: weak ? { quotas: listOf(values.quota).map(readQuota), moving: listOf(values.moving).map(readMoving) } : null,
    visitsFolder: visits ?? null,
    only: values.only === undefined ? null : listOf(values.only),
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
