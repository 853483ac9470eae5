import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/lib/durations'
import { modes, modeTitles } from '../../../src/lib/modes/mode'
import ModesScreen from '../../../src/screens/modes'
import { startModeService } from '../../../src/state/modes/mode-clock'
import { send } from '../../server/support/calls'
import { cameraOnHub, userOf } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { show } from '../../support/render'
import { only, slow, withoutExtensions } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
let end: () => void
beforeEach(async () => {
  app = await startApp()
  await app.signIn()
  end = startModeService(app.store)
})
afterEach(async () => {
  end()
  await app.close()
})

/** As by its address: nothing was heard of the hub before. */
async function open() {
  await showScreen(app, <ModesScreen />)
}
async function press(name: string, role: 'button' | 'switch' = 'button') {
  await act(async () => {
    fireEvent.click(screen.getByRole(role, { name }))
    await app.settle()
  })
}
const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')

it('says of Home that alerts are told in it, and of Off that nothing is (MODE-06)', async () => {
  await open()
  const switches = within(screen.getByRole('group', { name: 'Switch to' }))
  expect(switches.getByRole('button', { name: /^Home/ }).textContent).toBe('HomeRecords, tells of alerts alone')
  expect(switches.getByRole('button', { name: /^Off/ }).textContent).toBe('OffNeither records nor tells')
})

it('says with “8 h” what is done for so long, and after midnight on which day the longest snooze ends (MODE-07, UI-04)', async () => {
  const { hub } = app.backend
  await send(hub.fastify, userOf(app), 'PUT', '/modes', { schedule: { timeZone: 'UTC', switches: [] } })
  const midnightMs = Math.ceil(hub.clock.now() / DAY_MS) * DAY_MS
  hub.clock.advance(midnightMs + 3 * HOUR_MS - hub.clock.now())
  await open()
  const lengths = within(screen.getByRole('group', { name: 'Snooze' })).getAllByRole('button')
  const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(midnightMs + DAY_MS)
  expect(lengths.map(({ textContent }) => textContent)).toEqual(['Snooze 1 h', '8 h', `Until ${day} 07:00`])
})

it('has a zone that was saved under another of its names once, by the one that was saved (MODE-14)', async () => {
  const schedule = { timeZone: 'Asia/Kolkata', switches: [] }
  await send(app.backend.hub.fastify, userOf(app), 'PUT', '/modes', { schedule })
  await open()
  const zones = within(screen.getByLabelText('Time zone'))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ value }) => value)
  expect(zones.filter((zone) => /Kolkata|Calcutta/.test(zone))).toEqual(['Asia/Kolkata'])
})

it('calls nothing the last known, and no hub one that does not answer, while its first answer is on its way (MODE-13)', async () => {
  await open()
  cleanup()
  const line = slow()
  app.backend.play(only('GET /modes', line.scenario))
  const next = await startApp({ backend: app.backend, storage: app.storage })
  show(
    <Provider store={next.store}>
      <ModesScreen />
    </Provider>,
  )
  await act(() => line.arrived())
  expect(screen.getByRole('group', { name: 'Switch to' })).toBeDefined()
  expect(screen.queryByText(/Last known|does not answer/)).toBeNull()
  line.letGo()
  await act(() => next.settle())
  expect(screen.getByText('Armed, as nobody has chosen another mode')).toBeDefined()
  await next.close()
})

it('a press in the table changes one cell, at once (MODE-02, MODE-14)', async () => {
  const { id } = await cameraOnHub(app, 'Yard')
  await open()
  expect([isOn('Yard, Home: record'), isOn('Yard, Home: notify'), isOn('Yard, Off: record')]).toEqual([
    'true',
    'false',
    'false',
  ])
  await press('Yard, Home: notify', 'switch')
  expect([isOn('Yard, Home: record'), isOn('Yard, Home: notify')]).toEqual(['true', 'true'])
  expect(app.backend.sentTo('PUT /modes')[0]?.json).toEqual({
    rules: [{ cameraId: id, mode: 'home', records: true, notifies: true }],
  })
})

it('presses while another is on its way are taken one after the other (MODE-14)', async () => {
  await cameraOnHub(app, 'Yard')
  await open()
  const line = slow()
  app.backend.play(only('PUT /modes', line.scenario))
  for (const name of ['Yard, Home: record', 'Yard, Home: notify', 'Yard, Night: notify']) {
    fireEvent.click(screen.getByRole('switch', { name }))
  }
  await act(() => line.arrived())
  line.letGo()
  await act(() => app.settle())
  expect([isOn('Yard, Home: record'), isOn('Yard, Home: notify'), isOn('Yard, Night: notify')]).toEqual([
    'false',
    'true',
    'false',
  ])
})

it('what is changed of a schedule while it is saved stays, to be saved (MODE-14)', async () => {
  await open()
  await press('Add Switch')
  const line = slow()
  const undo = app.backend.play(only('PUT /modes', line.scenario))
  fireEvent.click(screen.getByRole('button', { name: 'Save Schedule' }))
  await act(() => line.arrived())
  fireEvent.change(screen.getByLabelText('Time of switch 1'), { target: { value: '23:15' } })
  undo()
  line.letGo()
  await act(() => app.settle())
  expect(screen.getByLabelText<HTMLInputElement>('Time of switch 1').value).toBe('23:15')
  await press('Save Schedule')
  expect(app.backend.sentTo('PUT /modes')[1]?.json).toMatchObject({ schedule: { switches: [{ time: '23:15' }] } })
  expect(screen.queryByRole('button', { name: 'Save Schedule' })).toBeNull()
})

it('a schedule that was changed and not saved is there when its screen is opened again, for nobody else (MODE-14)', async () => {
  await open()
  await press('Add Switch')
  fireEvent.change(screen.getByLabelText('Time of switch 1'), { target: { value: '21:30' } })
  cleanup()
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('Time of switch 1').value).toBe('21:30')
  cleanup()
  await app.signIn('somebody.else@example.org')
  await open()
  expect([screen.queryByLabelText('Time of switch 1'), screen.queryByRole('button', { name: 'Discard' })]).toEqual([
    null,
    null,
  ])
})

it('a press on the mode that is kept for good leaves it so (MODE-03)', async () => {
  await open()
  await press('Add Switch')
  await press('Save Schedule')
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  const away = () => within(screen.getByRole('group', { name: 'Switch to' })).getByRole('button', { name: /^Away/ })
  const pressAway = () =>
    act(async () => {
      fireEvent.click(away())
      await app.settle()
    })
  await pressAway()
  await press('Keep Away for good')
  const before = said()
  await pressAway()
  expect(said()).toEqual(before)
  expect(before.join()).toContain('until somebody changes it')
})

it('each camera is one row of the table, named by it, with a cell for each mode (FACE-15)', async () => {
  await cameraOnHub(app, 'Yard')
  await open()
  const row = within(screen.getByRole('table')).getByRole('row', { name: /^Yard/ })
  expect(within(row).getAllByRole('cell')).toHaveLength(5)
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    modes.map((mode) => modeTitles[mode]),
  )
})

it('a schedule is drawn as it is edited, saved as a whole, and not while it clashes with itself (MODE-09, MODE-14)', async () => {
  await open()
  await press('Add Switch')
  expect(screen.getByRole('img', { name: 'Monday: Night from 00:00' })).toBeDefined()
  await press('Add Switch')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(screen.getByLabelText('Time of switch 2'), { target: { value: '22:00' } })
  expect(screen.getByRole('alert').textContent).toContain('Two switches are at the same time')
  fireEvent.change(screen.getByLabelText('Time of switch 2'), { target: { value: '06:30' } })
  fireEvent.change(screen.getByLabelText('Mode of switch 2'), { target: { value: 'home' } })
  fireEvent.change(screen.getByLabelText('Days of switch 2'), { target: { value: '1,2,3,4,5' } })
  expect(screen.getByRole('img', { name: 'Monday: Night from 00:00, Home from 06:30, Night from 22:00' })).toBeDefined()
  expect(screen.getByRole('img', { name: 'Sunday: Night from 00:00' })).toBeDefined()
  await press('Save Schedule')
  expect(app.backend.sentTo('PUT /modes')[0]?.json).toMatchObject({
    schedule: {
      switches: [
        { days: [1, 2, 3, 4, 5, 6, 7], time: '22:00', mode: 'night' },
        { days: [1, 2, 3, 4, 5], time: '06:30', mode: 'home' },
      ],
    },
  })
  expect(screen.queryByRole('button', { name: 'Save Schedule' })).toBeNull()
})

it('is no screen of a provider without modes, as the wall is none without live view (MODE-15)', async () => {
  history.replaceState(null, '', '/modes')
  app.backend.play(withoutExtensions)
  await open()
  expect([location.pathname, screen.queryByText(/This provider/)]).toEqual(['/dashboard', null])
  history.replaceState(null, '', '/')
})
