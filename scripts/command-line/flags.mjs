import { parseArgs } from 'node:util'
import { Failure } from './failure.mjs'

/**
 * Reads a command's flags; throws a Failure of one line, which ends with the `known` ones, for any others.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Flags
 * @param {readonly string[]} args
 * @param {Flags} flags
 * @param {string} known
 */
export function readFlags(args, flags, known) {
  try {
    // `node scripts/run.mjs demo -- --out DIR` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : [...args], options: flags }).values
  } catch (error) {
    // Node's own sentence goes on with advice about positional arguments, which there are none of.
    const [reason = ''] = error instanceof Error ? error.message.split(/\.\s/) : []
    throw new Failure(`${reason.replace(/\.$/, '')}. The flags are ${known}.`)
  }
}

/**
 * A command that takes nothing says so where it is given something: what is ignored looks as if it had been done.
 * @param {readonly string[]} args
 * @param {string} sentence
 */
export function requireNoFlags(args, sentence) {
  if (args.some((arg) => arg !== '--')) throw new Failure(sentence)
}
