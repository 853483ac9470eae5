import { act, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import DashboardScreen from '../../../src/screens/dashboard'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { only, slow } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

const MOTIONLESS = '2 of them do not look for motion.'
const MODE = 'Armed, as nobody has chosen another mode'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
  await app.signIn()
  app.services.session.endTour('dashboard')
  await cameraOnHub(app, 'Front Door')
  await cameraOnHub(app, 'Yard')
  const { unmount } = await showScreen(app, <DashboardScreen />)
  expect([shown(MOTIONLESS), shown(MODE)]).toEqual([true, true])
  unmount()
})
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await app.close()
})

/** Whether a line has room, and shows; null: it has none. */
function shown(text: string): boolean | null {
  const line = screen.queryByText(text)
  return line && getComputedStyle(line).visibility !== 'hidden'
}

it.each([
  ['the cameras', 'GET /cameras', MOTIONLESS],
  ['the modes', 'GET /modes', MODE],
])(
  'keeps room in the status for what it says once %s come, and calls nothing the last known before (DASH-26, MODE-13, UI-03)',
  async (_, call, words) => {
    const line = slow()
    app.backend.play(only(call, line.scenario))
    const next = await startApp({ backend: app.backend, storage: app.storage })
    ends.push(line.letGo, next.close)
    show(
      <Provider store={next.store}>
        <DashboardScreen />
      </Provider>,
    )
    await act(() => line.arrived())
    expect([shown(words), screen.queryByText(/Last known/)]).toEqual([false, null])
    // Where fewer pictures stand beside it, its words need fewer lines.
    if (call === 'GET /cameras') expect(screen.getAllByLabelText('Loading')[0]?.childElementCount).toBe(2)
    line.letGo()
    await act(() => next.settle())
    expect(shown(words)).toBe(true)
  },
)
