import { readFlags, readWholeNumber } from '../flags'

export interface AssistantBenchOptions {
  /** The workspace's events follow from it; the same seed gives the same workspace. */
  readonly seed: number
  readonly events: number
  /** Print every question with its answer, not only those that went wrong. */
  readonly isTalking: boolean
  readonly jsonFile: string | null
}

export const usage = `Options:
  --seed N      another workspace with other events (default 7)
  --events N    how many (default 5000)
  --all         prints every question with its answer
  --json FILE   writes the figures to a file`

const flags = {
  seed: { type: 'string', default: '7' },
  events: { type: 'string', default: '5000' },
  all: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): AssistantBenchOptions {
  const values = readFlags(args, flags, usage)
  return {
    seed: readWholeNumber('--seed', values.seed, { least: 1, most: 1_000_000 }, usage),
    events: readWholeNumber('--events', values.events, { least: 200, most: 50_000 }, usage),
    isTalking: values.all,
    jsonFile: values.json ?? null,
  }
}
