import { callOf, fail, readOptions, runTool, tellUpgrade } from './command-line'
import { readConfig } from './hub/config'
import { migrateHub, movedText } from './hub/migration'
import { requireOwnUser } from './hub/require-hub'
import { tellProgress } from './lib/progress'
import { isPostgresUrl } from './storage/stores-config'

const USAGE = `Say where to: ${callOf('migrate', '--to postgres://user:password@host:port/database')}`

/** The process behind `npm run hub:migrate`: DATA_DIR and S3_* from the environment, the new database as `--to`. */
async function main(): Promise<void> {
  const to = readOptions({ to: { type: 'string' } })?.to
  const result = readConfig(process.env)
  if (to === undefined || !isPostgresUrl(to)) return fail([USAGE])
  if (!result.ok) return fail(result.problems)
  const { dataDir, s3 } = result.config
  requireOwnUser(dataDir)
  const log = { warn: (...said: unknown[]) => process.stderr.write(`${JSON.stringify(said)}\n`) }
  const onProgress = tellProgress('Recordings and pictures in the bucket')
  const report = await migrateHub({ dataDir, to, s3, log, onUpgrade: tellUpgrade, onProgress })
  process.stdout.write(`${movedText(report, dataDir)}\n`)
}

await runTool(main)
