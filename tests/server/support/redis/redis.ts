import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../../../support/free-port'

const PROGRAMS = ['redis-server', 'valkey-server']

/** Where a Redis or Valkey is on this machine; null: there is none, and what needs it is skipped. */
export const redisProgram: string | null =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => PROGRAMS.map((name) => join(folder, name)))
    .find(existsSync) ?? null

export interface TestRedis {
  readonly url: string
  /** It is there, and answers nothing. */
  freeze(): void
  thaw(): void
  /** Ends it as if it had crashed. */
  kill(): Promise<void>
  /** After `kill`, at the same address, empty. */
  start(): Promise<void>
}

/** One of the test's own, on a free port of 127.0.0.1, that keeps nothing. Whoever starts it calls `kill`. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let server = await begin(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    kill: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = new Promise((resolve) => server.once('close', resolve))
      server.kill('SIGKILL')
      await ended
    },
    start: async () => {
      server = await begin(port)
    },
  }
}

async function begin(port: number): Promise<ChildProcess> {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const server = spawn(redisProgram ?? 'redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('close', () => reject(new Error('the Redis of the test did not start')))
    server.stdout.on('data', (text: Buffer) => {
      if (String(text).includes('Ready to accept connections')) resolve()
    })
  })
  return server
}
