import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Hint } from '../../../src/ui/notices/hint'
import { PictureBadge } from '../../../src/ui/pictures/picture-badge'
import { show } from '../../support/render'

beforeEach(async () => {
  vi.useFakeTimers()
  await forgetOtherHints()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const point = (label: string) => fireEvent.pointerMove(screen.getByText(label), { pointerType: 'mouse' })
const leave = (label: string) => fireEvent.pointerLeave(screen.getByText(label), { pointerType: 'mouse' })
const hints = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent)

/** The library takes a hint that was still open when its document went for open: until another one closes. */
async function forgetOtherHints() {
  const { unmount } = show(
    <Hint text="Other hint">
      <button type="button">Other</button>
    </Hint>,
  )
  point('Other')
  await wait(700)
  leave('Other')
  await wait(700)
  unmount()
}

it('a hint opens after 700 ms and its neighbour at once within the next 300 ms (CONST-06, X-48)', async () => {
  show(
    <>
      <Hint text="First hint">
        <button type="button">One</button>
      </Hint>
      <Hint text="Second hint">
        <button type="button">Two</button>
      </Hint>
    </>,
  )
  point('One')
  await wait(690)
  expect(hints()).toEqual([])
  await wait(20)
  expect(hints()).toEqual(['First hint'])
  leave('One')
  await wait(250)
  point('Two')
  await wait(20)
  expect(hints()).toContain('Second hint')
  leave('Two')
  await wait(400)
  point('One')
  await wait(650)
  expect(hints()).not.toContain('First hint')
})

it('so does the hint of a badge on a picture: 200 ms are the sidebar’s alone (X-48)', async () => {
  show(<PictureBadge mark={null} text="Paused" hint="Check its cable." />)
  point('Paused')
  await wait(600)
  expect(hints()).toEqual([])
  await wait(110)
  expect(hints()).toEqual(['Check its cable.'])
})
