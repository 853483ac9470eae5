import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { queryClientAtom } from 'jotai-tanstack-query'
import { afterEach, expect, it } from 'vitest'
import { Shell } from '../../src/app/shell/shell'
import LiveWall from '../../src/screens/live'
import LoginScreen from '../../src/screens/login'
import { requestCodeAtom, verifyCodeAtom } from '../../src/state/sign-in/sign-in'
import { codeIn } from '../server/support/hub'
import { startWatching } from '../state/live/support'
import { cameraOnHub } from '../state/support/hub-data'
import { startApp } from '../support/app'
import { fakePasskeys } from '../support/browser/fake-passkeys'
import { showScreen } from '../support/show-screen'

const EMAIL = 'ann@example.org'

afterEach(() => history.replaceState(null, '', '/'))

/** As a key does it. */
async function press(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.focus()
    fireEvent.click(button)
  })
  await waitFor(() => expect(button.isConnected).toBe(false))
}

it.each(['Later', 'Not on This Device'])(
  '“%s”, which takes the offer of a passkey away, leaves the focus to the screen below (UI-04)',
  async (name) => {
    const app = await startApp({ services: { passkeys: fakePasskeys() } })
    await app.store.set(requestCodeAtom, EMAIL)
    await app.store.set(verifyCodeAtom, EMAIL, codeIn(app.backend.hub.mails, EMAIL))
    await showScreen(app, <Shell>The screen</Shell>)
    await press(await screen.findByRole('button', { name }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    await app.close()
  },
)

it('a banner above the sign-in leaves it likewise (UI-04)', async () => {
  const app = await startApp()
  await showScreen(app, <LoginScreen />)
  await press(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  await app.close()
})

it('a page of the kiosk that turns leaves it to the camera that comes in the place (LIVE-87, UI-04)', async () => {
  history.replaceState(null, '', '/live?kiosk')
  const watching = await startWatching({ tier: 'TEAM' })
  for (const name of ['Garage', 'Yard', 'Cellar', 'Porch']) await cameraOnHub(watching.app, name)
  await watching.app.store.get(queryClientAtom).invalidateQueries()
  await showScreen(
    watching.app,
    <Shell>
      <LiveWall />
    </Shell>,
  )
  const garage = await screen.findByRole('button', { name: 'Open Garage' })
  act(() => garage.focus())
  await act(async () => void fireEvent.keyDown(garage, { key: 'ArrowRight' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open Porch' })))
  await watching.close()
})
