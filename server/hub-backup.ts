import { callOf, fail, pathOf, readOptions, runTool } from './command-line'
import { backUp } from './hub/backup'
import { readConfig } from './hub/config'

const USAGE = `Say where to: ${callOf('backup', '--to FOLDER')} (a new one)`
const ELSEWHERE =
  'This hub keeps its rows in PostgreSQL: copy them with pg_dump, and after them what docs/operations.md names under “Backup”.'

/** `npm run hub:backup`: a copy of DATA_DIR that a hub can start on, taken while the hub runs. */
async function main(): Promise<void> {
  const to = readOptions({ to: { type: 'string' } })?.to
  const result = readConfig(process.env)
  if (to === undefined) return fail([USAGE])
  if (!result.ok) return fail(result.problems)
  const { dataDir, databaseUrl, s3 } = result.config
  if (databaseUrl !== null) return fail([ELSEWHERE])
  const targetDir = pathOf(to)
  const { files } = await backUp(dataDir, targetDir, s3 === null ? 'files' : 'bucket')
  const bucket =
    s3 === null
      ? ''
      : ` The recordings are in the bucket ${s3.bucket}: copy it now, as a copy from before may lack the latest.`
  process.stdout.write(
    `The database and ${files} files are in ${targetDir}.${bucket} A hub can start on it as its DATA_DIR.\n`,
  )
}

await runTool(main)
