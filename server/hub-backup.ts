import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from './config'
import { startupProblemOf } from './services/data-folder'
import { backUp } from './services/hub-backup'
import { StartupProblem } from './startup-problem'

const USAGE = 'Say where to: npm run hub:backup -- --to FOLDER (a new one)'
const ELSEWHERE = 'This hub keeps its rows in PostgreSQL or its recordings in S3: see docs/operations.md for a backup.'

/** `npm run hub:backup`: a copy of DATA_DIR that a hub can start on, taken while the hub runs. */
async function main(): Promise<void> {
  const to = targetOf(process.argv.slice(2))
  const result = readConfig(process.env)
  if (to === null) return fail([USAGE])
  if (!result.ok) return fail(result.problems)
  const { dataDir, databaseUrl, s3 } = result.config
  if (databaseUrl !== null || s3 !== null) return fail([ELSEWHERE])
  try {
    const { files } = await backUp(dataDir, resolve(to))
    process.stdout.write(
      `The database and ${files} files are in ${resolve(to)}. A hub can start on it as its DATA_DIR.\n`,
    )
  } catch (thrown) {
    const problem = startupProblemOf(thrown, dataDir)
    if (!(problem instanceof StartupProblem)) throw problem
    fail([problem.message])
  }
}

function targetOf(args: string[]): string | null {
  try {
    const given = args[0] === '--' ? args.slice(1) : args
    return parseArgs({ args: given, options: { to: { type: 'string' } } }).values.to ?? null
  } catch {
    return null
  }
}

function fail(problems: readonly string[]): void {
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = 1
}

await main()
