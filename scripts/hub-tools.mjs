import { buildPrograms } from './build/program.mjs'
import { programs } from './command/programs.mjs'
import { run } from './command-line/command.mjs'

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
 * Builds a tool of the hub and runs it with the user's arguments on DATA_DIR.
 * @param {Tool} name
 * @param {string[]} args
 */
export async function hubTool(name, args) {
  await buildTools([name])
  process.exitCode = await run(process.execPath, [programs[name].built, ...args])
}

/** @param {readonly Tool[]} names */
export async function buildTools(names) {
  for (const name of names) {
    const { entry, built } = programs[name]
    await buildPrograms(titles[name], [{ entry, outDir: built.slice(0, built.lastIndexOf('/')) }])
  }
}

/** Every tool there is. */
export const toolNames = /** @type {Tool[]} */ (Object.keys(titles))
