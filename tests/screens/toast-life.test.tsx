import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showToast, Toaster } from '../../src/ui/toaster'
import { show } from '../support/render'

beforeEach(() => {
  vi.useFakeTimers()
  // A toast waits for a window without focus.
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isOpen = (text: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-scope=toast][data-part=root]')].some(
    ({ dataset, textContent }) => dataset['state'] === 'open' && textContent?.includes(text),
  )

describe('a toast', () => {
  it.each([
    ['5 s where nothing else is said (spec 9, CONST-02)', undefined, 5_000],
    ['3 s for an added camera and for one too many (spec 8, ERR-08, ERR-09)', 3_000, 3_000],
  ])('stays for %s', async (text, durationMs, lifeMs) => {
    show(<Toaster />)
    act(() => showToast({ kind: 'success', text, ...(durationMs !== undefined && { durationMs }) }))
    await wait(lifeMs - 100)
    expect(isOpen(text)).toBe(true)
    await wait(200)
    expect(isOpen(text)).toBe(false)
  })
})
