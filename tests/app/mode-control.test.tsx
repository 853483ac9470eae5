import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { ModeControl } from '../../src/app/shell/mode-control'
import { camerasQueryAtom } from '../../src/state/cameras/camera-list'
import { startModeService } from '../../src/state/modes/mode-clock'
import { startApp, type TestApp } from '../support/app'
import { show } from '../support/render'
import { offline, only, slow } from '../support/scenarios'
import { showScreen } from '../support/show-screen'

let app: TestApp
let next: TestApp
let ends: (() => void)[] = []
/** A page that is opened where an earlier one of this browser has kept the mode. */
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  ends = [startModeService(app.store)]
  app.watch(camerasQueryAtom)
  await app.settle()
  await showScreen(app, <ModeControl look="wide" />)
  cleanup()
  next = await startApp({ backend: app.backend, storage: app.storage })
  ends.push(startModeService(next.store))
})
afterEach(async () => {
  for (const end of ends) end()
  await next.close()
  await app.close()
})

const showNext = () =>
  show(
    <Provider store={next.store}>
      <ModeControl look="bar" />
    </Provider>,
  )
const button = () => screen.getByRole('button', { name: /^Mode: / })
const openMenu = async () => {
  await act(async () => fireEvent.click(button()))
  return screen.getByRole('menu')
}

it('calls a mode that is kept the last known only once the hub does not answer (MODE-13)', async () => {
  const line = slow()
  next.backend.play(only('GET /modes', line.scenario))
  showNext()
  await act(() => line.arrived())
  expect(button().getAttribute('aria-label')).toBe('Mode: Armed')
  expect((await openMenu()).textContent).not.toMatch(/Last known|does not answer/)
  line.letGo()
  await act(() => next.settle())
  expect(screen.getByRole('menu').textContent).toContain('Armed, as nobody has chosen another mode.')
})

it('says of a mode that it is the last known where the hub does not answer (MODE-13)', async () => {
  next.backend.play(offline)
  next.watch(camerasQueryAtom)
  showNext()
  await act(() => next.settle())
  expect(button().getAttribute('aria-label')).toBe('Mode: Armed, as last known')
  expect((await openMenu()).textContent).toContain(
    'Last known: Armed, as nobody has chosen another mode. The hub does not answer.',
  )
})

it('goes with the screen that it was opened on (MODE-13)', async () => {
  showNext()
  await openMenu()
  await act(async () => navigate('/events'))
  expect(screen.queryByRole('menu')).toBeNull()
  await openMenu()
})
