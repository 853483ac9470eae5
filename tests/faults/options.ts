import { Complaint } from '../../bench/complaint'
import { readFlags, readWholeNumber } from '../../bench/flags'

export const kinds = [
  'hub-kill',
  'disk',
  'power-loss',
  'postgres',
  's3',
  'network',
  'clock',
  'push',
  'hubs',
  'browser',
  'freeze',
  'offline-start',
  'live',
] as const
export type Kind = (typeof kinds)[number]

export interface FaultOptions {
  /** Of each kind. */
  readonly rounds: number
  /** Of the first round; each further one adds 1. The same seed breaks off at the same moments. */
  readonly seed: number
  readonly only: readonly Kind[]
  /** What is counted is added to it. */
  readonly jsonFile: string | null
}

const usage = `Options:
  --rounds N     rounds of each kind (default 10)
  --seed N       picks the moments of the first round (default 1); a failed round names its own
  --only A,B     some of ${kinds.join(', ')} (default: all)
  --json FILE    adds what is counted to that of earlier runs in a file`

const flags = {
  rounds: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  only: { type: 'string', default: kinds.join(',') },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): FaultOptions {
  const values = readFlags(args, flags, usage)
  return {
    rounds: readWholeNumber('--rounds', values.rounds, { least: 1, most: 999_999 }, usage),
    seed: readWholeNumber('--seed', values.seed, { least: 1, most: 999_999 }, usage),
    only: readKinds(values.only),
    jsonFile: values.json ?? null,
  }
}

function readKinds(text: string): Kind[] {
  const names = text.split(',')
  const unknown = names.find((name) => !kinds.some((kind) => kind === name))
  if (unknown !== undefined) throw new Complaint(`There is no kind of fault “${unknown}”.\n\n${usage}`)
  return kinds.filter((kind) => names.includes(kind))
}
