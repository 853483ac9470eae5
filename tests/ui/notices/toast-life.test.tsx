import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toaster, Toasts } from '../../../src/ui/notices/toaster'
import { show } from '../../support/render'

let toasts: Toasts
beforeEach(() => {
  toasts = new Toasts()
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
    ['5 s where nothing else is said (CONST-02)', undefined, 5_000],
    ['3 s for an added camera and for one too many (ERR-08, ERR-09)', 3_000, 3_000],
  ])('stays for %s', async (text, durationMs, lifeMs) => {
    show(<Toaster toasts={toasts} />)
    act(() => toasts.show({ kind: 'success', text, ...(durationMs !== undefined && { durationMs }) }))
    await wait(lifeMs - 100)
    expect(isOpen(text)).toBe(true)
    await wait(200)
    expect(isOpen(text)).toBe(false)
  })
})

describe('a toast waits (CONST-03, CONST-04)', () => {
  const say = (text: string) => act(() => toasts.show({ kind: 'success', text }))
  const area = () => document.querySelector('[data-scope=toast][data-part=group]') ?? document.body
  const enter = () => act(() => void fireEvent.mouseEnter(area()))
  const leave = () => act(() => void fireEvent.mouseLeave(area()))
  const turn = (event: 'focus' | 'blur') => {
    vi.mocked(document.hasFocus).mockReturnValue(event === 'focus')
    act(() => void fireEvent(window, new Event(event)))
  }
  let end: () => void
  beforeEach(() => {
    end = toasts.pauseOnBlur(window)
    show(<Toaster toasts={toasts} />)
  })
  afterEach(async () => {
    leave()
    turn('focus')
    await wait(10_000)
    end()
  })

  it('under the pointer, and goes after it has left', async () => {
    say('One')
    enter()
    await wait(20_000)
    expect(isOpen('One')).toBe(true)
    leave()
    await wait(5_100)
    expect(isOpen('One')).toBe(false)
  })

  it('while the window has lost focus', async () => {
    say('Two')
    turn('blur')
    await wait(20_000)
    expect(isOpen('Two')).toBe(true)
    turn('focus')
    await wait(5_100)
    expect(isOpen('Two')).toBe(false)
  })

  it('under the pointer also when the window has its focus again', async () => {
    say('Three')
    enter()
    await wait(100)
    turn('blur')
    await wait(100)
    turn('focus')
    await wait(20_000)
    expect(isOpen('Three')).toBe(true)
  })

  it('for a window without focus also when the pointer has crossed it', async () => {
    say('Four')
    turn('blur')
    await wait(100)
    enter()
    await wait(100)
    leave()
    await wait(20_000)
    expect(isOpen('Four')).toBe(true)
  })

  it('beside one that the pointer holds', async () => {
    say('Five')
    enter()
    await wait(100)
    say('Six')
    await wait(20_000)
    expect([isOpen('Five'), isOpen('Six')]).toEqual([true, true])
  })
})

describe('in the full screen of a picture', () => {
  afterEach(() => void Reflect.deleteProperty(document, 'fullscreenElement'))

  it('toasts stand in it, where they are seen, and above the page again after it (CONST-01)', async () => {
    let element: Element | null = null
    // This file's page has none.
    Object.defineProperty(document, 'fullscreenElement', { get: () => element, configurable: true })
    const { container } = show(
      <>
        <Toaster toasts={toasts} />
        <section>Live</section>
      </>,
    )
    const picture = container.querySelector('section')
    const fill = async (shown: Element | null) => {
      element = shown
      act(() => void document.dispatchEvent(new Event('fullscreenchange')))
      await wait(100)
    }
    const say = async (text: string) => {
      act(() => void toasts.show({ kind: 'error', text }))
      await wait(100)
    }
    const areIn = () =>
      [...document.querySelectorAll('[data-scope=toast][data-part=group]')].map((it) => it.parentElement)
    await say('Before')
    expect(areIn()).toEqual([document.body])
    await fill(picture)
    await say('Meanwhile')
    expect(areIn()).toEqual([picture])
    expect([isOpen('Before'), isOpen('Meanwhile')]).toEqual([true, true])
    await fill(null)
    expect(areIn()).toEqual([document.body])
    expect(isOpen('Meanwhile')).toBe(true)
  })
})
