import { parseArgs } from 'node:util'
import { Complaint } from '../complaint'

export interface LiveBenchOptions {
  /** How long each case is watched, twice: for what it costs, and for what is seen. */
  readonly seconds: number
  /** How often View Feed is opened for the time to its first frame. */
  readonly openings: number
  readonly jsonFile: string | null
}

const usage = 'Usage: npm run bench:live -- [--seconds 20] [--openings 10] [--json FILE]'

export function readOptions(args: readonly string[]): LiveBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '20' },
      openings: { type: 'string', default: '10' },
      json: { type: 'string' },
    },
  })
  const [seconds, openings] = [Number(values.seconds), Number(values.openings)]
  if (!(seconds >= 2) || !Number.isInteger(openings) || openings < 1) throw new Complaint(usage)
  return { seconds, openings, jsonFile: values.json ?? null }
}
