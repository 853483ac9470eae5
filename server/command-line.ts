import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { outliveOutput } from './lib/end-signals'
import { HubError } from './lib/errors'
import { StartupProblem } from './lib/startup-problem'
import { startupProblemOf } from './storage/data-folder'

/** What the hub's tools share: hub-check.ts, hub-backup.ts, migrate.ts, pair.ts and verify.ts. */

const npmScripts = {
  check: 'hub:check',
  backup: 'hub:backup',
  migrate: 'hub:migrate',
  pair: 'hub:pair',
  verify: 'verify',
} as const

/** How a tool is called here: by npm in a clone; where an archive is installed its command says its own name. */
export function callOf(tool: keyof typeof npmScripts, args: string): string {
  return process.argv[1] === 'nightjar' ? `nightjar ${tool} ${args}` : `npm run ${npmScripts[tool]} -- ${args}`
}

/** A file or folder that was named on the command line: npm runs its scripts in the project's folder, whichever the person is in. */
export function pathOf(given: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), given)
}

/** Tells on the terminal that a tool has brought the tables up to date. */
export function tellUpgrade(copy: string): void {
  process.stderr.write(`The database was brought up to date. As it was before it is in ${copy}.\n`)
}

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

/**
 * Runs a tool, to its end also where nobody reads what it says; why it cannot work on the data folder is one sentence.
 */
export async function runTool(tool: () => Promise<void>): Promise<void> {
  outliveOutput()
  try {
    await tool()
  } catch (thrown) {
    const problem = startupProblemOf(thrown, resolve(process.env['DATA_DIR']?.trim() || './data'))
    // Of a store that goes away meanwhile.
    if (!(problem instanceof StartupProblem || problem instanceof HubError)) throw problem
    fail([problem.message])
  }
}
