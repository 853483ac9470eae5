import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TourCard, type TourProps } from '../../../src/ui/tours/tour-card'
import { show } from '../../support/render'

/** Where the elements stand that a test has put into the page, by their id; the others do not show. */
const places: Record<string, { left: number; top: number; width: number; height: number }> = {}
const heard: string[] = []
const scrolled: unknown[] = []

function boxOf(element: Element) {
  const { left, top, width, height } = places[element.id] ?? { left: 0, top: 0, width: 300, height: 200 }
  return { left, top, width, height, x: left, y: top, right: left + width, bottom: top + height, toJSON: String }
}
function put(id: string, tag = 'div', place = { left: 20, top: 30, width: 100, height: 40 }): HTMLElement {
  const element = document.createElement(tag)
  element.id = id
  places[id] = place
  document.body.append(element)
  return element
}

beforeEach(() => {
  for (const id of Object.keys(places)) delete places[id]
  heard.length = 0
  scrolled.length = 0
  const prototype = HTMLElement.prototype
  vi.spyOn(prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return boxOf(this)
  })
  vi.spyOn(prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
    const rects = this.id in places ? [boxOf(this)] : []
    return Object.assign(rects, { item: (index: number) => rects[index] ?? null })
  })
  vi.spyOn(prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, way) {
    scrolled.push([this.id, way])
  })
  vi.stubGlobal('scrollBy', (way: unknown) => scrolled.push(way))
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('innerHeight', 900)
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    document.body.replaceChildren()
  }
})

/** Windows below 768 px, and those whose system asks for less motion, as their queries are written. */
function answerMedia(...holding: string[]): void {
  const matchMedia = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) => {
    const list = matchMedia(query)
    Object.defineProperty(list, 'matches', { value: holding.some((held) => query.includes(held)) })
    return list
  })
}

const steps: TourProps['steps'] = [
  { title: 'First', text: 'Text of the first.', anchors: ['#gone', '#one'] },
  { title: 'Second', text: 'Text of the second.', anchors: ['#two'] },
  { title: 'Third', text: 'Text of the third.', anchors: ['#three'] },
]
let goTo: (done: number) => void

function Tour({ shown = steps }: { readonly shown?: TourProps['steps'] }) {
  const [doneUpTo, setDone] = useState(0)
  const [isOver, setOver] = useState(false)
  goTo = (done) => act(() => setDone(done))
  const end = () => {
    heard.push('end')
    setOver(true)
  }
  const finish = { label: 'Add Camera', onPress: () => void heard.push('finish') }
  return isOver ? null : <TourCard label="Tour" steps={shown} doneUpTo={doneUpTo} finish={finish} onEnd={end} />
}

const card = () => screen.getByRole('dialog', { name: 'Tour' })
const title = () => screen.getByRole('heading', { level: 2 }).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const ring = () => document.querySelector<HTMLElement>('[aria-hidden][style]')?.style

describe('the card of a tour (TOUR-01)', () => {
  it('goes on, back and on again, and says how far it is', () => {
    show(<Tour />)
    expect([title(), buttons(), screen.getByText('1 of 3')]).toEqual([
      'First',
      ['Skip tour', 'Next'],
      expect.anything(),
    ])
    press('Next')
    expect([title(), buttons()]).toEqual(['Second', ['Skip tour', 'Back', 'Next']])
    press('Back')
    expect(title()).toBe('First')
    press('Next')
    press('Next')
    expect([title(), buttons(), screen.getByText('3 of 3')]).toEqual([
      'Third',
      ['Skip tour', 'Back', 'Add Camera'],
      expect.anything(),
    ])
  })

  it('is over at its last button, before that does what it says', () => {
    show(<Tour shown={[steps[0]]} />)
    press('Add Camera')
    expect([heard, screen.queryByRole('dialog')]).toEqual([['end', 'finish'], null])
  })

  it('is over with Skip tour and with Escape, and then does nothing else', () => {
    const { unmount } = show(<Tour />)
    press('Skip tour')
    unmount()
    show(<Tour />)
    fireEvent.keyDown(card(), { key: 'ArrowRight' })
    expect([title(), heard]).toEqual(['First', ['end']])
    fireEvent.keyDown(card(), { key: 'Escape' })
    expect(heard).toEqual(['end', 'end'])
  })

  it('goes on by itself when what a step asks for is done, and never back', () => {
    show(<Tour />)
    goTo(1)
    expect(title()).toBe('Second')
    press('Next')
    goTo(2)
    goTo(1)
    expect(title()).toBe('Third')
  })

  it('is described by the step, which is read out whole when it changes', () => {
    show(<Tour />)
    const described = () =>
      card()
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
    expect(described()).toEqual(['First', 'Text of the first.'])
    press('Next')
    expect(described()).toEqual(['Second', 'Text of the second.'])
    const live = card().querySelector('[aria-live]')
    expect([live?.getAttribute('aria-live'), live?.getAttribute('aria-atomic')]).toEqual(['polite', 'true'])
    expect(live?.contains(screen.getByText('2 of 3'))).toBe(true)
  })
})

describe('the focus and a tour', () => {
  it('is the card’s where nobody has it, and goes to the screen’s heading after it', () => {
    const heading = put('main', 'main').appendChild(document.createElement('h1'))
    show(<Tour />)
    expect(document.activeElement).toBe(card())
    press('Skip tour')
    expect(document.activeElement).toBe(heading)
  })

  it('stays with whoever has it', () => {
    put('main', 'main').appendChild(document.createElement('h1'))
    const field = put('field', 'input')
    field.focus()
    show(<Tour />)
    expect(document.activeElement).toBe(field)
    press('Skip tour')
    expect(document.activeElement).toBe(field)
  })
})

describe('what a step speaks of', () => {
  it('has a ring around it, which nobody is told of, and the first that shows counts', () => {
    put('one')
    show(<Tour />)
    expect([ring()?.left, ring()?.top, ring()?.width, ring()?.height]).toEqual(['14px', '24px', '112px', '52px'])
    // The second step's part is not there.
    press('Next')
    expect(ring()).toBeUndefined()
  })

  it('has the card beside it, and lends it the corner where it is not there', () => {
    put('one')
    show(<Tour />)
    expect([card().style.left, card().style.top]).toEqual(['134px', '30px'])
    press('Next')
    expect([card().style.left, card().style.top]).toEqual(['1124px', '684px'])
  })

  it('is followed when it moves, comes or goes', async () => {
    const anchor = put('one')
    show(<Tour />)
    Object.assign(places['one'] ?? {}, { top: 300 })
    fireEvent.scroll(window)
    expect([ring()?.top, card().style.top]).toEqual(['294px', '300px'])
    await act(async () => anchor.remove())
    expect(ring()).toBeUndefined()
  })

  it('is brought into view at each step, without motion for those who asked for less', () => {
    put('one')
    put('two')
    show(<Tour />)
    answerMedia('prefers-reduced-motion')
    press('Next')
    expect(scrolled).toEqual([
      ['one', { behavior: 'smooth', block: 'nearest' }],
      ['two', { behavior: 'instant', block: 'nearest' }],
    ])
  })

  it('is scrolled above the card on a phone, unless it is there already', () => {
    answerMedia('max-width')
    put('one', 'div', { left: 0, top: 200, width: 300, height: 50 })
    put('two', 'div', { left: 0, top: 500, width: 300, height: 50 })
    show(<Tour />)
    expect([scrolled, card().style.left]).toEqual([[], ''])
    press('Next')
    expect(scrolled).toEqual([{ top: 476, behavior: 'smooth' }])
  })
})
