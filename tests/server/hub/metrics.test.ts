import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/open'
import { errorAnswers } from '../../../server/http/error-answers'
import { operationRoutes } from '../../../server/hub/health-routes'
import { createMetrics } from '../../../server/hub/metrics'
import { addCamera, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
const opened: (() => Promise<void>)[] = []
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
})
afterEach(async () => {
  await hub.close()
  for (const close of opened.splice(0)) await close()
})

/** What the routes stand on, without a hub around them. */
async function openFigures() {
  const folder = await mkdtemp(join(tmpdir(), 'nightjar-health-'))
  const db = await openDatabase(folder)
  opened.push(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })
  return { db, metrics: createMetrics({ db, clock: hub.clock, ownProcess: null }) }
}

interface Asker {
  readonly remoteAddress?: string
  readonly headers?: Record<string, string>
}

const scrape = (options: Asker = {}) => hub.fastify.inject({ url: '/metrics', ...options })

/** Value of one series, as Prometheus' text has it. */
async function seriesOf(series: string): Promise<number> {
  const { body } = await scrape()
  const line = body.split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}

test('counts requests by method, route and status, and names no id (OPS-01)', async () => {
  const { id } = await addCamera(hub.fastify, ann)
  await send(hub.fastify, ann, 'PATCH', `/cameras/${id}/motion-audio`, {})
  await send(hub.fastify, ann, 'GET', '/nothing-there')
  const answer = await scrape()
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await seriesOf('nightjar_http_requests_total{method="POST",route="/v1/cameras",status="201"}')).toBe(1)
  const patch = '{method="PATCH",route="/v1/cameras/:cameraId/motion-audio",status="400"}'
  expect(await seriesOf(`nightjar_http_requests_total${patch}`)).toBe(1)
  expect(await seriesOf('nightjar_http_requests_total{method="GET",route="none",status="404"}')).toBe(1)
  expect(await seriesOf('nightjar_http_request_duration_seconds_count{method="POST",route="/v1/cameras"}')).toBe(1)
  expect(answer.body).not.toContain(id)
})

test('counts cameras online, uploads, rounds of jobs and what the process uses', async () => {
  const { id: cameraId } = await addCamera(hub.fastify, ann)
  await addCamera(hub.fastify, ann, 'Never seen')
  await postSnapshot(hub.fastify, ann, cameraId)
  await postClip(hub.fastify, ann, { cameraId })
  await postClip(hub.fastify, ann, { cameraId: 'nonsense' })
  expect(await seriesOf('nightjar_cameras{state="online"}')).toBe(1)
  expect(await seriesOf('nightjar_cameras{state="all"}')).toBe(2)
  expect(await seriesOf('nightjar_uploads_total{kind="clip"}')).toBe(1)
  expect(await seriesOf('nightjar_uploads_total{kind="snapshot"}')).toBe(1)
  expect(await seriesOf('nightjar_upload_bytes_total{kind="clip"}')).toBeGreaterThan(1000)
  expect(await seriesOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(await seriesOf('process_cpu_seconds_total')).toBeGreaterThan(0)
  hub.clock.advance(31_000)
  expect(await seriesOf('nightjar_cameras{state="online"}')).toBe(0)
  const ran: string[] = []
  hub.hub.jobs.add({ name: 'probe', everyMs: 1000, run: async () => void ran.push('probe') })
  await hub.hub.jobs.runNow('probe')
  expect(await seriesOf('nightjar_job_rounds_total{job="probe",outcome="done"}')).toBe(1)
})

const others: readonly (readonly [string, Asker])[] = [
  ['another machine', { remoteAddress: '203.0.113.7' }],
  ['the internet through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['a page of the internet in a browser on this machine', { headers: { host: 'evil.example.org' } }],
]
test.each(others)('the figures are not for %s (OPS-01)', async (_who, options) => {
  const answer = await scrape(options)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found'])
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('they are for this machine: %s', async (remoteAddress) => {
  expect((await scrape({ remoteAddress })).statusCode).toBe(200)
})

test('healthz tells the version to this machine, and to nobody else (REL-10)', async () => {
  const [{ db, metrics }, fastify] = [await openFigures(), Fastify()]
  operationRoutes(fastify, { db, log: fastify.log, metrics, mqtt: null, version: '1.2.3' })
  const told = async (options: Asker) => (await fastify.inject({ url: '/healthz', ...options })).json()
  expect(await told({})).toEqual({ status: 'ok', version: '1.2.3' })
  for (const options of others.map(([, one]) => one)) expect(await told(options)).toEqual({ status: 'ok' })
  await fastify.close()
})

test('healthz asks the database, and says so when it does not answer (OPS-01)', async () => {
  expect((await hub.fastify.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' })
  const { db, metrics } = await openFigures()
  const fastify = Fastify()
  await fastify.register(errorAnswers)
  operationRoutes(fastify, { db, log: fastify.log, metrics, mqtt: null, version: null })
  expect((await fastify.inject({ url: '/healthz' })).statusCode).toBe(200)
  await db.destroy()
  const answer = await fastify.inject({ url: '/healthz' })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  await fastify.close()
})
