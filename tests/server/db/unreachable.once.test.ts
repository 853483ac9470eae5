import { expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { databaseProblem } from '../../../server/db/unreachable'

const url = 'postgres://ann:secret@127.0.0.1:1/nightjar'

test('a certificate file of DATABASE_URL that is not there is named, and waits for a hand (OPS-16)', async () => {
  const opening = openDatabase('', `${url}?sslmode=verify-full&sslrootcert=/wrong/ca.pem`)
  await expect(opening).rejects.toMatchObject({
    message:
      'The database 127.0.0.1:1/nightjar cannot be used: the file /wrong/ca.pem that its address names cannot be read.',
    remedy: 'hand',
  })
})

test.each([
  ['EACCES', 'open', 'the file /key.pem that its address names cannot be read', 'hand'],
  ['EIO', 'open', 'EIO', 'time'],
  // A socket of PostgreSQL, which comes with it.
  ['ENOENT', 'connect', 'nothing answers there', 'time'],
  // As after a failover, or at a provider whose disk is nearly full.
  ['25006', 'query', 'it is read-only now', 'time'],
])('of %s at %s it says: %s (OPS-16)', (code, syscall, reason, remedy) => {
  const problem = databaseProblem(url, Object.assign(new Error(code), { code, syscall, path: '/key.pem' }))
  expect(problem).toMatchObject({
    message: `The database 127.0.0.1:1/nightjar cannot be used: ${reason}.`,
    remedy,
  })
})
