import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClipTimeline } from '../../../src/ui/recordings/clip-timeline'
import type { SeenSpan } from '../../../src/ui/recordings/seen-moments'
import { show } from '../../support/render'

const sought: number[] = []
beforeEach(() => {
  sought.length = 0
})

const showAt = (atSec: number, rest: { durationSec?: number; motionSec?: number; seen?: SeenSpan[] } = {}) => {
  const { durationSec = 15, motionSec = null, seen = [] } = rest
  const onSeek = (sec: number) => void sought.push(sec)
  return show(
    <ClipTimeline atSec={atSec} durationSec={durationSec} motionSec={motionSec} seen={seen} onSeek={onSeek} />,
  )
}
const line = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Position in the recording' })
/** Whether the key was left to the browser. */
const isLeft = (key: string) => fireEvent.keyDown(line(), { key })
const placed = () =>
  [...document.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => [style.left, style.width])

describe('the time line of a recording', () => {
  it('says where it stands in minutes and seconds, not in hundredths', () => {
    showAt(64.9, { durationSec: 75.2 })
    expect(line().getAttribute('aria-valuetext')).toBe('1:04 of 1:15')
    expect([line().min, line().max, line().value]).toEqual(['0', '75.2', '64.9'])
  })

  it.each([
    ['ArrowRight', 6],
    ['ArrowUp', 6],
    ['ArrowLeft', 4],
    ['ArrowDown', 4],
  ])('goes a second on or back with %s', (key, sec) => {
    showAt(5)
    expect([isLeft(key), sought]).toEqual([false, [sec]])
  })

  it('stays within the recording', () => {
    const { unmount } = showAt(0.4)
    isLeft('ArrowLeft')
    unmount()
    showAt(14.7)
    isLeft('ArrowRight')
    expect(sought).toEqual([0, 15])
  })

  it('leaves every other key to the browser and to the dialog', () => {
    showAt(5)
    expect(['Tab', 'Escape', ' ', 'Home', 'f'].map(isLeft)).toEqual([true, true, true, true, true])
    expect(sought).toEqual([])
  })

  it('follows the hand', () => {
    showAt(5)
    fireEvent.change(line(), { target: { value: '9.25' } })
    expect(sought).toEqual([9.25])
  })

  it('is full and no more where the picture is past the length that the file tells', () => {
    showAt(15.3)
    expect([line().value, placed()]).toEqual(['15', [['', '100%']]])
  })

  it('draws how long something was seen, and not beyond the end', () => {
    showAt(3, {
      seen: [
        { startSec: 3, endSec: 6, labels: ['person'] },
        { startSec: 12, endSec: 18, labels: ['dog'] },
      ],
    })
    const [played, ...seen] = placed()
    expect(played).toEqual(['', '20%'])
    expect(seen.slice(0, 2)).toEqual([
      ['20%', '20%'],
      ['80%', '20%'],
    ])
  })

  it('leads to the moment of motion itself, which its name gives in whole seconds', () => {
    showAt(0, { motionSec: 4.8 })
    fireEvent.click(screen.getByRole('button', { name: 'Motion at 0:04' }))
    expect(sought).toEqual([4.8])
  })

  it('says what was seen at a mark, people first (LABEL-04)', () => {
    showAt(0, {
      seen: [
        { startSec: 3, endSec: 6, labels: ['dog'] },
        { startSec: 12, endSec: 13, labels: ['person', 'cat', 'bus'] },
      ],
    })
    expect(screen.getAllByRole('button').map(({ title }) => title)).toEqual(['Dog at 0:03', 'Person, cat, bus at 0:12'])
  })

  it('has no mark where nothing is known', () => {
    showAt(0)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
