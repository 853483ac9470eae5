import { act, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstScreen } from '../../src/app/first-screen'
import { lazyPart } from '../../src/app/lazy-part'
import { type Parts, partsAtom } from '../../src/app/parts'
import { preloadScreen } from '../../src/app/routes'
import { startApp, type TestApp } from '../support/app'
import { deferred } from '../support/deferred'

const Nothing = () => null
const Placeholder = () => <p>on its way</p>

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a part of the app (SHELL-12)', () => {
  const Clock = () => <p>shown as number {useState(() => ++shown)[0]}</p>
  let shown = 0
  beforeEach(() => {
    shown = 0
  })

  it('whose code is here shows at once, without a placeholder before it', async () => {
    const Part = lazyPart(async () => ({ default: Clock }))
    await Part.preload()
    render(<Part />, { wrapper: ({ children }) => <Suspense fallback={<Placeholder />}>{children}</Suspense> })
    expect(screen.getByText('shown as number 1')).toBeDefined()
  })

  it('that was awaited goes on as it is once its code is here', async () => {
    const Part = lazyPart(async () => ({ default: Clock }))
    const { rerender } = render(<Part />, {
      wrapper: ({ children }) => <Suspense fallback={<Placeholder />}>{children}</Suspense>,
    })
    expect(screen.getByText('on its way')).toBeDefined()
    await act(() => Part.preload())
    const before = screen.getByText(/shown as number/)
    rerender(<Part />)
    expect(screen.getByText(/shown as number/)).toBe(before)
  })

  it('is not fetched before the first screen had its second, nor before the part ahead of it is here', async () => {
    // Only the parts of this test are there to be fetched.
    vi.resetModules()
    const fresh = await import('../../src/app/lazy-part')
    vi.useFakeTimers()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
    const begun: string[] = []
    const first = deferred<{ default: typeof Nothing }>()
    fresh.lazyPart(() => {
      begun.push('first')
      return first.promise
    })
    fresh.lazyPart(async () => {
      begun.push('second')
      return { default: Nothing }
    })
    fresh.preloadParts()
    await vi.advanceTimersByTimeAsync(999)
    expect(begun).toEqual([])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(begun).toEqual(['first'])
    first.resolve({ default: Nothing })
    await vi.advanceTimersByTimeAsync(10)
    expect(begun).toEqual(['first', 'second'])
  })

  it('is fetched no sooner than it is shown where the user saves data', async () => {
    vi.resetModules()
    const fresh = await import('../../src/app/lazy-part')
    vi.useFakeTimers()
    vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
    const load = vi.fn(async () => ({ default: Nothing }))
    fresh.lazyPart(load)
    for (const saveData of [true, false]) {
      vi.stubGlobal('navigator', { connection: { saveData } })
      fresh.preloadParts()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(load).toHaveBeenCalledTimes(saveData ? 0 : 1)
    }
  })
})

describe('the page (SHELL-12)', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await startApp()
    await app.signIn()
    await preloadScreen(location.pathname, true)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    return app.close()
  })

  const withFrame = (preload: () => Promise<void>) => {
    const Frame: Parts['Frame'] = Object.assign((_: { readonly children: ReactNode }) => null, { preload })
    app.store.set(partsAtom, { Frame, Notices: lazyPart(async () => ({ default: Nothing })) })
  }

  it('is drawn when the code of its screen and frame is here', async () => {
    const frame = deferred<void>()
    withFrame(() => frame.promise)
    let isDrawn = false
    const drawn = firstScreen(app.store).then(() => {
      isDrawn = true
    })
    await vi.advanceTimersByTimeAsync(100)
    expect(isDrawn).toBe(false)
    frame.resolve()
    await drawn
  })

  it('is drawn after half a second where code does not come', async () => {
    withFrame(() => new Promise(() => undefined))
    let isDrawn = false
    void firstScreen(app.store).then(() => {
      isDrawn = true
    })
    await vi.advanceTimersByTimeAsync(499)
    expect(isDrawn).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isDrawn).toBe(true)
  })
})
