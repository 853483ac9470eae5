import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open'
import { consumeCode, replaceCode, takeTry } from '../../server/repositories/sign-in-codes'

test('of two tabs that both hit the code before either used it, one passes (field 6.5.1)', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightjar-codes-'))
  const db = await openDatabase(dataDir)
  const email = 'ann@example.org'
  await replaceCode(db, { email, client: 'here', id: 'code-1', code_hash: 'x', created_at: 0, expires_at: 1000 })
  const tries = [await takeTry(db, { email, client: 'here' }, 1), await takeTry(db, { email, client: 'here' }, 1)]
  const passed = []
  for (const code of tries) passed.push(code !== undefined && (await consumeCode(db, code.id, 2)))
  expect(passed).toEqual([true, false])
  await db.destroy()
  await rm(dataDir, { recursive: true })
})
