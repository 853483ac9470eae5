import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MotionChart } from '../../../src/ui/cameras/motion-chart'
import { logPosition } from '../../../src/ui/cameras/motion-scale'
import { Spoken } from '../../../src/ui/notices/spoken'
import { show } from '../../support/render'

describe('the logarithmic scale', () => {
  it('has a place for every threshold (REC-06), and ends at nothing and at everything', () => {
    const places = [0, 0.0004, 0.0204, 0.0404, 1].map(logPosition)
    expect(places[0]).toBe(0)
    expect(places[4]).toBe(1)
    expect(places[1]).toBeGreaterThan(0.1)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    expect(logPosition(0.01) - logPosition(0.001)).toBeCloseTo(logPosition(0.1) - logPosition(0.01))
  })
})

describe('the strip chart', () => {
  const checks = [
    { atMs: 40_000, difference: 0.001 },
    { atMs: 70_000, difference: 0.01 },
    { atMs: 100_000, difference: 0.1 },
  ]
  /** Bars as [x, top], of those that stand out or of the others. */
  const bars = (container: HTMLElement, kind: 'motion' | 'quiet') =>
    [
      ...(container.querySelector(`[data-bars=${kind}]`)?.getAttribute('d') ?? '').matchAll(/M([\d.]+) 100V([\d.]+)/g),
    ].map(([, x, top]) => [Number(x), Number(top)])
  const chart = (threshold: number) =>
    show(<MotionChart checks={checks} threshold={threshold} spanMs={60_000} label="At most 10%" />).container

  it('shows the newest check at the right, the oldest of its span at the left, higher for more', () => {
    expect(bars(chart(0.5), 'quiet')).toEqual([
      [0, 75],
      [300, 50],
      [600, 25],
    ])
  })

  it('lets what is above the threshold stand out, and not what is at it (REC-08)', () => {
    const container = chart(0.01)
    expect([bars(container, 'quiet').length, bars(container, 'motion')]).toEqual([2, [[600, 25]]])
    expect(bars(chart(0.0005), 'motion').length).toBe(3)
  })

  it('has words for those who cannot see it, and shows nothing without checks', () => {
    const { container } = show(<MotionChart checks={[]} threshold={0.1} spanMs={60_000} label="Nothing yet" />)
    expect(screen.getByRole('img', { name: 'Nothing yet' })).toBeDefined()
    expect(bars(container, 'quiet')).toEqual([])
  })
})

describe('what is read out', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('changes at most every 4 s, and then to the newest', () => {
    const { rerender } = show(<Spoken text="quiet" />)
    const say = (text: string) => rerender(<Spoken text={text} />)
    const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
    const told = () => screen.getByRole('status').textContent
    say('motion')
    wait(0)
    expect(told()).toBe('motion')
    say('quiet')
    wait(2_000)
    say('motion twice')
    wait(1_999)
    expect(told()).toBe('motion')
    wait(1)
    expect(told()).toBe('motion twice')
  })
})
