import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionAtom } from '../../src/state/session'
import { startApp, type TestApp } from '../support/app'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

test('a tab without a token is signed out (spec 4, SESS-03)', async () => {
  expect(app.store.get(sessionAtom)).toEqual({ phase: 'signed-out' })
  await app.signIn()
  expect(app.store.get(sessionAtom)).toMatchObject({ phase: 'signed-in', email: 'ann@example.org' })
})
