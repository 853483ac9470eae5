import { ChakraProvider } from '@chakra-ui/react'
import { act, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lessSteps } from '../../../src/engine/pacing/less'
import type { ClipMaking } from '../../../src/engine/recording'
import CamerasScreen from '../../../src/screens/cameras'
import { captureStatesAtom } from '../../../src/state/cameras/capture-states'
import { isAtLimit } from '../../../src/state/capture/busy-words'
import { noteMakingAtom } from '../../../src/state/recordings/clip-codecs'
import { StreamVideo } from '../../../src/ui/pictures/stream-video'
import { system } from '../../../src/ui/theme/theme'
import { cameraOnHub } from '../../state/support/hub-data'
import { startApp, type TestApp } from '../../support/app'
import { runningState } from '../../support/browser/fake-cameras'
import { showScreen } from '../../support/show-screen'

const pace = (count: number) => ({
  intervalMs: 300,
  analysisWidth: 480,
  droppedChecks: 0,
  less: lessSteps.slice(0, count),
})

describe('what a camera says of a busy machine (LESS-04)', () => {
  let app: TestApp
  let id = ''
  beforeEach(async () => {
    app = await startApp()
    app.storage.setItem('showCamerasTutorial', 'false')
    await app.signIn()
    id = (await cameraOnHub(app, 'Door')).id
    await showScreen(app, <CamerasScreen />)
  })
  afterEach(() => app.close())

  const run = (less: number, differing: Parameters<typeof runningState>[0] = {}) => {
    const state = runningState({ stream: new MediaStream(), pace: pace(less), ...differing })
    act(() => app.store.set(captureStatesAtom, new Map([[id, state]])))
  }
  const makeBy = (making: ClipMaking) => act(() => app.store.set(noteMakingAtom, id, making))
  const said = () =>
    within(screen.getByRole('article', { name: 'Door' })).queryByText(/: this computer is busy/)?.textContent

  it('is nothing while nothing is left out, nor where it does not watch', () => {
    for (const [less, differing] of [[0, {}] as const, [3, { motion: { phase: 'off' } }] as const]) {
      run(less, differing)
      expect(said()).toBeUndefined()
    }
    act(() => app.store.set(captureStatesAtom, new Map([[id, { phase: 'starting' }]])))
    expect(said()).toBeUndefined()
  })

  it('is one sentence on its card in plain words, in the order in which things were given up', () => {
    run(1)
    expect(said()).toBe('Records 8 pictures a second: this computer is busy.')
    run(4)
    expect(said()).toBe('Records 5 pictures a second, does not tell people from other motion: this computer is busy.')
    run(lessSteps.length)
    expect(said()).toMatch(/begins clips with the motion: this computer is busy\.$/)
  })

  it('has words of its own for every step', () => {
    makeBy({ by: 'encoder', codec: 'h264-software', frameMs: 6.7, passedOver: [], isHalved: true })
    const sentences = lessSteps.map((step) => {
      run(0, { pace: { ...pace(0), less: [step] } })
      return said()
    })
    expect(sentences).not.toContain(undefined)
    expect(new Set(sentences).size).toBe(lessSteps.length)
    run(0)
    expect(said()).toBeUndefined()
  })

  it('tells of the size of clips once one has it (LESS-10)', () => {
    const making = { by: 'encoder', codec: 'h264-software', frameMs: 6.7, passedOver: [] } as const
    run(3)
    makeBy({ ...making, isHalved: false })
    expect(said()).toBe('Records 5 pictures a second: this computer is busy.')
    makeBy({ ...making, isHalved: true })
    expect(said()).toBe('Records 5 pictures a second, makes clips of half the size: this computer is busy.')
    // The clip after the next is whole again.
    run(2)
    expect(said()).toBe('Records 5 pictures a second: this computer is busy.')
  })

  it('is nothing of recordings where the browser makes them by itself (LESS-10)', () => {
    makeBy({ by: 'browser' })
    run(3)
    expect(said()).toBeUndefined()
    run(lessSteps.length)
    expect(said()).toBe(
      'Does not tell people from other motion, sends a snapshot every 10 seconds at most, shows no live picture here: this computer is busy.',
    )
  })
})

it('a picture is marked only where nothing is left to give up (LESS-04)', () => {
  expect([isAtLimit(lessSteps), isAtLimit(lessSteps.slice(1))]).toEqual([true, false])
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
