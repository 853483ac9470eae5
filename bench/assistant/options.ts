import { Complaint } from '../complaint'
import { readFlags, readWholeNumber } from '../flags'

export interface AssistantBenchOptions {
  /** The workspace's events follow from it; the same seed gives the same workspace. */
  readonly seed: number
  readonly events: number
  /** Print every question with its answer, not only those that went wrong. */
  readonly isTalking: boolean
  readonly jsonFile: string | null
  /** What is taken out of every answer, to see that the bench counts it; null: nothing. */
  readonly fault: Fault | null
}

export type Fault = 'sight' | 'others'

const usage = `Options:
  --seed N      another workspace with other events (default 7)
  --events N    how many (default 5000)
  --all         prints every question with its answer
  --fault NAME  takes out of every answer what the cameras could not see (sight), or what else there was (others), to see it counted
  --json FILE   writes the figures to a file`

const flags = {
  seed: { type: 'string', default: '7' },
  events: { type: 'string', default: '5000' },
  all: { type: 'boolean', default: false },
  json: { type: 'string' },
  fault: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): AssistantBenchOptions {
  const values = readFlags(args, flags, usage)
  return {
    seed: readWholeNumber('--seed', values.seed, { least: 1, most: 1_000_000 }, usage),
    events: readWholeNumber('--events', values.events, { least: 200, most: 50_000 }, usage),
    isTalking: values.all,
    jsonFile: values.json ?? null,
    fault: readFault(values.fault),
  }
}

function readFault(name: string | undefined): Fault | null {
  if (name === undefined || name === 'sight' || name === 'others') return name ?? null
  throw new Complaint(`--fault knows sight and others, not ${name}.\n\n${usage}`)
}
