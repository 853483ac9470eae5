import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModeChange, ModeSpanRow, ModesAnswer } from '../../../src/contract/modes/modes'
import { makeToken } from '../support/api-tokens'
import { addCamera, type Caller, send } from '../support/calls'
import { startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { addEras, storedEra } from './stored-eras'

const HOUR_MS = 3_600_000

let hub: TestHub
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
})
afterEach(() => hub.close())

const put = (by: Caller, change: ModeChange) => send(hub.fastify, by, 'PUT', '/modes', change)
async function change(by: Caller, wanted: ModeChange): Promise<void> {
  expect((await put(by, wanted)).statusCode).toBe(200)
}
/** Up to now. */
async function history(by: Caller, dateStart: string) {
  const dateEnd = new Date(hub.clock.now()).toISOString()
  const answer = await send(hub.fastify, by, 'GET', `/modes/history?dateStart=${dateStart}&dateEnd=${dateEnd}`)
  return answer.json<{ spans: ModeSpanRow[] }>().spans
}

test('the history counts the cameras that were there at the time: those that come or go later change nothing of it (MODE-10)', async () => {
  const before = await hub.signIn()
  const door = await addCamera(hub.fastify, before)
  await change(before, { choice: { mode: 'off', lasts: 'for-good' } })
  let ann = await later(hub, before, HOUR_MS)
  const yard = await addCamera(hub.fastify, ann, 'Yard')
  await change(ann, { rules: [{ cameraId: yard.id, mode: 'off', records: true, notifies: false }] })
  ann = await later(hub, ann, HOUR_MS)
  await send(hub.fastify, ann, 'DELETE', `/cameras/${yard.id}`)
  ann = await later(hub, ann, HOUR_MS)
  const day = new Date(hub.clock.now() - 3 * HOUR_MS).toISOString()
  const spans = await history(ann, day)
  const lengths = spans.map(({ from, until }) => (Date.parse(until) - Date.parse(from)) / HOUR_MS)
  expect([lengths, spans.map(({ isNothingRecorded }) => isNothingRecorded)]).toEqual([
    [1, 1, 1],
    [true, false, true],
  ])
  for (const { unrecordedCameraIds } of spans) expect(unrecordedCameraIds).toEqual([door.id])
  // What the next change takes away with the camera that is gone is no other time.
  await change(ann, { snooze: '1h' })
  hub.clock.advance(60_000)
  expect(await history(ann, new Date(hub.clock.now() - HOUR_MS).toISOString())).toHaveLength(1)
})

test('of programs 1,000 changes are taken within a day: automation that answers itself holds up nobody (MODE-08)', async () => {
  const before = await hub.signIn()
  await change(before, { choice: { mode: 'away', lasts: 'for-good' } })
  const { settings } = await storedEra(hub, before)
  await addEras(hub, before, 999, () => ({ from_at: hub.clock.now(), settings }))
  const script = await makeToken(hub.fastify, before, ['write'])
  const refused = await put(script, { choice: { mode: 'off' } })
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
  expect(refused.json().message).toMatch(/^The modes were changed 1000 times within a day: .* Try again in 24 hours\.$/)
  // Whoever is signed in goes on: what an automation has left must not stay for a day.
  await change(before, { choice: { mode: 'away' } })
  await change(before, { choice: { mode: 'away', lasts: 'for-good' } })
  // What changes nothing is taken.
  expect((await put(script, { choice: { mode: 'away', lasts: 'for-good' } })).statusCode).toBe(200)
  hub.clock.advance(24 * HOUR_MS)
  expect((await put(script, { choice: { mode: 'off' } })).statusCode).toBe(200)
})

test('programs are told of a mode without who chose it, now and in the history (TOKEN-05)', async () => {
  const ann = await hub.signIn()
  const script = await makeToken(hub.fastify, ann, ['read', 'write'])
  await change(ann, { choice: { mode: 'away', lasts: 'for-good' } })
  hub.clock.advance(60_000)
  const told = [await send(hub.fastify, script, 'GET', '/modes'), await put(script, { snooze: '1h' })]
  for (const answer of told) {
    const { inForce, choice } = answer.json<ModesAnswer>()
    expect(inForce.words).toBe('Away, chosen by hand at 12:00, until somebody changes it')
    expect([choice?.mode, choice?.chosenBy]).toEqual(['away', ''])
    expect(answer.body).not.toContain(ann.email)
  }
  const day = new Date(hub.clock.now() - HOUR_MS).toISOString()
  expect((await history(script, day)).at(-1)).toMatchObject({ mode: 'away', why: 'hand', by: '' })
  expect((await history(ann, day)).at(-1)).toMatchObject({ mode: 'away', why: 'hand', by: ann.email })
})
