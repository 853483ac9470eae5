import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SettingsButton } from '../../../src/screens/cameras/settings-button'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  await cameraOnHub(app)
  app.watch(camerasQueryAtom)
  await app.settle()
})
afterEach(() => app.close())

function showButton() {
  const [camera] = app.store.get(camerasQueryAtom).data ?? []
  if (camera === undefined) throw new Error('no camera')
  return show(
    <Provider store={app.store}>
      <SettingsButton camera={camera} />
    </Provider>,
  )
}

describe('the Settings button of a card', () => {
  it('opens nothing by itself after its screen was left with the dialog open', async () => {
    await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
    const { unmount } = showButton()
    await act(() => app.settle())
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
    await waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
    unmount()
    showButton()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
