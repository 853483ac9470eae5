import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from '../../../src/ui/layout/when-idle'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that always has something to draw: only the limit that was asked for ends the wait. */
const neverIdle = (work: () => void, options?: IdleRequestOptions) =>
  options?.timeout === undefined ? 0 : setTimeout(work, options.timeout)

const browsers = { 'a page that is never idle': neverIdle, 'a browser that does not say': undefined }

it.each(Object.entries(browsers))(
  'does the work within 5 s in %s, once (SHELL-01, SHELL-12)',
  (_, requestIdleCallback) => {
    if (requestIdleCallback !== undefined) vi.stubGlobal('requestIdleCallback', requestIdleCallback)
    const work = vi.fn()
    whenIdle(work)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(5_000)
    expect(work).toHaveBeenCalledOnce()
  },
)

it('does nothing any more once that is taken back', () => {
  vi.stubGlobal('requestIdleCallback', neverIdle)
  const work = vi.fn()
  whenIdle(work)()
  vi.advanceTimersByTime(60_000)
  expect(work).not.toHaveBeenCalled()
})
