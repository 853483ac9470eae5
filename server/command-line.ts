import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartupProblem } from './lib/startup-problem'
import { startupProblemOf } from './storage/data-folder'

/** What the hub's tools share: hub-check.ts, hub-backup.ts, migrate.ts and verify.ts. */

/** The options that this process was started with; null where something else was asked for. */
export function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(options: Options) {
  const args = process.argv.slice(2)
  try {
    // `node scripts/run.mjs hub:check -- --repair` hands the dashes on; npm does not.
    return parseArgs({ args: args[0] === '--' ? args.slice(1) : args, options }).values
  } catch {
    return null
  }
}

/** Ends the process with 1 when it has no more to do. */
export function fail(problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

/** Runs a tool; why it cannot work on the data folder is one sentence. */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  try {
    await tool()
  } catch (thrown) {
    const problem = startupProblemOf(thrown, resolve(process.env['DATA_DIR'] ?? './data'))
    if (!(problem instanceof StartupProblem)) throw problem
    fail([problem.message])
  }
}
