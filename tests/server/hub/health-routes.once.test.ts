import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import type { Db } from '../../../server/db/schema'
import { errorAnswers } from '../../../server/http/error-answers'
import { operationRoutes } from '../../../server/hub/health-routes'
import { createMetrics, type Metrics } from '../../../server/hub/metrics'
import { manualClock, startTestHub, type TestHub } from '../support/hub'

interface Asker {
  readonly remoteAddress?: string
  readonly headers?: Record<string, string>
}
const others: readonly (readonly [string, Asker])[] = [
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['the internet through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a page of the internet in a browser on this machine', { headers: { host: 'evil.example.org' } }],
]

describe('the figures of a hub', () => {
  let hub: TestHub
  beforeEach(async () => {
    hub = await startTestHub()
  })
  afterEach(() => hub.close())
  const scrape = (options: Asker) => hub.fastify.inject({ url: '/metrics', ...options })

  test.each(others)('are not for %s (OPS-01)', async (_who, options) => {
    const answer = await scrape(options)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
  })

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('are for this machine: %s', async (remoteAddress) => {
    expect((await scrape({ remoteAddress })).statusCode).toBe(200)
  })
})

describe('healthz, without a hub around it,', () => {
  let folder: string
  let db: Db
  let metrics: Metrics
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nightjar-health-'))
    db = await openDatabase(folder)
    metrics = createMetrics({ db, clock: manualClock(), ownProcess: null })
  })
  afterEach(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  test('tells the version to this machine, and to nobody else (REL-10)', async () => {
    const fastify = Fastify()
    operationRoutes(fastify, { clock: manualClock(), db, log: fastify.log, metrics, mqtt: null, version: '1.2.3' })
    const told = async (options: Asker) => (await fastify.inject({ url: '/healthz', ...options })).json()
    expect(await told({})).toEqual({ status: 'ok', version: '1.2.3' })
    for (const [, options] of others) expect(await told(options)).toEqual({ status: 'ok' })
    await fastify.close()
  })

  test('asks the database, and says so when it does not answer (OPS-01)', async () => {
    const fastify = Fastify()
    await fastify.register(errorAnswers)
    operationRoutes(fastify, { clock: manualClock(), db, log: fastify.log, metrics, mqtt: null, version: null })
    expect((await fastify.inject({ url: '/healthz' })).statusCode).toBe(200)
    await db.destroy()
    const answer = await fastify.inject({ url: '/healthz' })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    await fastify.close()
  })
})
