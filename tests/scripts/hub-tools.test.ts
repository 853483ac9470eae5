import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/root.mjs'

/** It refuses what it is told, so that it works on no hub. */
const refused = () => {
  const args = [join(root, 'scripts/run.mjs'), 'hub:pair', '--', '--sideways']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, 'Say for whom: npm run hub:pair -- ann@example.org\n'])
  return stdout
}

test('a tool of the hub is built only where it is older than its sources: a clone may be another user’s (ENV-01)', () => {
  refused()
  expect(refused()).toBe('')
})
