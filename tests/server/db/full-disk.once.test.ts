import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CachingSqlite, openSqlite } from '../../../server/db/sqlite'
import { startupProblemOf } from '../../../server/storage/data-folder'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nightjar-full-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** What SQLite says where it has no room. */
function fullDisk(): unknown {
  const small = new DatabaseSync(':memory:')
  try {
    small.exec('PRAGMA max_page_count = 1')
    small.exec('create table rows (n)')
    return expect.unreachable()
  } catch (problem) {
    return problem
  } finally {
    small.close()
  }
}

/** A database of whose disk nothing is left for a checkpoint. */
function openOnFullDisk(path: string): CachingSqlite {
  const database = new DatabaseSync(path)
  return new CachingSqlite({
    isTransaction: false,
    prepare: (statement) => database.prepare(statement),
    exec: (statement) => {
      if (statement.startsWith('PRAGMA wal_checkpoint')) throw fullDisk()
      database.exec(statement)
    },
    close: () => database.close(),
  })
}

test('a database on a full disk is closed in order, and keeps what was committed (OPS-16)', () => {
  const path = join(dataDir, 'one.db')
  const first = openSqlite(path)
  first.prepare('create table rows (n)').run([])
  first.close()
  const full = openOnFullDisk(path)
  full.prepare('insert into rows values (7)').run([])
  full.close()
  expect(() => full.prepare('select 1')).toThrow(/not open/)
  const again = openSqlite(path)
  expect(again.prepare('select n from rows').all([])).toEqual([{ n: 7 }])
  again.close()
})

test.each([
  ['its rows', fullDisk()],
  ['the index of its WAL', Object.assign(new Error('disk I/O error'), { errcode: 4874 })],
])('a hub that finds no room for %s says that the disk is full, and is tried again (OPS-16)', (_what, problem) => {
  expect(startupProblemOf(problem, dataDir)).toMatchObject({
    name: 'StartupProblem',
    message: `The data folder ${dataDir} cannot be used: the disk is full.`,
    remedy: 'time',
  })
})
