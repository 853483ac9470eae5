import { act, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, it } from 'vitest'
import { WakeLockNotice } from '../../../src/screens/cameras/wake-lock-notice'
import { wakeLockAtom } from '../../../src/state/capture/wake-lock'
import { show } from '../../support/render'

function showNotice() {
  const store = createStore()
  const { container } = show(
    <Provider store={store}>
      <WakeLockNotice />
    </Provider>,
  )
  return { store, container }
}

it('a refused wake lock is told with what helps, until it is held', () => {
  const { store, container } = showNotice()
  expect(container.textContent).toBe('')
  act(() => store.set(wakeLockAtom, { phase: 'refused' }))
  expect(screen.getByRole('status').textContent).toMatch(/the browser refused to keep it awake.*battery saver/)
  act(() => store.set(wakeLockAtom, { phase: 'held' }))
  expect(container.textContent).toBe('')
})

it('a browser without wake locks is told of, too', () => {
  const { store } = showNotice()
  act(() => store.set(wakeLockAtom, { phase: 'unsupported' }))
  expect(screen.getByRole('status').textContent).toMatch(/cannot keep it awake.*never to sleep/)
})
