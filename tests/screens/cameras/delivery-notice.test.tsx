import { act, fireEvent, screen, within } from '@testing-library/react'
import { Provider } from 'jotai/react'
import { createStore } from 'jotai/vanilla'
import { expect, it } from 'vitest'
import { emptyOutbox, type OutboxState } from '../../../src/outbox/outbox-state'
import { DeliveryLine, DeliveryTrouble } from '../../../src/screens/cameras/delivery-notice'
import { offlineSinceMsAtom, outboxStateAtom } from '../../../src/state/recordings/delivery'
import { show } from '../../support/render'

function showOutbox(outbox: Partial<OutboxState>, offlineSinceMs: number | null = null) {
  const store = createStore()
  store.set(outboxStateAtom, { ...emptyOutbox, ...outbox })
  store.set(offlineSinceMsAtom, offlineSinceMs)
  const { container } = show(
    <Provider store={store}>
      <DeliveryTrouble />
      <DeliveryLine />
    </Provider>,
  )
  return { container, store }
}

it('a browser that never recorded says nothing', () => {
  expect(showOutbox({}).container.textContent).toBe('')
})

it.each([
  ['All clips delivered', { lastDeliveredAtMs: Date.now() }],
  ['1 clip waits in this browser', { waiting: 1 }],
  ['2 clips wait in this browser', { waiting: 2, isStalled: true }],
])('how delivery stands is told in words beside a sign, and no banner: %s', (text, outbox) => {
  const { container } = showOutbox({ hasRecorded: true, ...outbox })
  expect(container.textContent).toContain(text)
  expect(container.querySelector('svg[aria-hidden]')).not.toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('offline is told with its time', () => {
  showOutbox({ hasRecorded: true, waiting: 1 }, Date.now())
  expect(screen.getByRole('status').textContent).toMatch(/^Offline since .*1 clip waits in this browser$/)
})

it('is read out when delivery fails and when all is well again, not of every clip (FACE-08)', () => {
  const { container, store } = showOutbox({ hasRecorded: true, lastDeliveredAtMs: Date.now() })
  const line = container.querySelector('[aria-live]')
  const clips = (outbox: Partial<OutboxState>) =>
    act(() => store.set(outboxStateAtom, (before) => ({ ...before, ...outbox })))
  const isSpoken = () => line?.getAttribute('aria-live') === 'polite' && line.textContent
  expect(isSpoken()).toBe(false)
  clips({ waiting: 1 })
  expect([line?.textContent, isSpoken()]).toEqual([expect.stringContaining('1 clip waits'), false])
  clips({ isStalled: true })
  expect(isSpoken()).toContain('the hub has trouble with it')
  clips({ waiting: 2 })
  expect([line?.textContent, isSpoken()]).toEqual([expect.stringContaining('2 clips wait'), false])
  act(() => store.set(offlineSinceMsAtom, Date.now()))
  expect(isSpoken()).toContain('Offline since')
  act(() => store.set(offlineSinceMsAtom, null))
  clips({ isStalled: false })
  clips({ waiting: 1, lastDeliveredAtMs: Date.now() })
  expect(isSpoken()).toBe(false)
  clips({ waiting: 0 })
  expect(isSpoken()).toContain('All clips delivered')
  clips({ waiting: 1 })
  clips({ waiting: 0, lastDeliveredAtMs: Date.now() + 60_000 })
  expect([line?.textContent, isSpoken()]).toEqual([expect.stringContaining('All clips delivered'), false])
})

it('refused clips are a banner with the hub’s sentence and a choice', () => {
  showOutbox({ hasRecorded: true, refused: 2, lastRefusal: 'The storage is full.' })
  expect(screen.getByText('2 clips could not be delivered')).toBeDefined()
  expect(screen.getByText(/The storage is full\./)).toBeDefined()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Discard', 'Try Again'])
})

it('refused clips are discarded only after a question that says how many (OUT-06)', async () => {
  showOutbox({ hasRecorded: true, refused: 2, lastRefusal: 'No.' })
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Discard 2 clips?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it.each([
  [1, 0, 0, 'It is kept in this browser.'],
  [2, 0, 0, 'They are kept in this browser.'],
  [1, 1, 0, 'It is kept in this browser. This browser tries it again by itself every quarter of an hour.'],
  [2, 2, 0, 'They are kept in this browser. This browser tries them again by itself, one every quarter of an hour.'],
  [2, 1, 0, 'They are kept in this browser. This browser tries 1 of them again by itself every quarter of an hour.'],
  [1, 0, 1, 'It is kept in this browser, only until this tab closes.'],
  [3, 0, 2, 'They are kept in this browser, 2 of them only until this tab closes.'],
])('of %i refused clips %i may be taken later and %i end with the tab: %s (OUT-10)', (refused, forNow, inTab, text) => {
  const counts = { refused, refusedForNow: forNow, refusedOnlyInTab: inTab }
  showOutbox({ hasRecorded: true, ...counts, lastRefusal: 'No.' })
  expect(screen.getByText(`No. ${text}`)).toBeDefined()
})

it('dropped clips are a banner until somebody dismisses it', () => {
  showOutbox({ hasRecorded: true, dropped: 1 })
  expect(screen.getByText('1 clip was dropped')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Dismiss' })).toBeDefined()
})
