import { callOf, fail, readOptions, runTool, tellUpgrade } from './command-line'
import { readConfig } from './hub/config'
import { type MigrationReport, migrateHub } from './hub/migration'
import { requireOwnUser } from './hub/require-hub'
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
  print(await migrateHub({ dataDir, to, s3, log, onUpgrade: tellUpgrade }), dataDir)
}

function print({ tables, blobs }: MigrationReport, dataDir: string): void {
  const lines = ['table                     rows  hash in SQLite    hash in PostgreSQL']
  for (const { name, source, target } of tables) {
    const hashes = [source, target].map(({ hash }) => hash.slice(0, 16)).join('  ')
    lines.push(`${name.padEnd(22)}${String(target.rows).padStart(8)}  ${hashes}`)
  }
  lines.push('', blobs === null ? `Recordings and pictures stay in ${dataDir}.` : blobLine(blobs))
  lines.push('The database was copied, and both sides are equal. Start the hub with DATABASE_URL set to the new one:')
  lines.push('without it no hub starts on the old rows any more.')
  process.stdout.write(`${lines.join('\n')}\n`)
}

function blobLine({ count, sizeBytes, known }: NonNullable<MigrationReport['blobs']>): string {
  const size = `${(sizeBytes / 1024 ** 2).toFixed(1)} MB`
  return `${count} recordings and pictures (${size}) are in the bucket, ${known} of them from an earlier try.`
}

await runTool(main)
