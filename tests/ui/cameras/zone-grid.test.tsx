import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ZoneGrid } from '../../../src/ui/cameras/zone-grid'
import { show } from '../../support/render'

/** 160 x 90 pixels on the screen, so that a zone is 10 x 10. */
const box = { left: 100, top: 50, width: 160, height: 90, right: 260, bottom: 140, x: 100, y: 50 }

const paints: { readonly zones: readonly number[]; readonly isIgnored: boolean }[] = []

function Painter(props: { readonly ignored: readonly number[] }) {
  const [ignored, setIgnored] = useState(props.ignored)
  const paint = (zones: readonly number[], isIgnored: boolean) => {
    paints.push({ zones, isIgnored })
    setIgnored((before) => [...before.filter((zone) => !zones.includes(zone)), ...(isIgnored ? zones : [])])
  }
  return <ZoneGrid columns={16} rows={9} ignored={ignored} onPaint={paint} />
}

const grid = () => screen.getByRole('grid', { name: 'Zones to ignore' })
const cells = () => screen.getAllByRole('gridcell')
const ignored = () => cells().flatMap((cell, zone) => (cell.getAttribute('aria-selected') === 'true' ? [zone] : []))
const reachable = () => cells().flatMap((cell, zone) => (cell.tabIndex === 0 ? [zone] : []))
const focused = () => cells().indexOf(document.activeElement as HTMLElement)
const press = (key: string, also = {}) => fireEvent.keyDown(document.activeElement ?? document, { key, ...also })
const said = () => screen.getByRole('status').textContent
/** The middle of a zone. */
const at = (row: number, column: number) => ({ clientX: 105 + column * 10, clientY: 55 + row * 10, pointerId: 1 })

beforeEach(() => {
  paints.length = 0
})

describe('the zone grid by keyboard', () => {
  it('has one tab stop, and arrows, Home and End move it within the grid', () => {
    show(<Painter ignored={[]} />)
    expect([cells().length, reachable()]).toEqual([144, [0]])
    cells()[0]?.focus()
    const visited = [
      'ArrowRight',
      'ArrowDown',
      'ArrowLeft',
      'ArrowLeft',
      'End',
      'ArrowRight',
      'ArrowUp',
      'ArrowUp',
      'Home',
    ]
    const path = visited.map((key) => {
      press(key)
      expect(reachable()).toEqual([focused()])
      return focused()
    })
    expect(path).toEqual([1, 17, 16, 16, 31, 31, 15, 15, 0])
    press('End', { ctrlKey: true })
    expect(focused()).toBe(143)
    press('ArrowDown')
    expect(focused()).toBe(143)
    press('Home', { ctrlKey: true })
    expect(focused()).toBe(0)
    expect(paints).toEqual([])
  })

  it('toggles with Space and says what the zone is now', () => {
    show(<Painter ignored={[]} />)
    cells()[0]?.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) press(key)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Zone row 3, column 5, watched')
    press(' ')
    expect([ignored(), said()]).toEqual([[36], 'Zone row 3, column 5, ignored'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Zone row 3, column 5, ignored')
    press(' ')
    expect([ignored(), said()]).toEqual([[], 'Zone row 3, column 5, watched'])
  })

  it('goes on painting, or erasing, with Shift and an arrow', () => {
    show(<Painter ignored={[0]} />)
    cells()[0]?.focus()
    press('ArrowRight', { shiftKey: true })
    press('ArrowRight', { shiftKey: true })
    expect(ignored()).toEqual([0, 1, 2])
    press('ArrowRight')
    press('ArrowLeft', { shiftKey: true })
    expect(ignored()).toEqual([0, 1])
  })

  it('leaves other keys to the dialog', () => {
    show(<Painter ignored={[]} />)
    cells()[0]?.focus()
    expect([press('Escape'), press('Tab'), press('a'), press(' ')]).toEqual([true, true, true, false])
  })
})

describe('the zone grid by mouse or finger', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box })
    vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue()
    return () => vi.restoreAllMocks()
  })

  it('paints from the first zone on where that was watched, without gaps', () => {
    show(<Painter ignored={[2]} />)
    fireEvent.pointerDown(grid(), at(0, 0))
    fireEvent.pointerMove(grid(), at(0, 4))
    fireEvent.pointerMove(grid(), at(2, 6))
    fireEvent.pointerUp(grid())
    fireEvent.pointerMove(grid(), at(8, 8))
    expect(ignored()).toEqual([0, 1, 2, 3, 4, 21, 38])
  })

  it('erases where the first zone was ignored', () => {
    show(<Painter ignored={[0, 1, 3]} />)
    fireEvent.pointerDown(grid(), at(0, 0))
    fireEvent.pointerMove(grid(), at(0, 2))
    fireEvent.pointerUp(grid())
    expect(ignored()).toEqual([3])
  })

  it('stays within the grid when the hand leaves it', () => {
    show(<Painter ignored={[]} />)
    fireEvent.pointerDown(grid(), at(8, 15))
    fireEvent.pointerMove(grid(), at(20, 40))
    fireEvent.pointerMove(grid(), at(-5, 15))
    expect(ignored()).toEqual([15, 31, 47, 63, 79, 95, 111, 127, 143])
  })

  it('tells a zone once while the hand rests in it', () => {
    show(<Painter ignored={[]} />)
    fireEvent.pointerDown(grid(), at(1, 1))
    fireEvent.pointerMove(grid(), at(1, 1))
    expect(paints).toEqual([{ zones: [17], isIgnored: true }])
  })

  it('ends a stroke that the system took away, and paints with the first button only', () => {
    show(<Painter ignored={[]} />)
    fireEvent.pointerDown(grid(), at(0, 0))
    fireEvent.pointerCancel(grid())
    fireEvent.pointerMove(grid(), at(0, 5))
    fireEvent.pointerDown(grid(), { ...at(4, 4), button: 2 })
    expect(ignored()).toEqual([0])
  })

  it('brings the keyboard to where the hand was', () => {
    show(<Painter ignored={[]} />)
    fireEvent.pointerDown(grid(), at(3, 3))
    expect([reachable(), focused()]).toEqual([[51], 51])
  })
})
