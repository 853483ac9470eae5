import { ChakraProvider } from '@chakra-ui/react'
import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lessSteps } from '../../../src/engine/pacing/less'
import { BusyNote } from '../../../src/screens/cameras/busy-note'
import { busySentence, isAtLimit } from '../../../src/state/capture/busy-words'
import { StreamVideo } from '../../../src/ui/pictures/stream-video'
import { system } from '../../../src/ui/theme/theme'
import { runningState } from '../../support/browser/fake-cameras'
import { show } from '../../support/render'

const pace = (count: number) => ({
  intervalMs: 300,
  analysisWidth: 480,
  droppedChecks: 0,
  less: lessSteps.slice(0, count),
})

describe('what a camera says of a busy machine (LESS-04)', () => {
  it('is nothing while nothing is left out, nor where it does not watch', () => {
    const { container } = show(
      <>
        <BusyNote capture={runningState()} />
        <BusyNote capture={runningState({ pace: pace(3), motion: { phase: 'off' } })} />
        <BusyNote capture={{ phase: 'starting' }} />
      </>,
    )
    expect(container.textContent).toBe('')
  })

  it('is one sentence in plain words, in the order in which things were given up', () => {
    show(<BusyNote capture={runningState({ pace: pace(1) })} />)
    expect(screen.getByText('Records 8 pictures a second: this computer is busy.')).toBeTruthy()
    expect(busySentence(lessSteps.slice(0, 4))).toBe(
      'Records 5 pictures a second, makes clips of half the size, does not tell people from other motion: this computer is busy.',
    )
    expect(busySentence(lessSteps)).toMatch(/begins clips with the motion: this computer is busy\.$/)
    expect([isAtLimit(lessSteps), isAtLimit(lessSteps.slice(1))]).toEqual([true, false])
  })
})

describe('a picture that nobody sees (LESS-05)', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('stands still until somebody does', () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const stream = new MediaStream()
    const calls = () => [pause.mock.calls.length, play.mock.calls.length]
    const picture = (isStill: boolean) => (
      <ChakraProvider value={system}>
        <StreamVideo stream={stream} label="Door" isStill={isStill} />
      </ChakraProvider>
    )
    const { rerender } = render(picture(false))
    expect(calls()).toEqual([0, 0])
    rerender(picture(true))
    rerender(picture(true))
    expect(calls()).toEqual([1, 0])
    rerender(picture(false))
    expect(calls()).toEqual([1, 1])
  })
})
