import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { modesQueryAtom } from '../../../src/state/modes/modes'
import {
  addSwitchAtom,
  discardScheduleDraftAtom,
  editedScheduleAtom,
  isScheduleChangedAtom,
  saveScheduleAtom,
} from '../../../src/state/modes/schedule-draft'
import { send } from '../../server/support/calls'
import { startApp, type TestApp } from '../../support/app'
import { userOf } from '../support/hub-data'

const tuesday = { days: [2], time: '08:00', mode: 'away' as const }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  app.watch(modesQueryAtom)
  // The first answer of any call tells what the provider offers.
  await app.services.http.send(calls.cameras.list, {})
  await app.settle()
})
afterEach(() => app.close())

const elsewhere = async (schedule: object = { timeZone: 'UTC', switches: [tuesday] }) => {
  const body = { schedule }
  expect((await send(app.backend.hub.fastify, userOf(app), 'PUT', '/modes', body)).statusCode).toBe(200)
  await app.store.get(modesQueryAtom).refetch()
  await app.settle()
}
const isChanged = () => app.store.get(isScheduleChangedAtom)

test('a draft says that somebody has saved another schedule since it was begun (MODE-14)', async () => {
  expect(isChanged()).toBe(false)
  app.store.set(addSwitchAtom)
  expect(isChanged()).toBe(false)
  await elsewhere()
  expect(isChanged()).toBe(true)
  app.store.set(addSwitchAtom)
  expect(isChanged()).toBe(true)
  app.store.set(discardScheduleDraftAtom)
  expect([isChanged(), app.store.get(editedScheduleAtom).rows]).toEqual([false, [{ ...tuesday, key: 0 }]])
})

test('what the hub has of a save whose answer was lost is no other schedule (MODE-14)', async () => {
  app.store.set(addSwitchAtom)
  const { timeZone, rows } = app.store.get(editedScheduleAtom)
  const switches = rows.map(({ days, time, mode }) => ({ days: [...days], time, mode }))
  await elsewhere({ timeZone, switches })
  expect(isChanged()).toBe(false)
})

test('its own saving is not somebody else’s, also where it was changed on meanwhile (MODE-14)', async () => {
  app.store.set(addSwitchAtom)
  const saving = app.store.set(saveScheduleAtom)
  app.store.set(addSwitchAtom)
  await saving
  expect([isChanged(), app.store.get(editedScheduleAtom).rows.length]).toEqual([false, 2])
  await app.store.set(saveScheduleAtom)
  expect([isChanged(), app.store.get(editedScheduleAtom).rows.length]).toEqual([false, 2])
})
