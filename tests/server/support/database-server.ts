import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { ask } from './database'

declare module 'vitest' {
  export interface ProvidedContext {
    /** How the names of this run's databases begin. Only in the project `postgres`. */
    readonly databasePrefix: string
  }
}

const LEFT_BEHIND_MS = 3 * 3_600_000

/** Runs once, around all workers of the project `postgres`; what it returns drops the databases that they made. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = project.config.env['NIGHTJAR_TEST_DATABASE_URL'] ?? ''
  await dropLeftovers(serverUrl)
  const prefix = `nightjar_test_${Date.now()}_${randomUUID().slice(0, 8)}_`
  project.provide('databasePrefix', prefix)
  return async () => {
    for (const name of await listDatabases(serverUrl)) if (name.startsWith(prefix)) await drop(serverUrl, name)
  }
}

/** Of runs that were killed: no run takes hours. */
async function dropLeftovers(serverUrl: string): Promise<void> {
  for (const name of await listDatabases(serverUrl)) {
    const madeAtMs = Number(name.split('_')[2])
    if (madeAtMs < Date.now() - LEFT_BEHIND_MS) await drop(serverUrl, name)
  }
}

async function listDatabases(serverUrl: string): Promise<string[]> {
  const text = "select datname as name from pg_database where datname ~ '^nightjar_test_[0-9]{13}_'"
  return (await ask<{ name: string }>(serverUrl, text)).map(({ name }) => name)
}

/** With force it ends others' sessions, but may not end the server's own vacuum; without, that one gives way. */
async function drop(serverUrl: string, name: string): Promise<void> {
  await ask(serverUrl, `drop database if exists ${name} with (force)`).catch(() =>
    ask(serverUrl, `drop database if exists ${name}`),
  )
}
