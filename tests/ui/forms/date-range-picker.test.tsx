import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DateRange } from '../../../src/lib/date-range'
import { dayOf } from '../../../src/lib/day'
import { DateRangeEmpty } from '../../../src/ui/forms/date-range-empty'
import { CalendarPart, DateRangeChip, DateRangePicker } from '../../../src/ui/forms/date-range-picker'
import { show } from '../../support/render'

const chosen: DateRange[] = []
beforeEach(() => {
  chosen.length = 0
})
afterEach(() => vi.restoreAllMocks())

function Picker({ first = { kind: 'all' } }: { readonly first?: DateRange }) {
  const [range, setRange] = useState(first)
  const choose = (next: DateRange) => {
    chosen.push(next)
    setRange(next)
  }
  return (
    <>
      <DateRangePicker range={range} onChange={choose} />
      <DateRangeChip range={range} onChange={choose} />
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Date Range' })
const isExpanded = () => button().getAttribute('aria-expanded')
const calendar = () => screen.queryByRole('application', { name: 'Date Range' }) ?? screen.queryByRole('dialog')
async function open(first?: DateRange) {
  show(<Picker {...(first && { first })} />)
  await act(() => import('../../../src/ui/forms/date-range-calendar'))
  fireEvent.click(button())
  // It is open when it has taken the focus, a frame or more after it is drawn.
  await waitFor(() => expect(calendar()?.contains(document.activeElement)).toBe(true))
  return within(calendar() ?? document.body)
}

describe('Date Range (EVT-04, X-69)', () => {
  it('says that it opens a dialog, and whether it has', async () => {
    show(<Picker />)
    expect([button().getAttribute('aria-haspopup'), isExpanded()]).toEqual(['dialog', 'false'])
    await act(() => import('../../../src/ui/forms/date-range-calendar'))
    fireEvent.click(button())
    await waitFor(() => expect(isExpanded()).toBe('true'))
    fireEvent.click(button())
    await waitFor(() => expect(isExpanded()).toBe('false'))
    expect(chosen).toEqual([])
  })

  it('does not take the focus once it is closed: a press that closes may come before it has (UI-04)', async () => {
    show(<Picker />)
    await act(() => import('../../../src/ui/forms/date-range-calendar'))
    button().focus()
    fireEvent.click(button())
    fireEvent.click(button())
    expect([isExpanded(), document.activeElement]).toEqual(['false', button()])
    // It takes the focus a frame or more after it is opened, whatever happened since.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(document.activeElement).toBe(button())
  })

  it('names what is asked for most, and says which of it is chosen', async () => {
    const shown = await open({ kind: 'last-7-days' })
    const presets = shown.getAllByRole('button').filter((preset) => preset.hasAttribute('aria-pressed'))
    expect(presets.map((preset) => [preset.textContent, preset.getAttribute('aria-pressed')])).toEqual([
      ['Today', 'false'],
      ['Last 24 hours', 'false'],
      ['Last 7 days', 'true'],
      ['Last 30 days', 'false'],
      ['All', 'false'],
    ])
  })

  it('closes when one is chosen, gives the focus back, and says so in a chip', async () => {
    const shown = await open()
    fireEvent.click(shown.getByRole('button', { name: 'Today' }))
    await waitFor(() => expect(isExpanded()).toBe('false'))
    expect([chosen, document.activeElement]).toEqual([[{ kind: 'today' }], button()])
    fireEvent.click(screen.getByRole('button', { name: 'Remove date range: Today' }))
    expect(chosen.at(-1)).toEqual({ kind: 'all' })
    expect(screen.queryByRole('button', { name: /^Remove date range/ })).toBeNull()
  })

  it('takes two days in either order, the earlier first', async () => {
    const shown = await open({ kind: 'days', first: '2026-02-03', last: '2026-02-05' })
    const day = (number: number) =>
      shown
        .getAllByRole('button')
        .find((cell) => cell.dataset['value'] === `2026-02-${String(number).padStart(2, '0')}`) ?? document.body
    fireEvent.click(day(20))
    expect([isExpanded(), chosen]).toEqual(['true', []])
    fireEvent.click(day(11))
    await waitFor(() => expect(chosen).toEqual([{ kind: 'days', first: '2026-02-11', last: '2026-02-20' }]))
    await waitFor(() => expect(isExpanded()).toBe('false'))
  })

  it('begins anew after a choice that was given up half way', async () => {
    await open()
    const now = new Date()
    const month = dayOf(new Date(now.getFullYear(), now.getMonth() - 1, 15).getTime()).slice(0, 8)
    const shown = () => within(calendar() ?? document.body)
    const day = (number: string) =>
      shown()
        .getAllByRole('button')
        .find((cell) => cell.dataset['value'] === month + number) ?? document.body
    const isBegun = ({ dataset }: HTMLElement) => 'rangeStart' in dataset
    const isThere = (number: string) => waitFor(() => expect(day(number)).not.toBe(document.body))
    fireEvent.click(shown().getByRole('button', { name: 'Previous month' }))
    await isThere('20')
    fireEvent.click(day('20'))
    await waitFor(() => expect(isBegun(day('20'))).toBe(true))
    fireEvent.click(shown().getByRole('button', { name: 'Last 7 days' }))
    await waitFor(() => expect(isExpanded()).toBe('false'))
    fireEvent.click(button())
    await waitFor(() => expect(isExpanded()).toBe('true'))
    if (day('05') === document.body) fireEvent.click(shown().getByRole('button', { name: 'Previous month' }))
    await isThere('05')
    fireEvent.click(day('05'))
    await waitFor(() => expect(isBegun(day('05'))).toBe(true))
    fireEvent.click(day('10'))
    await waitFor(() => expect(isExpanded()).toBe('false'))
    expect(chosen).toEqual([{ kind: 'last-7-days' }, { kind: 'days', first: `${month}05`, last: `${month}10` }])
  })

  it('says that its code did not come, and asks for it anew at Try Again (UI-11)', () => {
    vi.spyOn(CalendarPart, 'arrival').mockReturnValue({ phase: 'failed' })
    const fetched = vi.spyOn(CalendarPart, 'fetch').mockReturnValue()
    show(<Picker />)
    expect([fetched.mock.calls.length, screen.queryByRole('status')]).toEqual([1, null])
    fireEvent.click(button())
    expect(screen.getByRole('status').textContent).toContain('The calendar is not here yet.')
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect([fetched.mock.calls.length, isExpanded()]).toEqual([3, 'false'])
  })

  it('is open from the press on that its code was awaited at, and stays so at another (UI-11)', async () => {
    const arrived = vi.spyOn(CalendarPart, 'arrival').mockReturnValue({ phase: 'coming' })
    const { rerender } = show(<Picker />)
    fireEvent.click(button())
    fireEvent.click(button())
    expect(isExpanded()).toBe('false')
    const { DateRangeCalendar: Part } = await import('../../../src/ui/forms/date-range-calendar')
    arrived.mockReturnValue({ phase: 'here', Part })
    rerender(<Picker />)
    await waitFor(() => expect(isExpanded()).toBe('true'))
  })

  it('offers no day that is still to come', async () => {
    const shown = await open()
    const today = dayOf(Date.now())
    const days = shown.getAllByRole('button').filter(({ dataset }) => dataset['part'] === 'table-cell-trigger')
    const later = days.filter(({ dataset }) => (dataset['value'] ?? '') > today)
    expect(days.some(({ dataset }) => dataset['value'] === today && !('disabled' in dataset))).toBe(true)
    expect(later.every(({ dataset }) => 'disabled' in dataset)).toBe(true)
  })
})

describe('an empty list and its time', () => {
  const days: DateRange = { kind: 'days', first: '2026-02-03', last: '2026-02-05' }

  it('says that only some time is shown, whether there is more to load, and shows all of it at a press', () => {
    const { unmount } = show(<DateRangeEmpty range={days} onChange={(range) => void chosen.push(range)} />)
    expect(screen.getByText(/^Only this time is shown: .*2026\. Choose a longer one\.$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show all dates' }))
    expect(chosen).toEqual([{ kind: 'all' }])
    unmount()
    show(<DateRangeEmpty range={{ kind: 'today' }} hasMore onChange={() => undefined} />)
    expect(screen.getByText(/^Only this time is shown: Today\. .*, or load more recordings\.$/)).toBeDefined()
  })

  it('says nothing where all of it shows', () => {
    show(<DateRangeEmpty range={{ kind: 'all' }} hasMore onChange={() => undefined} />)
    expect([screen.queryByRole('button'), screen.queryByText(/Only this time/)]).toEqual([null, null])
  })
})
