import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the container of deploy/README.md comes back after a crash and after the machine was off (OPS-16)', () => {
  const commands = readFileSync('deploy/README.md', 'utf8').match(/^docker run .*$/gm) ?? []
  expect(commands).toHaveLength(1)
  for (const command of commands) expect(command).toContain(' --restart unless-stopped ')
})
