import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityEvent } from '../../../src/ui/events/activity-places'
import { ActivityRow } from '../../../src/ui/events/activity-row'
import { show } from '../../support/render'

const START = Date.parse('2026-03-10T00:00:00Z')
const HOUR_MS = 3_600_000
const span = { startMs: START, endMs: START + 10 * HOUR_MS }
const at = (hour: number, type: ActivityEvent['type'], isPlayable = true): ActivityEvent => ({
  id: `${type}-${hour}`,
  type,
  title: `Title ${hour}`,
  thumbnailUrl: null,
  isPlayable,
  labels: [],
  createdAt: new Date(START + hour * HOUR_MS).toISOString(),
})
const events = [at(1, 'MOTION'), at(2, 'PERSON'), at(5, 'ALERT', false), at(9, 'PERSON')]

const opened: string[] = []
beforeEach(() => {
  opened.length = 0
  // A row of 1000 px that begins at 100: an hour has 100 px.
  const box = { left: 100, top: 0, width: 1000, height: 36, right: 1100, bottom: 36, x: 100, y: 0 }
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box })
  return () => vi.restoreAllMocks()
})

const showRow = (shown = events) =>
  show(<ActivityRow label="Door: 4 events" events={shown} span={span} onOpen={(id) => void opened.push(id)} />)
const row = () => screen.getByRole('listbox', { name: 'Door: 4 events' })
const options = () => screen.queryAllByRole('option')
/** The option that a screen reader is told of. */
const active = () =>
  document.getElementById(row().getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')
const selected = () =>
  options().flatMap((option, index) => (option.getAttribute('aria-selected') === 'true' ? [index] : []))
const focus = () => act(() => row().focus())
/** Whether the key was left to the browser. */
const isLeft = (key: string) => fireEvent.keyDown(row(), { key })
const visit = (...keys: string[]) =>
  keys.map((key) => {
    isLeft(key)
    return selected()[0]
  })
const pointAt = (clientX: number) => fireEvent.pointerMove(row(), { clientX })
const card = () => screen.queryByTestId('activity-card')

describe('a camera’s events in time, by keyboard', () => {
  it('is one stop of the Tab key, which comes to the newest event', () => {
    showRow()
    expect([row().tabIndex, active(), card()]).toEqual([0, undefined, null])
    expect(options().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1])
    focus()
    expect([active(), selected()]).toEqual([expect.stringMatching(/^Title 9, PERSON, .*2026/), [3]])
  })

  it('goes from event to event, and no further than to the first and the last', () => {
    showRow()
    focus()
    expect(visit('ArrowLeft', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowRight')).toEqual([
      2, 1, 0, 0, 1, 3, 3,
    ])
    expect(active()).toMatch(/^Title 9/)
  })

  it.each(['Enter', ' '])('opens the clip with %j, and nothing where there is none', (key) => {
    showRow()
    focus()
    expect([isLeft(key), opened]).toEqual([false, ['PERSON-9']])
    expect(active()).not.toContain('without a clip')
    isLeft('ArrowLeft')
    // For those who do not see the card.
    expect(active()).toMatch(/, without a clip$/)
    expect([isLeft(key), opened, card()?.textContent]).toEqual([
      false,
      ['PERSON-9'],
      expect.stringContaining('Without a clip'),
    ])
  })

  it('leaves other keys to the page', () => {
    showRow()
    focus()
    expect(['Tab', 'Escape', 'ArrowDown', 'a'].map(isLeft)).toEqual([true, true, true, true])
    expect(selected()).toEqual([3])
  })

  it('comes back to where it was, as from the player', () => {
    showRow()
    focus()
    visit('Home', 'ArrowRight')
    act(() => row().blur())
    expect([active(), card()]).toEqual([undefined, null])
    focus()
    expect(selected()).toEqual([1])
  })

  it('bears an empty row', () => {
    showRow([])
    focus()
    visit('ArrowRight', 'End')
    isLeft('Enter')
    expect([active(), opened]).toEqual([undefined, []])
  })
})

describe('a camera’s events in time, by pointer', () => {
  it('shows the nearest within reach, and opens that', () => {
    showRow()
    pointAt(310)
    expect([selected(), card()?.textContent]).toEqual([[1], expect.stringContaining('Title 2')])
    pointAt(400)
    expect([selected(), card()]).toEqual([[], null])
    fireEvent.click(row(), { clientX: 985 })
    fireEvent.click(row(), { clientX: 600 })
    fireEvent.click(row(), { clientX: 400 })
    expect(opened).toEqual(['PERSON-9'])
  })

  it.each([
    ['a mouse that leaves', 'mouse', []],
    ['a finger that is lifted, whose event is read now', 'touch', [1]],
  ])('after %s', (_what, pointerType, expected) => {
    showRow()
    pointAt(300)
    fireEvent.pointerLeave(row(), { pointerType })
    expect(selected()).toEqual(expected)
  })
})

it('an event says what was seen in it, on its card and to those who do not see that (LABEL-06)', () => {
  const labels = [
    { label: 'person', count: 2 },
    { label: 'dog', count: 1 },
  ] as const
  showRow([at(1, 'MOTION'), { ...at(9, 'PERSON'), labels }])
  expect(options().map((option) => option.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Title 1, MOTION, [^,]*\d/),
    expect.stringMatching(/^Title 9, PERSON, 2 people, 1 dog, .*2026/),
  ])
  pointAt(1000)
  expect(card()?.textContent).toContain('2 people, 1 dog')
  pointAt(200)
  expect(card()?.textContent).not.toMatch(/people|dog/)
})

it('a card begins without a picture where the event before had one (UI-10)', () => {
  const pictured = (hour: number) => ({ ...at(hour, 'MOTION'), thumbnailUrl: `/${hour}.jpg` })
  showRow([pictured(1), pictured(9)])
  const image = () => card()?.querySelector('img')
  pointAt(200)
  const before = image()
  expect(before?.getAttribute('src')).toBe('/1.jpg')
  pointAt(1000)
  expect(image()?.getAttribute('src')).toBe('/9.jpg')
  // One element would show its picture until the other has come.
  expect(image()).not.toBe(before)
})

describe('the marks of events', () => {
  it('have a shape each besides a colour, and what matters most on top where they crowd', () => {
    showRow()
    expect(options().map((option) => option.querySelector('svg')?.dataset['shape'])).toEqual([
      'MOTION',
      'PERSON',
      'ALERT',
      'PERSON',
    ])
    const orders = () => options().map(({ style }) => Number(style.zIndex))
    expect(orders()).toEqual([1, 2, 3, 2])
    pointAt(200)
    expect(Math.max(...orders())).toBe(orders()[0])
  })

  it('stand at their time, and within the row where a clock is off', () => {
    showRow([at(-3, 'MOTION'), at(2.5, 'MOTION'), at(12, 'MOTION')])
    expect(options().map(({ style }) => style.left)).toEqual(['0%', '25%', '100%'])
  })

  it('keep their picture card to those who see it: the option itself is read out', () => {
    showRow()
    pointAt(200)
    expect(card()?.getAttribute('aria-hidden')).toBe('true')
  })
})
