import { readFlags, readWholeNumber } from '../flags'

export interface LiveBenchOptions {
  /** How long each case is watched, twice: for what it costs, and for what is seen. */
  readonly seconds: number
  /** How often View Feed is opened for the time to its first frame. */
  readonly openings: number
  /** What viewers take from the camera's own work, in place of what they see. */
  readonly isOfCamera: boolean
  /** For that: how often its film plays in each case, and how many stretches are compared. */
  readonly clips: number
  readonly pairs: number
  /** So many look through one camera by the hub, without browsers, in place of the rest; null: not that. */
  readonly crowd: number | null
  readonly jsonFile: string | null
}

/** One in five reads nothing, and there must be somebody of either kind to be judged. */
const LEAST_CROWD = 5

export const usage = `Options:
  --seconds S      how long each case is watched (default 20)
  --openings N     how often View Feed is opened for the time to its first frame (default 10)
  --camera         instead: what viewers take from the camera's own work
  --clips N        how often its film plays in each case of that (default 3)
  --pairs N        stretches of it that are compared (default 10)
  --crowd N        instead: so many, 5 or more, look through one camera by the hub, without browsers; --seconds is 60 then
  --json FILE      writes the figures to a file`

const flags = {
  seconds: { type: 'string' },
  openings: { type: 'string', default: '10' },
  camera: { type: 'boolean', default: false },
  clips: { type: 'string', default: '3' },
  pairs: { type: 'string', default: '10' },
  crowd: { type: 'string' },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): LiveBenchOptions {
  const values = readFlags(args, flags, usage)
  return {
    seconds: readNumber('--seconds', values.seconds ?? (values.crowd === undefined ? '20' : '60'), 2, 600),
    openings: readNumber('--openings', values.openings, 1, 1000),
    isOfCamera: values.camera,
    clips: readNumber('--clips', values.clips, 1, 1000),
    pairs: readNumber('--pairs', values.pairs, 1, 1000),
    crowd: values.crowd === undefined ? null : readNumber('--crowd', values.crowd, LEAST_CROWD, 1000),
    jsonFile: values.json ?? null,
  }
}

function readNumber(name: string, text: string, least: number, most: number): number {
  return readWholeNumber(name, text, { least, most }, usage)
}
