import { type Kysely, type Migration, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'

/**
 * What recordings and events show, what messages tell of it, and what people choose by it. Before, only people were told
 * apart: what is there shows people, or nothing.
 */
export const labels: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['videos', 'events', 'incidents', 'deliveries'])
    await db.schema.alterTable(table).addColumn('labels', 'text').execute()
  await labelVideos(db)
  await labelEvents(db)
  await labelDeliveries(db)
  await db.schema.alterTable('cameras').addColumn('keep_clips_of', 'text').execute()
  await addSwitches(db)
}

const storedDetections = z.array(z.object({ atMs: z.number() }))

/** By the moment with the most people. */
async function labelVideos(db: Kysely<unknown>): Promise<void> {
  await labelAll(db, 'videos', 'detections', sql`detections is not null`, (text) => {
    const people = new Map<number, number>()
    for (const { atMs } of storedDetections.parse(JSON.parse(text))) people.set(atMs, (people.get(atMs) ?? 0) + 1)
    return Math.max(1, ...people.values())
  })
}

/** Those whose recording went show as many as their message says. */
async function labelEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    update events set labels = (select labels from videos where videos.id = events.video_id)
    where video_id is not null`.execute(db)
  await labelAll(db, 'events', 'message', sql`type = 'PERSON' and labels is null`, (text) =>
    Number(/^(\d+) people /.exec(text)?.[1] ?? 1),
  )
}

const PAGE_ROWS = 500

/** A page of rows at a time, of which one statement labels those with as many people. */
async function labelAll(
  db: Kysely<unknown>,
  table: 'videos' | 'events',
  column: string,
  condition: RawBuilder<unknown>,
  peopleIn: (text: string) => number,
): Promise<void> {
  let lastId = ''
  while (true) {
    const { rows } = await sql<{ id: string; text: string }>`
      select id, ${sql.ref(column)} as text from ${sql.table(table)}
      where ${condition} and id > ${lastId} order by id limit ${PAGE_ROWS}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    const byCount = new Map<number, string[]>()
    for (const { id, text } of rows) {
      const count = peopleIn(text)
      byCount.set(count, [...(byCount.get(count) ?? []), id])
    }
    for (const [count, ids] of byCount) {
      await sql`
        update ${sql.table(table)} set labels = ${`[{"label":"person","count":${count}}]`}
        where id in (${sql.join(ids)})`.execute(db)
    }
    lastId = last.id
  }
}

async function labelDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    update deliveries set labels = '[{"label":"person","count":' || person_count || '}]'
    where person_count is not null`.execute(db)
  await db.schema.alterTable('deliveries').dropColumn('person_count').execute()
}

/** Animals and vehicles were told as motion: who wanted that wants them. */
async function addSwitches(db: Kysely<unknown>): Promise<void> {
  for (const name of ['notify_on_animal', 'notify_on_vehicle']) {
    await db.schema
      .alterTable('workspace_configs')
      .addColumn(name, 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await sql`update workspace_configs set ${sql.ref(name)} = notify_on_motion`.execute(db)
  }
}
