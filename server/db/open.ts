import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, Migrator, type RawBuilder, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { StartupProblem } from '../lib/startup-problem'
import { isDamaged, isDiskFull } from './failures'
import { first } from './migrations/0000s/0001-first'
import { jobs } from './migrations/0000s/0002-jobs'
import { notifications } from './migrations/0000s/0003-notifications'
import { plans } from './migrations/0000s/0004-plans'
import { chats } from './migrations/0000s/0005-chats'
import { members } from './migrations/0000s/0006-members'
import { removal } from './migrations/0000s/0007-removal'
import { secrets } from './migrations/0000s/0008-secrets'
import { detections } from './migrations/0000s/0009-detections'
import { alerts } from './migrations/0010s/0010-alerts'
import { recordingDays } from './migrations/0010s/0011-recording-days'
import { guards } from './migrations/0010s/0012-guards'
import { referenceIndexes } from './migrations/0010s/0013-reference-indexes'
import { labels } from './migrations/0010s/0014-labels'
import { liveView } from './migrations/0010s/0015-live-view'
import { apiTokens } from './migrations/0010s/0016-api-tokens'
import { sessionDevices } from './migrations/0010s/0017-session-devices'
import { pairings } from './migrations/0010s/0018-pairings'
import { passkeys } from './migrations/0010s/0019-passkeys'
import { modes } from './migrations/0020s/0020-modes'
import { push } from './migrations/0020s/0021-push'
import { senses } from './migrations/0020s/0022-senses'
import { shares } from './migrations/0020s/0023-shares'
import { facts } from './migrations/0020s/0024-facts'
import { evidence } from './migrations/0020s/0025-evidence'
import { descriptions } from './migrations/0020s/0027-descriptions'
import { pushRenewal } from './migrations/0020s/0028-push-renewal'
import { webhooks } from './migrations/0020s/0029-webhooks'
import { mqttWorkspace } from './migrations/0030s/0030-mqtt-workspace'
import { removedClips } from './migrations/0030s/0031-removed-clips'
import { formerPlanMails } from './migrations/0030s/0032-former-plan-mails'
import { byHandEvents } from './migrations/0030s/0033-by-hand-events'
import { eventsOfCamera } from './migrations/0030s/0034-events-of-camera'
import { refusedClips } from './migrations/0030s/0035-refused-clips'
import { chatAskers } from './migrations/0030s/0036-chat-askers'
import { mqttTold } from './migrations/0030s/0037-mqtt-told'
import { unrecordedDeliveries } from './migrations/0030s/0038-unrecorded-deliveries'
import { camerasOfDeliveries } from './migrations/0030s/0039-cameras-of-deliveries'
import { type Purpose, postgresDialect } from './postgres'
import type { Database, Db } from './schema'
import { openSqlite, SQLITE_FILE } from './sqlite'
import { databaseProblem } from './unreachable'
import { copyBeforeUpgrade, newerVersion, olderVersion } from './upgrade-copy'

/** In order of their names; listed here because the hub is one bundled file with no folder to scan. */
export const migrations = {
  '0001-first': first,
  '0002-jobs': jobs,
  '0003-notifications': notifications,
  '0004-plans': plans,
  '0005-chats': chats,
  '0006-members': members,
  '0007-removal': removal,
  '0008-secrets': secrets,
  '0009-detections': detections,
  '0010-alerts': alerts,
  '0011-recording-days': recordingDays,
  '0012-guards': guards,
  '0013-reference-indexes': referenceIndexes,
  '0014-labels': labels,
  '0015-live-view': liveView,
  '0016-api-tokens': apiTokens,
  '0017-session-devices': sessionDevices,
  '0018-pairings': pairings,
  '0019-passkeys': passkeys,
  '0020-modes': modes,
  '0021-push': push,
  '0022-senses': senses,
  '0023-shares': shares,
  '0024-facts': facts,
  '0025-evidence': evidence,
  '0027-descriptions': descriptions,
  '0028-push-renewal': pushRenewal,
  '0029-webhooks': webhooks,
  '0030-mqtt-workspace': mqttWorkspace,
  '0031-removed-clips': removedClips,
  '0032-former-plan-mails': formerPlanMails,
  '0033-by-hand-events': byHandEvents,
  '0034-events-of-camera': eventsOfCamera,
  '0035-refused-clips': refusedClips,
  '0036-chat-askers': chatAskers,
  '0037-mqtt-told': mqttTold,
  '0038-unrecorded-deliveries': unrecordedDeliveries,
  '0039-cameras-of-deliveries': camerasOfDeliveries,
}

/**
 * What is done about tables of an older version: they are brought up to date, and where that is SQLite `onUpgrade` gets the
 * path of the copy that was made before; or that is left to the hub.
 */
export type Upgrade = { readonly onUpgrade: (copy: string) => void } | 'refused'

const silently: Upgrade = { onUpgrade: () => undefined }

/**
 * Opens the database and brings its tables up to date: the PostgreSQL of the URL, else SQLite in the data folder.
 * Rejects with StartupProblem, or as SQLite does where the disk is full. The caller destroys it.
 */
export async function openDatabase(
  dataDir: string,
  databaseUrl: string | null = null,
  upgrade: Upgrade = silently,
): Promise<Db> {
  return databaseUrl === null ? openSqliteIn(dataDir, upgrade) : openPostgres(databaseUrl, upgrade)
}

async function openSqliteIn(dataDir: string, upgrade: Upgrade): Promise<Db> {
  const path = join(dataDir, SQLITE_FILE)
  // SQLite gives the -wal and -shm files the mode of this one.
  await (await open(path, 'a', 0o600)).close()
  const db = new Kysely<Database>({ dialect: new TransactionalSqlite({ database: async () => openSqlite(path) }) })
  try {
    const known = sql<{ name: string | null }>`select name from sqlite_master where name = 'kysely_migration'`
    const applied = await appliedMigrations(db, known)
    requireNoNewer(applied, dataDir)
    if (!isUpToDate(applied)) {
      if (upgrade === 'refused') throw olderVersion()
      const copy = await copyBeforeUpgrade(dataDir, applied)
      await migrate(db)
      if (copy !== null) upgrade.onUpgrade(copy)
    }
    return db
  } catch (problem) {
    await db.destroy()
    // The disk is the folder's, and whoever opens the database has a sentence for it.
    if (problem instanceof StartupProblem || isDiskFull(problem)) throw problem
    const sentence = `The database ${path} cannot be used: ${sentenceOf(problem)}`
    if (!isDamaged(problem)) throw new StartupProblem(sentence, 'time')
    throw new StartupProblem(`${sentence}. Put back a backup, or the copy of before the last upgrade in upgrades/.`)
  }
}

/**
 * SQLite takes changes of tables back like any other, which Kysely does not count on: without a transaction around them,
 * an upgrade that a crash cuts off would leave a database that no hub opens again.
 */
class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

async function openPostgres(url: string, upgrade: Upgrade): Promise<Db> {
  const db = connect(url, 'requests')
  try {
    const known = sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`
    const applied = await appliedMigrations(db, known)
    requireNoNewer(applied, null)
    if (!isUpToDate(applied)) {
      if (upgrade === 'refused') throw olderVersion()
      await migratePostgres(url)
    }
    return db
  } catch (problem) {
    await db.destroy()
    throw problem instanceof StartupProblem ? problem : databaseProblem(url, problem)
  }
}

/** Looks at a PostgreSQL as it is, of whatever version. Rejects with StartupProblem where it cannot be reached. */
export async function lookAt<Result>(url: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connect(url, 'requests')
  try {
    return await look(db)
  } catch (problem) {
    throw problem instanceof StartupProblem ? problem : databaseProblem(url, problem)
  } finally {
    await db.destroy()
  }
}

/** Hubs that start together take turns: Kysely holds a lock of the server around it. */
async function migratePostgres(url: string): Promise<void> {
  const db = connect(url, 'migration')
  try {
    const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db)
    const schema = rows[0]?.name ?? null
    if (schema === null) throw new StartupProblem('The search path of DATABASE_URL names no schema that exists.')
    await migrate(db, schema)
  } finally {
    await db.destroy()
  }
}

/**
 * Kysely would take a lock and read all tables of the database, twice, to find that nothing is to do. `known` names its
 * own table where there is one.
 */
async function appliedMigrations(db: Db, known: RawBuilder<{ name: string | null }>): Promise<readonly string[]> {
  const table = await known.execute(db)
  if (table.rows[0]?.name == null) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function isUpToDate(applied: readonly string[]): boolean {
  return applied.join() === Object.keys(migrations).join()
}

/** `dataDir`: where SQLite's copies lie; null: it is PostgreSQL. */
function requireNoNewer(applied: readonly string[], dataDir: string | null): void {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) throw newerVersion(unknown, dataDir)
}

function connect(url: string, purpose: Purpose): Db {
  return new Kysely<Database>({ dialect: postgresDialect(url, purpose) })
}

/** The schema is named as Kysely would take the same tables in another one for ours. */
async function migrate(db: Db, schema?: string): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const place = schema === undefined ? {} : { migrationTableSchema: schema }
  const { error } = await new Migrator({ db, provider, ...place }).migrateToLatest()
  if (error !== undefined) throw error
}

function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}
