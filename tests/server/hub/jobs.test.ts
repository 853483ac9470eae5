import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../../server/db/schema'
import { takeJobLease } from '../../../server/hub/job-lease-rows'
import { Jobs } from '../../../server/hub/jobs'
import type { Job } from '../../../server/lib/job'
import { forgetDatabase, openTestDatabase } from '../support/database'
import { type ManualClock, manualClock } from '../support/hub'

let folder: string
let db: Db
let clock: ManualClock
let problems: string[]
const started: Jobs[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nightjar-jobs-'))
  db = await openTestDatabase(folder)
  clock = manualClock()
  problems = []
})
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.close()
  await db.destroy()
  await forgetDatabase(folder)
  await rm(folder, { recursive: true, force: true })
})

function hubWith(job: Job, hasTimers = false, isShared = true, shared = db): Jobs {
  const log = Fastify({ logger: { level: 'error', stream: { write: (line: string) => problems.push(line) } } }).log
  const jobs = new Jobs({ db: shared, clock, log, hasTimers, isShared })
  jobs.add(job)
  started.push(jobs)
  return jobs
}

/** A job whose rounds end when told to. */
function heldJob() {
  const rounds: (() => void)[] = []
  const run = vi.fn((signal: AbortSignal) => {
    return new Promise<void>((resolve) => {
      rounds.push(resolve)
      signal.addEventListener('abort', () => resolve())
    })
  })
  return { job: { name: 'held', everyMs: 60_000, run }, run, rounds }
}

test('two hubs on one database run a round once (OPS-08)', async () => {
  const first = heldJob()
  const second = heldJob()
  const round = hubWith(first.job).runNow('held')
  await vi.waitFor(() => expect(first.run).toHaveBeenCalledOnce())
  const other = hubWith(second.job)
  await other.runNow('held')
  expect(second.run).not.toHaveBeenCalled()
  first.rounds[0]?.()
  await round
  const next = other.runNow('held')
  await vi.waitFor(() => expect(second.run).toHaveBeenCalledOnce())
  second.rounds[0]?.()
  await next
})

test('a hub alone on its database writes no leases: an idle one costs next to nothing', async () => {
  const run = vi.fn(async () => undefined)
  await hubWith({ name: 'alone', everyMs: 1_000, run }, false, false).runNow('alone')
  expect(run).toHaveBeenCalledOnce()
  expect(await db.selectFrom('job_leases').selectAll().execute()).toEqual([])
})

test('the job of a hub that died goes to another after a minute', async () => {
  const nowMs = clock.now()
  await takeJobLease(db, { name: 'held', holder: 'a hub that died', nowMs, untilMs: nowMs + 60_000 })
  const run = vi.fn(async () => undefined)
  const jobs = hubWith({ name: 'held', everyMs: 1_000, run })
  clock.advance(59_999)
  await jobs.runNow('held')
  expect(run).not.toHaveBeenCalled()
  clock.advance(1)
  await jobs.runNow('held')
  expect(run).toHaveBeenCalledOnce()
})

test('a job that was taken by a clock that was ahead goes to another when the clock is right, not when that time comes', async () => {
  const DAY_MS = 24 * 3_600_000
  const aheadMs = clock.now() + DAY_MS
  await takeJobLease(db, { name: 'held', holder: 'a hub that died', nowMs: aheadMs, untilMs: aheadMs + 60_000 })
  const run = vi.fn(async () => undefined)
  await hubWith({ name: 'held', everyMs: 1_000, run }).runNow('held')
  expect(run).toHaveBeenCalledOnce()
})

test('the job of a hub whose clock is a minute ahead is its own', async () => {
  const aheadMs = clock.now() + 60_000
  await takeJobLease(db, { name: 'held', holder: 'another hub', nowMs: aheadMs, untilMs: aheadMs + 60_000 })
  const run = vi.fn(async () => undefined)
  await hubWith({ name: 'held', everyMs: 1_000, run }).runNow('held')
  expect(run).not.toHaveBeenCalled()
})

test('comes again at its time and sooner when nudged, also while a round is in progress', async () => {
  const { job, run, rounds } = heldJob()
  hubWith({ ...job, everyMs: 20 }, true)
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  rounds[0]?.()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  const slow = heldJob()
  const nudged = hubWith({ ...slow.job, name: 'slow' }, true)
  nudged.nudge('slow')
  await vi.waitFor(() => expect(slow.run).toHaveBeenCalledTimes(1))
  nudged.nudge('slow')
  slow.rounds[0]?.()
  await vi.waitFor(() => expect(slow.run).toHaveBeenCalledTimes(2))
})

test('a nudge while another hub runs a round is not lost: it is looked for again until its turn (OPS-08)', async () => {
  const first = heldJob()
  const round = hubWith(first.job).runNow('held')
  await vi.waitFor(() => expect(first.run).toHaveBeenCalledOnce())
  const second = heldJob()
  const nudged = hubWith(second.job, true)
  nudged.nudge('held')
  // Long enough for its first look, which finds the other at work.
  await new Promise((resolve) => setTimeout(resolve, 200))
  first.rounds[0]?.()
  await round
  await vi.waitFor(() => expect(second.run).toHaveBeenCalledOnce(), { timeout: 5_000 })
  second.rounds[0]?.()
})

test('a round that fails is logged and tried again', async () => {
  const run = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('the disk is away'))
  hubWith({ name: 'shaky', everyMs: 10, run }, true)
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(1))
  expect(problems.join('')).toContain('the disk is away')
})

test('closing tells the round in progress to end, waits for it and starts no other', async () => {
  const { job, run } = heldJob()
  const jobs = hubWith({ ...job, everyMs: 5 }, true)
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
  await jobs.close()
  jobs.nudge('held')
  expect(run).toHaveBeenCalledOnce()
  expect(await takeJobLease(db, { name: 'held', holder: 'next', nowMs: clock.now(), untilMs: clock.now() + 1 })).toBe(
    true,
  )
})

test('a round ends when another hub has taken its job (OPS-08)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { job, run } = heldJob()
    const round = hubWith(job).runNow('held')
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    // Cut off from the database for longer than the lease.
    clock.advance(61_000)
    const lease = { name: 'held', holder: 'next', nowMs: clock.now(), untilMs: clock.now() + 60_000 }
    expect(await takeJobLease(db, lease)).toBe(true)
    vi.advanceTimersByTime(20_000)
    await round
    expect(run.mock.calls[0]?.[0].aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('a round ends once its hub has been cut off from the database for as long as it holds the job (OPS-08)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    let isCut = false
    const cutting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (isCut) throw new Error('the database is away')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { job, run } = heldJob()
    const round = hubWith(job, false, true, db.withPlugin(cutting)).runNow('held')
    // The lease cannot be given back either.
    const ended = expect(round).rejects.toThrow('away')
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    isCut = true
    const states: boolean[] = []
    for (let passedMs = 0; passedMs < 60_000; passedMs += 20_000) {
      clock.advance(20_000)
      await vi.advanceTimersByTimeAsync(20_000)
      states.push(run.mock.calls[0]?.[0].aborted ?? false)
    }
    await ended
    isCut = false
    expect(states).toEqual([false, false, true])
  } finally {
    vi.useRealTimers()
  }
})
