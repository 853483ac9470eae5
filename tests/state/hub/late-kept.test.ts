import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { modesQueryAtom } from '../../../src/state/modes/modes'
import { signOutAtom } from '../../../src/state/sign-in/session'
import { startApp, type TestApp } from '../../support/app'
import { only, slow } from '../../support/scenarios'
import { cameraOnHub } from '../support/hub-data'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn('ann@example.org')
  await cameraOnHub(app, 'Ann’s bedroom')
})
afterEach(() => app.close())

describe.each([
  ['cameras', 'GET /cameras', camerasQueryAtom],
  ['modes', 'GET /modes', modesQueryAtom],
])('%s that one user asked for, and that come late', (name, call, query) => {
  const kept = () => app.storage.getItem(`nightjar:${name}`)
  /** Ann's answer is on its way. */
  async function asked() {
    const line = slow()
    const undo = app.backend.play(only(call, line.scenario))
    // The modes are asked for once it is heard that the hub has any.
    app.watch(query, camerasQueryAtom)
    await line.arrived()
    undo()
    return line
  }

  test('are not kept as the next one’s (UI-12)', async () => {
    const line = await asked()
    // Straight to Bob, as by a pairing link, or by another tab.
    await app.signIn('bob@example.org')
    await app.until<{ readonly data: unknown }>(query, ({ data }) => data !== undefined)
    const before = kept()
    line.letGo()
    await app.settle()
    expect([before, kept()]).toEqual([expect.any(String), before])
  })

  test('leave those kept that the next one reads (UI-12)', async () => {
    const line = slow()
    const undo = app.backend.play(only(call, line.scenario))
    const ends = [query, camerasQueryAtom].map((each) => app.store.sub(each, () => undefined))
    await line.arrived()
    undo()
    for (const end of ends) end()
    await app.signIn('bob@example.org')
    // Before anything of his is read.
    line.letGo()
    await app.settle()
    app.watch(query, camerasQueryAtom)
    await app.until<{ readonly data: unknown }>(query, ({ data }) => data !== undefined)
    await app.settle()
    expect(kept()).toContain('bob@example.org')
  })

  test('are not kept after a sign-out (UI-12)', async () => {
    const line = await asked()
    app.store.set(signOutAtom)
    line.letGo()
    await app.settle()
    expect(kept()).toBeNull()
  })
})
