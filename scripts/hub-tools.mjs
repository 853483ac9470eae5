import { ensureProgram } from './build.mjs'
import { programs } from './command/programs.mjs'
import { run, toolEnv } from './command-line/command.mjs'

/**
 * @typedef {Exclude<keyof typeof programs, 'start'>} Tool
 */

/** What each tool is called where it is built. */
const titles = /** @type {Readonly<Record<Tool, string>>} */ ({
  check: 'the check of the hub',
  backup: 'the backup of the hub',
  migrate: 'the move to PostgreSQL',
  pair: 'the link for another device',
  verify: 'the check of a recording',
})

/**
 * Builds a tool of the hub, if it is older than its sources, and runs it with the user's arguments on DATA_DIR.
 * @param {Tool} name
 * @param {string[]} args
 */
export async function hubTool(name, args) {
  const { built } = programs[name]
  await ensureProgram(titles[name], programs[name])
  // Where the person is, as npm says it; started without npm, this process is there itself.
  const env = { ...toolEnv(), INIT_CWD: process.env['INIT_CWD'] ?? process.cwd() }
  process.exitCode = await run(process.execPath, [built, ...args], { env, endsItself: true })
}
