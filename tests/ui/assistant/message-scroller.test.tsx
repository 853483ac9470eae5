import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MessageScroller } from '../../../src/ui/assistant/message-scroller'
import { show } from '../../support/render'

/** Heights of what is in the list and of the room for it. */
const heights = { content: 1000, room: 400 }
const sizeChanges: (() => void)[] = []

/** The page's layout, which this environment has not. */
class FakeResizeObserver {
  constructor(onChange: () => void) {
    sizeChanges.push(onChange)
  }
  observe(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  Object.assign(heights, { content: 1000, room: 400 })
  sizeChanges.length = 0
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => heights.content)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => heights.room)
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

interface Messages {
  readonly count: number
  readonly isOwn?: boolean
  readonly isBusy?: boolean
  readonly isLive?: boolean
}

let next: (messages: Messages) => void

function Conversation() {
  const [{ count, isOwn = false, isBusy = false, isLive = true }, setMessages] = useState<Messages>({ count: 3 })
  next = (messages) => act(() => setMessages(messages))
  return (
    <MessageScroller label="Conversation" revision={`${count}`} isOwn={isOwn} isBusy={isBusy} isLive={isLive}>
      {Array.from({ length: count }, (_, index) => `Message ${index}`).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </MessageScroller>
  )
}

const open = () => show(<Conversation />)
const log = () => screen.getByRole('log', { name: 'Conversation' })
const spoken = () => [log().getAttribute('aria-live'), log().getAttribute('aria-busy')]
const way = () => screen.queryByRole('button', { name: 'New message' })
const scrollTo = (top: number) => {
  log().scrollTop = top
  fireEvent.scroll(log())
}
/** The window or the list has another height. */
const resize = (change: Partial<typeof heights>) => {
  Object.assign(heights, change)
  act(() => {
    for (const tell of sizeChanges) tell()
  })
}

describe('a list of messages', () => {
  it('is a log that the keyboard reaches, read out only where that is wanted', () => {
    open()
    expect([log().tabIndex, ...spoken()]).toEqual([0, 'polite', 'false'])
    next({ count: 3, isBusy: true, isLive: false })
    expect([...spoken()]).toEqual(['off', 'true'])
  })

  it('begins at its newest message, and follows those that come', () => {
    open()
    expect(log().scrollTop).toBe(1000)
    heights.content = 1200
    next({ count: 4 })
    expect([log().scrollTop, way()]).toEqual([1200, null])
  })

  it.each([
    [384, 100, 1200],
    [385, 100, 484],
    [385, 200, 684],
  ])('shows a message of %i px after one of %i px from %i px on, in 400 px', (messagePx, questionPx, expectedTop) => {
    const of = (element: HTMLElement) => Number(/\d+/.exec(element.textContent ?? '')?.[0])
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return of(this) === 3 ? messagePx : questionPx
    })
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return of(this) === 3 ? 700 : 500
    })
    open()
    heights.content = 1200
    next({ count: 4 })
    expect([log().scrollTop, way()]).toEqual([expectedTop, null])
    // The window changes before it is read, and once it is read to its end.
    resize({ room: 390 })
    expect(log().scrollTop).toBe(expectedTop)
    scrollTo(800)
    resize({ room: 350 })
    expect(log().scrollTop).toBe(1200)
  })

  it('stays where its reader scrolled up to, and says that there is more', () => {
    open()
    scrollTo(200)
    next({ count: 4 })
    expect([log().scrollTop, way()]).toEqual([200, expect.anything()])
  })

  it('leads to the new message by a button, which gives the focus to the log', () => {
    open()
    scrollTo(200)
    next({ count: 4 })
    fireEvent.click(way() ?? document.body)
    expect([log().scrollTop, way(), document.activeElement]).toEqual([1000, null, log()])
  })

  it('needs no button for whoever scrolls down by hand', () => {
    open()
    scrollTo(200)
    next({ count: 4 })
    scrollTo(560)
    expect(way()).toBeNull()
    next({ count: 5 })
    expect([log().scrollTop, way()]).toEqual([1000, null])
  })

  it.each([
    [48, 'stays at it', 1000],
    [49, 'scrolled up', 551],
  ])('takes a reader %i px above the end for one who %s', (abovePx, _who, expectedTop) => {
    open()
    scrollTo(600 - abovePx)
    next({ count: 4 })
    expect(log().scrollTop).toBe(expectedTop)
  })

  it('shows the reader’s own message wherever they had scrolled to', () => {
    open()
    scrollTo(200)
    next({ count: 4, isOwn: true })
    expect([log().scrollTop, way()]).toEqual([1000, null])
  })

  it('stays at its end when the window shrinks or a message grows', () => {
    open()
    resize({ room: 200 })
    expect(log().scrollTop).toBe(1000)
    log().scrollTop = 600
    resize({ content: 1300 })
    expect(log().scrollTop).toBe(1300)
  })

  it('does not take a scroll by the browser, with the window’s new height, for the reader’s wish', () => {
    open()
    heights.room = 200
    scrollTo(300)
    next({ count: 4 })
    expect([log().scrollTop, way()]).toEqual([1000, null])
  })

  it('leaves a reader who scrolled up where they are when the window changes', () => {
    open()
    scrollTo(200)
    resize({ room: 300 })
    expect(log().scrollTop).toBe(200)
    // That height is known now: the next scroll is the reader's own.
    scrollTo(700)
    resize({ content: 1100 })
    expect(log().scrollTop).toBe(1100)
  })
})
