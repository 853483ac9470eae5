import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseRefusalOf } from '../../../server/db/failures'
import { failDisk } from '../../faults/preload/failing-disk.mjs'
import { addCamera, listEvents, listVideos } from '../support/calls'
import { jpeg, postClip, webm } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'

const MOST_STEPS = 50
const bytes = webm(100_000)
const thumbnail = jpeg().toString('base64')

type Orders = ReturnType<Parameters<typeof failDisk>[0]['orders']>

let hub: TestHub
let ann: SignedInUser
let cameraId: string
let orders: Orders = null
let steps: string[] = []
let restore: () => void
beforeEach(async () => {
  hub = await startTestHub({ tier: 'PRO' })
  ann = await hub.signIn()
  cameraId = (await addCamera(hub.fastify, ann)).id
  steps = []
  restore = await failDisk({ folder: hub.dataDir, orders: () => orders, note: ({ step }) => steps.push(step) })
})
afterEach(async () => {
  orders = null
  restore()
  await hub.close()
})

async function files(): Promise<string[]> {
  const entries = await Promise.all(
    ['blobs', 'incoming'].map((name) => readdir(join(hub.dataDir, name), { recursive: true, withFileTypes: true })),
  )
  return entries.flat().flatMap((entry) => (entry.isFile() ? [entry.name] : []))
}

const upload = (clipId: string) => postClip(hub.fastify, ann, { cameraId, bytes, fields: { clipId, thumbnail } })

/** Sends a clip with each step of its way to the disk failing in turn; resolves to the names of those steps. */
async function sweep(code: 'ENOSPC' | 'EIO', isAcross: boolean): Promise<readonly string[]> {
  for (let nth = 1; nth <= MOST_STEPS; nth++) {
    const clipId = `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
    const before = await files()
    orders = { id: clipId, nth, code, isAcross }
    const answer = await upload(clipId)
    orders = null
    if (steps.length < nth) {
      expect(answer.statusCode).toBe(201)
      return steps
    }
    expect([steps.at(-1), answer.statusCode, answer.json().code]).toEqual([steps.at(-1), 503, 'unavailable'])
    // Every 503 says when to come back (SCALE-12).
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(5)
    expect(await files()).toEqual(before)
    expect((await listVideos(hub.fastify, ann)).total).toBe(nth - 1)
    expect((await upload(clipId)).statusCode).toBe(201)
    expect((await listEvents(hub.fastify, ann)).total).toBe(nth)
  }
  return expect.unreachable('an upload takes fewer steps')
}

const toPlace = ['open', 'write', 'sync', 'mkdir', 'rename', 'sync']

test.each(['ENOSPC', 'EIO'] as const)(
  '%s at any step of an upload leaves nothing, says so, and passes (HUB-15)',
  async (code) => {
    // The clip, then its picture.
    expect(await sweep(code, false)).toEqual([...toPlace, ...toPlace])
  },
)

test('the same where recordings lie on another disk (HUB-15)', async () => {
  const steps = await sweep('ENOSPC', true)
  expect(steps.filter((step) => step === 'copyFile')).toHaveLength(2)
})

test('SQLite that cannot write says so, whatever it was about to do (HUB-15)', () => {
  const IOERR_FSYNC = 1034
  const problem = Object.assign(new Error('disk I/O error'), { errcode: IOERR_FSYNC })
  expect(databaseRefusalOf(problem)).toMatchObject({ status: 503, message: expect.stringContaining('disk') })
})
