import { callOf, fail, readOptions, runTool, tellUpgrade } from './command-line'
import { readConfig } from './hub/config'
import { migrateHub, movedText, moveRecordings, recordingsMovedText } from './hub/migration'
import { requireOwnUser } from './hub/require-hub'
import { tellProgress } from './lib/progress'
import { isPostgresUrl } from './storage/stores-config'

const TO_BUCKET = 's3'
const USAGE = `Say where to: ${callOf('migrate', '--to postgres://user:password@host:port/database')}, or --to s3 for the recordings alone`
const NO_BUCKET = 'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: that is where recordings go.'

/**
 * The process behind `npm run hub:migrate`: DATA_DIR, DATABASE_URL and S3_* from the environment, the new database as `--to`,
 * or `s3` where the rows stay.
 */
async function main(): Promise<void> {
  const to = readOptions({ to: { type: 'string' } })?.to
  const result = readConfig(process.env)
  if (to !== TO_BUCKET && (to === undefined || !isPostgresUrl(to))) return fail([USAGE])
  if (!result.ok) return fail(result.problems)
  const { dataDir, databaseUrl, s3 } = result.config
  requireOwnUser(dataDir)
  const log = { warn: (...said: unknown[]) => process.stderr.write(`${JSON.stringify(said)}\n`) }
  const onProgress = tellProgress('Recordings and pictures in the bucket')
  if (to === TO_BUCKET) {
    if (s3 === null) return fail([NO_BUCKET])
    const copy = await moveRecordings({ dataDir, databaseUrl, s3, log, onUpgrade: tellUpgrade, onProgress })
    process.stdout.write(`${recordingsMovedText(copy, dataDir)}\n`)
    return
  }
  const report = await migrateHub({ dataDir, to, s3, log, onUpgrade: tellUpgrade, onProgress })
  process.stdout.write(`${movedText(report)}\n`)
}

await runTool(main)
