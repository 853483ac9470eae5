import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

test('the container of deploy/README.md comes back after a crash and after the machine was off (OPS-16)', () => {
  const commands = readFileSync('deploy/README.md', 'utf8').match(/^docker run .*$/gm) ?? []
  expect(commands).toHaveLength(1)
  for (const command of commands) expect(command).toContain(' --restart unless-stopped ')
})

test('its health check asks the hub at the port that the hub takes, blanks around it or not', async () => {
  const [, command = ''] = /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(readFileSync('deploy/Dockerfile', 'utf8')) ?? []
  const [program, ...args] = JSON.parse(command) as string[]
  const asked: (string | undefined)[] = []
  const hub = createServer(({ url }, answer) => {
    asked.push(url)
    answer.writeHead(asked.length === 3 ? 503 : 200).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void hub.close())
  await once(hub, 'listening')
  const { port } = hub.address() as AddressInfo
  const codeWith = async (PORT: string) =>
    (await once(spawn(program === 'node' ? process.execPath : '', args, { env: { PORT } }), 'exit'))[0]
  expect([await codeWith(`${port}`), await codeWith(` ${port} `), await codeWith(`${port}`)]).toEqual([0, 0, 1])
  expect(asked).toEqual(['/healthz', '/healthz', '/healthz'])
})
