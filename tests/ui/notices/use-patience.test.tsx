import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RowSkeletons } from '../../../src/ui/notices/row-skeletons'
import { usePatience } from '../../../src/ui/notices/use-patience'
import { show } from '../../support/render'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function Patience() {
  return <p>{usePatience() ? 'over' : 'waiting'}</p>
}

it('what comes within 300 ms shows no skeleton', async () => {
  show(<Patience />)
  await wait(299)
  expect(screen.getByText('waiting')).toBeDefined()
  await wait(1)
  expect(screen.getByText('over')).toBeDefined()
})

it('waits anew for the next thing, and for nothing that came', async () => {
  const { unmount } = show(<Patience />)
  await wait(200)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
  show(<Patience />)
  await wait(200)
  expect(screen.getByText('waiting')).toBeDefined()
})

it('skeletons take their room at once and are told as loading, but are seen later', async () => {
  show(<RowSkeletons count={3} />)
  const list = screen.getByLabelText('Loading')
  expect([list.getAttribute('aria-busy'), list.children.length]).toEqual(['true', 3])
  expect(getComputedStyle(list).visibility).toBe('hidden')
  await wait(300)
  expect(getComputedStyle(list).visibility).toBe('visible')
})
