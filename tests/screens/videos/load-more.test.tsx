import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import VideosScreen from '../../../src/screens/videos'
import { isFocusLost, keepFocus } from '../../../src/ui/layout/focus-keeper'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { startApp } from '../../support/app'
import { showScreen } from '../../support/show-screen'

it('the press that leaves nothing more to load leads on to the first recording that it brought (VID-14, UI-04)', async () => {
  const app = await startApp()
  await app.signIn()
  await clipsOnHub(app, (await cameraOnHub(app)).id, 8)
  const { container } = await showScreen(app, <VideosScreen />)
  const end = keepFocus(container)
  const more = screen.getByRole('button', { name: 'Load More' })
  await act(async () => {
    more.focus()
    fireEvent.click(more)
    await app.settle()
  })
  await waitFor(() => expect(isFocusLost()).toBe(false), { timeout: 5_000 })
  const cards = screen.getAllByRole('article')
  const at = cards.findIndex((card) => card.contains(document.activeElement))
  expect([more.isConnected, cards.length, at]).toEqual([false, 8, 6])
  end()
  await app.close()
})
