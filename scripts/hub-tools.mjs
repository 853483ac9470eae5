import { buildPrograms } from './build/program.mjs'
import { run } from './command-line/command.mjs'

/** What each tool is called where it is built. */
const tools = {
  'hub-check': 'the check of the hub',
  'hub-backup': 'the backup of the hub',
  migrate: 'the move to PostgreSQL',
  verify: 'the check of a recording',
}

/**
 * Builds a tool of the hub and runs it with the user's arguments on DATA_DIR.
 * @param {keyof typeof tools} name of its file in server/
 * @param {string[]} args
 */
export async function hubTool(name, args) {
  await buildPrograms(tools[name], [{ entry: `server/${name}.ts`, outDir: `dist/${name}` }])
  process.exitCode = await run(process.execPath, [`dist/${name}/${name}.js`, ...args])
}
