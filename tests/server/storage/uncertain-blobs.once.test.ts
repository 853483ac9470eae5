import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { UncertainKeys } from '../../../server/storage/s3/uncertain-keys'
import { uncertainBlobsJob } from '../../../server/storage/uncertain-blobs'
import { openTestDatabase, placeTables } from '../support/database'

const away = new Error('the store does not remove this one')

let dataDir: string
let db: Db
let keys: UncertainKeys
let nowMs = 0
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-uncertain-'))
  await placeTables(dataDir)
  db = await openTestDatabase(dataDir)
  keys = new UncertainKeys()
  for (const key of ['stuck', 'second', 'third']) keys.note(key)
  keys.ripe()
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  await rm(dataDir, { recursive: true })
})

/** One round; the keys that the store was asked to remove, where the first fails after a time. */
async function round(failingForMs: number): Promise<string[]> {
  const asked: string[] = []
  const remove = async (key: string) => {
    asked.push(key)
    if (key !== 'stuck') return
    nowMs += failingForMs
    throw away
  }
  const job = uncertainBlobsJob({ db, blobs: { remove }, log: { info: () => undefined } }, keys)
  await expect(job.run(new AbortController().signal)).rejects.toBe(away)
  return asked
}

test('an upload that cannot be tidied away keeps no other from it, and is tried again (OPS-10)', async () => {
  expect(await round(10)).toEqual(['stuck', 'second', 'third'])
  expect(await round(10)).toEqual(['stuck'])
})

test('a store that is silent is left for the next round (OPS-10)', async () => {
  expect(await round(31_000)).toEqual(['stuck'])
  expect(await round(10)).toEqual(['stuck', 'second', 'third'])
})
