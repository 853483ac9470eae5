import { parseArgs } from 'node:util'
import { Complaint } from '../../bench/complaint'

export interface FaultOptions {
  readonly rounds: number
  /** The same seed breaks off at the same moments. */
  readonly seed: number
}

export const usage = `Options:
  --rounds N   how often the browser is killed (default 10)
  --seed N     picks the moments (default 1)`

/** Throws a Complaint that says what is wrong. */
export function readOptions(args: readonly string[]): FaultOptions {
  const values = parseFlags(args)
  return { rounds: readNumber('--rounds', values.rounds), seed: readNumber('--seed', values.seed) }
}

function parseFlags(args: readonly string[]) {
  try {
    const options = { rounds: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } } as const
    // `node scripts/run.mjs test:faults -- --rounds 3` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

function readNumber(name: string, text: string): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1) return value
  throw new Complaint(`${name} takes whole numbers from 1; “${text}” is none.\n\n${usage}`)
}
