import { type ParseArgsConfig, parseArgs } from 'node:util'
import { Complaint } from './complaint'

type Flags = NonNullable<ParseArgsConfig['options']>

/** Reads a bench's flags. Throws a Complaint that ends with how it is used. */
export function readFlags<const F extends Flags>(args: readonly string[], flags: F, usage: string) {
  try {
    // `node scripts/run.mjs bench:hub -- --json F` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options: flags }).values
  } catch (error) {
    throw new Complaint(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

/** A whole number between two bounds, both allowed; throws a Complaint for anything else. */
export function readWholeNumber(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
  usage: string,
): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new Complaint(`${name} takes whole numbers from ${least} to ${most}; “${text}” is none.\n\n${usage}`)
}
