import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useVideo } from '../../../src/ui/recordings/use-video'

afterEach(() => void vi.restoreAllMocks())

/** A recording of which the browser tells each picture that shows, unless it cannot. */
function recording(canTell = true) {
  const element = document.createElement('video')
  let isPaused = true
  Object.defineProperty(element, 'paused', { get: () => isPaused })
  const asked: (() => void)[] = []
  if (canTell) {
    Object.assign(element, {
      requestVideoFrameCallback: (tell: () => void) => asked.push(tell),
      cancelVideoFrameCallback: (id: number) => delete asked[id - 1],
    })
  }
  const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1)
  const video = { current: element }
  const { result, unmount } = renderHook(() => useVideo(video))
  return {
    result,
    unmount,
    frames,
    /** How many pictures are waited for. */
    awaited: () => asked.filter(() => true).length,
    tell(name: 'play' | 'pause' | 'seeked', atSec: number) {
      if (name !== 'seeked') isPaused = name === 'pause'
      element.currentTime = atSec
      act(() => void element.dispatchEvent(new Event(name)))
    },
    picture(atSec: number) {
      element.currentTime = atSec
      act(() => {
        for (const tell of asked.splice(0)) tell?.()
      })
    },
  }
}

it('a recording that stands still has the page wait for no picture (LESS-05)', () => {
  const { awaited, frames, tell, result } = recording()
  expect([awaited(), frames.mock.calls.length]).toEqual([0, 0])
  tell('play', 1)
  tell('pause', 2)
  expect([awaited(), frames.mock.calls.length, result.current.atSec]).toEqual([0, 0, 2])
  tell('seeked', 7)
  expect([awaited(), frames.mock.calls.length, result.current.atSec]).toEqual([0, 0, 7])
})

it('one that plays is followed with each of its pictures, and no longer than it shows', () => {
  const { awaited, frames, tell, picture, result, unmount } = recording()
  tell('play', 1)
  tell('seeked', 2)
  expect([awaited(), result.current.isPaused]).toEqual([1, false])
  picture(2.1)
  picture(2.2)
  expect([awaited(), result.current.atSec, frames.mock.calls.length]).toEqual([1, 2.2, 0])
  unmount()
  expect(awaited()).toBe(0)
})

it('is followed with the pictures of the screen where the browser tells of no others', () => {
  const { frames, tell, unmount } = recording(false)
  const ends = vi.spyOn(globalThis, 'cancelAnimationFrame')
  expect(frames).not.toHaveBeenCalled()
  tell('play', 1)
  expect(frames).toHaveBeenCalledOnce()
  unmount()
  expect(ends).toHaveBeenCalledWith(1)
})
