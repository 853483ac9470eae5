import { callOf, fail, pathOf, readOptions, runTool } from './command-line'
import { backUp } from './hub/backup'
import { readConfig } from './hub/config'
import { onClosedTerminal, onEndSignals } from './lib/end-signals'
import { tellProgress } from './lib/progress'
import { StartupProblem } from './lib/startup-problem'

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
  const recordings = s3 === null ? 'files' : 'bucket'
  const { files, missing, unreadable } = await backUp(dataDir, targetDir, {
    recordings,
    stop: stopSignal(),
    onProgress: tellProgress('Files copied'),
  })
  const bucket =
    s3 === null
      ? ''
      : ` The recordings are in the bucket ${s3.bucket}: copy it now, as a copy from before may lack the latest.`
  const copied = `The database and ${files} files are in ${targetDir}.${bucket}`
  if (missing === 0 && unreadable.length === 0)
    return void process.stdout.write(`${copied} A hub can start on it as its DATA_DIR.\n`)
  process.stdout.write(`${copied}\n`)
  fail(unreadable.map((name) => `${name} cannot be read, so it is not in the copy.`))
  if (missing === 0) return
  fail([
    `${missing} recordings that it names have no file in ${dataDir}, so they are not in the copy. Where the hub keeps them in a bucket, set its S3_* here as well and copy the bucket; else the check says which they are.`,
  ])
}

/** A signal would end the process amid the copy, of which nothing is to be left; the next one does. */
function stopSignal(): AbortSignal {
  const stop = new AbortController()
  const end = () => stop.abort(new StartupProblem('Stopped: there is no copy.'))
  onEndSignals(end, () => process.exit(1))
  onClosedTerminal(end)
  return stop.signal
}

await runTool(main)
