import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FilmCell } from '../../../src/ui/review/film-cell'
import type { FilmClock } from '../../../src/ui/review/film-clock'
import { StillCard } from '../../../src/ui/review/still-card'
import { show } from '../../support/render'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clock: FilmClock = {
  nowAtMs: () => 0,
  watch: () => () => undefined,
  isRunning: false,
  speed: 1,
  follow: () => () => undefined,
}
const film = (name: string) => ({ url: `/${name}.webm`, pictureUrl: `/${name}.jpg`, startMs: 0 })
const cell = (name: string) => (
  <FilmCell
    name="Door"
    content={{ kind: 'film', film: film(name) }}
    next={null}
    hasFilm={false}
    clock={clock}
    onLength={() => undefined}
  />
)
const span = { fromMs: 0, untilMs: 1_000 }
const card = (name: string) => (
  <StillCard span={span} atMs={500} topPx={0} pictureUrl={`/${name}.jpg`} hasPicture title="Door" words={name} />
)

it.each([
  ['at the line', cell],
  ['at the pointer', card],
])('a still %s goes with its event, and the next one comes once that stays (REV-08)', (_where, piece) => {
  const { rerender } = show(piece('a'))
  const image = () => document.querySelector('img')
  const first = image()
  expect(first?.getAttribute('src')).toBe('/a.jpg')
  for (const name of ['b', 'c']) {
    rerender(piece(name))
    act(() => void vi.advanceTimersByTime(40))
    expect(image()).toBeNull()
  }
  act(() => void vi.advanceTimersByTime(20))
  expect(image()?.getAttribute('src')).toBe('/c.jpg')
})
