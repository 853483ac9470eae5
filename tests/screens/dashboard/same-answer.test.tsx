import { act } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Activity } from '../../../src/screens/dashboard/activity'
import { RecentActivity } from '../../../src/screens/dashboard/recent-activity'
import { WatchRow } from '../../../src/screens/dashboard/watch-row'
import { cameraOnHub, clipsOnHub, snapshotOnHub } from '../../state/support/hub-data'
import { holdTimers, pass, startApp, type TestApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

let app: TestApp
let cameraId: string
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  cameraId = (await cameraOnHub(app)).id
  await snapshotOnHub(app, cameraId)
  await clipsOnHub(app, cameraId, 2)
})
afterEach(async () => {
  await app.close()
  vi.useRealTimers()
})

it('a poll with the same answer has nothing of the dashboard drawn anew, one with another what shows it (LESS-12)', async () => {
  holdTimers(app.backend.hub.clock.now())
  const drawn = vi.fn()
  const piece = (name: string, element: React.ReactNode) => (
    <Profiler id={name} onRender={(id) => drawn(id)}>
      {element}
    </Profiler>
  )
  await showScreen(
    app,
    <>
      {piece('row', <WatchRow />)}
      {piece('strip', <Activity />)}
      {piece('list', <RecentActivity />)}
    </>,
  )
  const reads = () =>
    ['notifications', 'screenshots', 'cameras'].map((what) => app.backend.sentTo(`GET /${what}`).length)
  drawn.mockClear()
  const before = reads()
  // Each is read once at least; the ages in words go on each 10 s.
  await act(() => pass(app, 9_990))
  expect(reads().map((count, index) => count > (before[index] ?? 0))).toEqual([true, true, false])
  expect(drawn).not.toHaveBeenCalled()
  await clipsOnHub(app, cameraId, 1, 5)
  await snapshotOnHub(app, cameraId)
  await act(() => pass(app, 4_000))
  expect([...new Set(drawn.mock.calls.flat())].sort()).toEqual(['list', 'row', 'strip'])
})
