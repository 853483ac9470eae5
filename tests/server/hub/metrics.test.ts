import { afterEach, beforeEach, expect, test } from 'vitest'
import { addCamera, send } from '../support/calls'
import { postClip, postSnapshot } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

let hub: TestHub
let ann: SignedInUser
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
})
afterEach(() => hub.close())

const scrape = () => hub.fastify.inject({ url: '/metrics' })

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
