import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SettingsButton } from '../../../src/screens/cameras/settings-button'
import { camerasQueryAtom } from '../../../src/state/cameras/camera-list'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { only, slow } from '../../support/scenarios'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'PRO' })
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

  it('leaves the dialog of another camera open where an earlier Save is answered late', async () => {
    await act(() => import('../../../src/screens/cameras/settings/settings-dialog'))
    await cameraOnHub(app, 'Yard')
    await app.store.get(camerasQueryAtom).refetch()
    const cameras = app.store.get(camerasQueryAtom).data ?? []
    show(
      <Provider store={app.store}>
        {cameras.map((camera) => (
          <SettingsButton key={camera.id} camera={camera} />
        ))}
      </Provider>,
    )
    await act(() => app.settle())
    const open = async (index: number) => {
      const button = screen.getAllByRole('button', { name: 'Settings', hidden: true })[index]
      if (button !== undefined) fireEvent.click(button)
      await waitFor(() =>
        expect(screen.getByRole('dialog', { name: `Settings of ${cameras[index]?.name}` })).toBeDefined(),
      )
    }
    const line = slow()
    const stop = app.backend.play(only(`PUT /cameras/${cameras[0]?.id}`, line.scenario))
    await open(0)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await line.arrived()
    stop()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await open(1)
    fireEvent.change(screen.getByLabelText('Location'), { target: { value: 'Behind the shed' } })
    line.letGo()
    await act(() => app.settle())
    expect(app.toasts).toMatchObject([{ kind: 'success' }])
    expect(screen.getByLabelText('Location')).toHaveProperty('value', 'Behind the shed')
  })
})
