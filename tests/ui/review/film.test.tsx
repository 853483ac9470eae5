import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { Film } from '../../../src/ui/review/film'
import type { FilmClock } from '../../../src/ui/review/film-clock'
import { show } from '../../support/render'

let frames: MockInstance<typeof requestAnimationFrame>
const levels = { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 }
beforeEach(() => {
  // This document's films are ready for nothing, and know no word for it.
  Object.assign(HTMLMediaElement.prototype, levels)
  frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of Object.keys(levels)) Reflect.deleteProperty(HTMLMediaElement.prototype, name)
})

/** A film of a minute whose clock stands, or runs; it is there once the test has it load. */
function showFilm(isRunning: boolean) {
  let nowMs = 5_000
  const watchers = new Set<() => void>()
  const clockThat = (isRunning: boolean): FilmClock => ({
    nowAtMs: () => nowMs,
    isRunning,
    speed: 1,
    follow: () => () => undefined,
    watch(onMove) {
      watchers.add(onMove)
      return () => watchers.delete(onMove)
    },
  })
  const state = { readyState: 0, seeking: false, duration: 60 }
  for (const name of ['readyState', 'seeking', 'duration'] as const) {
    vi.spyOn(HTMLMediaElement.prototype, name, 'get').mockImplementation(() => state[name])
  }
  const film = { url: 'film.mp4', pictureUrl: null, startMs: 0 }
  const piece = (clock: FilmClock) => <Film film={film} label="Door" isNow clock={clock} onLength={() => undefined} />
  const { rerender, unmount } = show(piece(clockThat(isRunning)))
  const element = screen.getByLabelText<HTMLVideoElement>('Door')
  return {
    element,
    state,
    unmount,
    watchers,
    run: () => rerender(piece(clockThat(true))),
    tell: (name: string) => fireEvent(element, new Event(name)),
    load() {
      state.readyState = 4
      fireEvent(element, new Event('loadedmetadata'))
    },
    move(ms: number) {
      nowMs = ms
      for (const onMove of watchers) onMove()
    },
  }
}

it('a film whose clock stands wakes nobody, and shows the moment as soon as it is there (REV-09, LESS-05)', () => {
  const { element, load, unmount, watchers } = showFilm(false)
  expect([frames.mock.calls.length, element.currentTime]).toEqual([0, 0])
  load()
  expect([frames.mock.calls.length, element.currentTime]).toEqual([0, 5])
  unmount()
  expect(watchers.size).toBe(0)
})

it('it goes where the line goes, also while it is on its way elsewhere (REV-09)', () => {
  const { element, load, move, state, tell } = showFilm(false)
  load()
  move(20_000)
  expect(element.currentTime).toBe(20)
  state.seeking = true
  move(30_000)
  expect(element.currentTime).toBe(20)
  state.seeking = false
  tell('seeked')
  expect([element.currentTime, frames.mock.calls.length]).toEqual([30, 0])
})

it('while the clock runs it keeps up with each picture of the screen (REV-09)', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { element, state } = showFilm(true)
  state.readyState = 4
  frames.mock.lastCall?.[0](0)
  expect([element.currentTime, play.mock.calls.length, frames.mock.calls.length]).toEqual([5, 1, 2])
})

it('a clock that begins to run is the only one that the film follows (REV-09)', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const { load, run, tell, watchers } = showFilm(false)
  load()
  run()
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
  for (const name of ['loadedmetadata', 'seeked']) tell(name)
  expect([pause.mock.calls.length, watchers.size]).toEqual([0, 0])
})
