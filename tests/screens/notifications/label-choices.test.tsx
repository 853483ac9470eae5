import { cleanup, screen } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import NotificationsScreen from '../../../src/screens/notifications'
import { offering } from '../../state/support/offering'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { answers, only, slow } from '../../support/scenarios'
import { pressOn, showScreen } from '../../support/show-screen'

const specified = { notifyOnMotion: true, notifyOnPerson: true, notifyOnAlert: true, notifyOnError: false }

let app: TestApp
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  const config = { ...specified, notifyOnAnimal: false, notifyOnVehicle: true }
  app.backend.play(only('GET /wsconfig', answers(200, config)))
  app.backend.play(only('PUT /wsconfig/notifications', answers(200, {})))
})
afterEach(() => app.close())

const PUT = 'PUT /wsconfig/notifications'
const names = ['Motion Detection', 'Person Detection', 'Security Alerts', 'System Status', 'Animals', 'Vehicles']
const switches = () =>
  screen
    .getAllByRole<HTMLInputElement>('switch')
    .flatMap((input) => names.filter((name) => input.labels?.[0]?.textContent?.startsWith(name)))
const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name })
const press = (name: string) => pressOn(app, toggle(name))

it('animals and vehicles have switches after the specified ones, as the provider has them (LABEL-08)', async () => {
  app.backend.play(offering('label-choices'))
  await showScreen(app, <NotificationsScreen />)
  expect([switches(), toggle('Animals').checked, toggle('Vehicles').checked]).toEqual([names, false, true])
  expect(screen.getByText('A camera sees a cat, dog, bird or horse')).toBeDefined()
})

it('they stand there from the first paint of a page that the provider had offered them to before (LABEL-08)', async () => {
  await showScreen(app, <NotificationsScreen />)
  cleanup()
  const line = slow()
  app.backend.play(line.scenario)
  const later = await startApp({ backend: app.backend, storage: app.storage })
  show(
    <Provider store={later.store}>
      <NotificationsScreen />
    </Provider>,
  )
  expect(switches()).toEqual(names)
  line.letGo()
  await later.close()
})

it('each saves at once, with all of the others as they are (LABEL-08)', async () => {
  app.backend.play(offering('label-choices'))
  await showScreen(app, <NotificationsScreen />)
  for (const name of ['Animals', 'Vehicles', 'System Status']) {
    await press(name)
    app.backend.play(only('GET /wsconfig', answers(200, JSON.stringify(app.backend.sentTo(PUT).at(-1)?.json))))
  }
  expect(app.backend.sentTo(PUT).map(({ json }) => json)).toEqual([
    { ...specified, notifyOnAnimal: true, notifyOnVehicle: true },
    { ...specified, notifyOnAnimal: true, notifyOnVehicle: false },
    { ...specified, notifyOnError: true, notifyOnAnimal: true, notifyOnVehicle: false },
  ])
  expect(app.toasts.at(0)?.text).toBe('Notification setting notifyOnAnimal updated successfully')
})

it('a provider without them shows the four, and is sent the four, whatever it answers (LABEL-08, EXT-02)', async () => {
  app.backend.play(offering())
  await showScreen(app, <NotificationsScreen />)
  expect(switches()).toEqual(names.slice(0, 4))
  expect(screen.getByText('Something moves in front of a camera')).toBeDefined()
  await press('System Status')
  expect(app.backend.sentTo(PUT).map(({ json }) => json)).toEqual([{ ...specified, notifyOnError: true }])
})
