import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ClipControls } from '../../../src/ui/recordings/clip-controls'
import { ClipTimeline } from '../../../src/ui/recordings/clip-timeline'
import { ClipBoxes } from '../../../src/ui/recordings/clip-video'
import { PlayerDialog } from '../../../src/ui/recordings/player-dialog'
import type { SeenSpan } from '../../../src/ui/recordings/seen-moments'
import type { VideoControl } from '../../../src/ui/recordings/use-video'
import { seen } from '../../server/support/detections'
import { show } from '../../support/render'

const nothing = () => undefined
const fullScreen = { isOn: false, toggle: nothing }
const size = { width: 640, height: 360 }

describe('the time line of a recording (PERSON-08)', () => {
  const timeline = (seen: SeenSpan[], sought: number[] = []) =>
    show(<ClipTimeline atSec={0} durationSec={15} motionSec={4.8} seen={seen} onSeek={(sec) => sought.push(sec)} />)

  it('marks the moments of people beside that of motion, and leads to them', () => {
    const sought: number[] = []
    timeline(
      [
        { startSec: 5, endSec: 8, labels: ['person'] },
        { startSec: 12, endSec: 12, labels: ['person'] },
      ],
      sought,
    )
    expect(screen.getAllByRole('button').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'Motion at 0:04',
      'Person at 0:05',
      'Person at 0:12',
    ])
    const mark = screen.getByRole('button', { name: 'Person at 0:12' })
    expect(mark.style.left).toBe('80%')
    fireEvent.click(mark)
    expect(sought).toEqual([12])
  })

  it('has the mark of motion alone where nobody was seen', () => {
    timeline([])
    expect(screen.getAllByRole('button')).toHaveLength(1)
  })
})

describe('the switch of the boxes (PERSON-08)', () => {
  const control: VideoControl = {
    isPaused: true,
    isMuted: false,
    durationSec: 15,
    atSec: 0,
    isWaiting: false,
    toggle: nothing,
    toggleSound: nothing,
    seek: nothing,
  }

  it('says what it does, names its key, and is there only where somebody was seen', () => {
    let toggled = 0
    const boxes = { areShown: true, toggle: () => toggled++ }
    const { unmount } = show(<ClipControls control={control} timeline={null} boxes={boxes} fullScreen={fullScreen} />)
    const button = screen.getByRole('button', { name: 'Hide boxes' })
    expect([button.getAttribute('aria-keyshortcuts'), button.title]).toEqual(['B', 'Hide boxes (B)'])
    fireEvent.click(button)
    expect(toggled).toBe(1)
    unmount()
    show(<ClipControls control={control} timeline={null} boxes={null} fullScreen={fullScreen} />)
    expect(screen.queryByRole('button', { name: /boxes/ })).toBeNull()
  })

  it('is the key B and that of the full screen F, also on the time line, but not beside Ctrl, which is the sidebar’s', async () => {
    let toggled = 0
    const steps: string[] = []
    show(
      <PlayerDialog
        isOpen
        title="Person at Door"
        line={null}
        place="1 of 2"
        actions={null}
        onPrevious={() => steps.push('previous')}
        onNext={() => steps.push('next')}
        onSpace={() => steps.push('space')}
        onBoxes={() => toggled++}
        fullScreen={{ isOn: false, toggle: () => steps.push('full screen') }}
        onClose={nothing}
      >
        <input type="range" aria-label="Position" />
        <input aria-label="Text" />
      </PlayerDialog>,
    )
    const press = (element: Element, key: string, ctrlKey = false) => fireEvent.keyDown(element, { key, ctrlKey })
    const dialog = await screen.findByRole('dialog')
    press(dialog, 'b')
    press(dialog, 'B')
    press(screen.getByLabelText('Position'), 'b')
    expect(toggled).toBe(3)
    press(dialog, 'b', true)
    press(screen.getByLabelText('Text'), 'b')
    press(screen.getByLabelText('Position'), 'ArrowLeft')
    press(screen.getByLabelText('Text'), 'f')
    expect([toggled, steps]).toEqual([3, []])
    press(dialog, 'ArrowLeft')
    press(dialog, 'ArrowRight')
    press(dialog, ' ')
    press(dialog, 'f')
    press(screen.getByLabelText('Position'), 'F')
    expect(steps).toEqual(['previous', 'next', 'space', 'full screen', 'full screen'])
  })
})

describe('frames on a playing recording (PERSON-08)', () => {
  const opacities = () => [...document.querySelectorAll('svg g')].map((group) => group.getAttribute('opacity'))

  it('show around their moment and fade with the time away from it', () => {
    show(<ClipBoxes detections={[seen(900), seen(1200), seen(5000)]} atSec={1} size={size} />)
    expect(opacities()).toEqual(['0.75', '0.5'])
    expect(screen.getByTestId('boxes').getAttribute('preserveAspectRatio')).toBe('xMidYMid meet')
  })

  it('do not fade for those who asked their system for less motion', () => {
    const matchMedia = window.matchMedia.bind(window)
    window.matchMedia = (query) => {
      const list = matchMedia(query)
      if (query.includes('prefers-reduced-motion')) Object.defineProperty(list, 'matches', { value: true })
      return list
    }
    try {
      show(<ClipBoxes detections={[seen(900), seen(1200)]} atSec={1} size={size} />)
      expect(opacities()).toEqual(['1'])
    } finally {
      window.matchMedia = matchMedia
    }
  })
})
