import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls } from '../../../src/contract/calls'
import { ExportDialog } from '../../../src/screens/events/timeline/export-dialog'
import { eventsViewAtom, reviewCursorAtom, reviewDayAtom, reviewQueryAtom } from '../../../src/state/review/review'
import { joinerAtom } from '../../../src/state/review/stretch-export'
import { cameraOnHub, clipsOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { deferred } from '../../support/deferred'
import { pressBesideDialog } from '../../support/press-beside-dialog'
import { answers, only } from '../../support/scenarios'
import { showScreen } from '../../support/show-screen'

let app: TestApp
beforeEach(async () => {
  app = await startApp({ tier: 'TEAM' })
  await app.signIn()
})
afterEach(() => app.close())

/** Around the first of two clips; a second camera recorded nothing. Joining waits for what is returned. */
async function open() {
  await clipsOnHub(app, (await cameraOnHub(app, 'Door')).id, 2)
  await cameraOnHub(app, 'Yard')
  await app.services.http.send(calls.cameras.list, {})
  app.store.set(eventsViewAtom, 'timeline')
  app.watch(reviewQueryAtom)
  await app.settle()
  app.store.set(reviewCursorAtom, Date.parse('2026-03-10T08:00:00Z'))
  const joining = deferred<void>()
  app.store.set(joinerAtom, async () => {
    await joining.promise
    return { kind: 'done', content: new Blob(['film']), how: 'copied', leftOut: [], isMute: false }
  })
  const close = vi.fn()
  await showScreen(app, <ExportDialog onClose={close} />)
  return { joining, close }
}
const settled = (deed: () => unknown) =>
  act(async () => {
    deed()
    await app.settle()
  })
const save = () => settled(() => fireEvent.click(screen.getByRole('button', { name: 'Save as one MP4' })))
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const saved = () => screen.queryByText(/^Saved as one MP4/) !== null

describe('what became of an export (REV-13)', () => {
  it.each([
    ['camera', () => choose('Camera', screen.getByRole<HTMLOptionElement>('option', { name: 'Yard' }).value)],
    ['beginning', () => choose('From', '00:00:01')],
    ['end', () => choose('To', '23:59:59')],
  ])(
    'is told until another %s is chosen, which a press beside the dialog does not lose (UI-13)',
    async (_what, chooseOther) => {
      const { joining, close } = await open()
      joining.resolve()
      await save()
      expect(saved()).toBe(true)
      chooseOther()
      expect(saved()).toBe(false)
      await pressBesideDialog(app)
      expect(close).not.toHaveBeenCalled()
    },
  )

  it('is of the stretch that shows: no other is chosen meanwhile', async () => {
    const { joining } = await open()
    await save()
    const areFixed = () =>
      ['Camera', 'From', 'To'].map((label) => screen.getByLabelText(label).closest('fieldset')?.disabled)
    expect(areFixed()).toEqual([true, true, true])
    await settled(() => joining.resolve())
    expect([saved(), ...areFixed()]).toEqual([true, false, false, false])
  })
})

describe('a time that the clock shows twice', () => {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it.each([
    ['later', 'From', '02:25:00', '2025-10-26T02:10:00Z'],
    ['earlier', 'To', '02:45:00', '2025-10-25T23:50:00Z'],
  ])('is the %s where that is nearer to what was chosen before (REV-13)', async (_which, label, clock, cursor) => {
    // Its clocks went back from 03:00 to 02:00 at 01:00 UTC.
    process.env['TZ'] = 'Europe/Berlin'
    const at = [30 * 60_000, 90 * 60_000]
    const lane = { cameraId: 'door', name: 'Door', at, lengthMs: [15_000, 15_000], sees: [0, 0] }
    const [from, until] = ['2025-10-26T00:00:00Z', '2025-10-26T22:59:59Z']
    app.backend.play(only('GET /review', answers(200, { from, until, lanes: [lane] })))
    await app.services.http.send(calls.cameras.list, {})
    app.store.set(eventsViewAtom, 'timeline')
    app.watch(reviewQueryAtom)
    app.store.set(reviewDayAtom, '2025-10-26')
    await app.settle()
    app.store.set(reviewCursorAtom, Date.parse(cursor))
    await showScreen(app, <ExportDialog onClose={() => undefined} />)
    choose(label, clock)
    expect(screen.getByRole('status').textContent).toMatch(/^1 recording,/)
  })
})
