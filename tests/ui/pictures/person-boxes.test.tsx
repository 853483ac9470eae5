import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PersonBoxes } from '../../../src/ui/pictures/person-boxes'
import { Picture } from '../../../src/ui/pictures/picture'
import { seen } from '../../server/support/detections'
import { show } from '../../support/render'

/** The picture comes, as large as said. */
function load(image: HTMLElement, width = 640, height = 480) {
  Object.defineProperty(image, 'naturalWidth', { value: width })
  Object.defineProperty(image, 'naturalHeight', { value: height })
  fireEvent.load(image)
}
const drawing = () => screen.queryByTestId('person-boxes')
const numbers = (element: Element | null | undefined) =>
  ['x', 'y', 'width', 'height'].map((name) => Number(element?.getAttribute(name)))
const frames = () => [...(drawing()?.querySelectorAll('g') ?? [])].map((group) => numbers(group.querySelector('rect')))

describe('frames around people (PERSON-08)', () => {
  it('lie on the picture that came, in its own pixels, cut as the picture is', () => {
    show(<Picture url="/door.jpg" alt="Picture from Door" detections={[seen(0)]} />)
    expect(drawing()).toBeNull()
    load(screen.getByRole('img'))
    expect(drawing()?.getAttribute('viewBox')).toBe('0 0 640 480')
    expect(drawing()?.getAttribute('preserveAspectRatio')).toBe('xMidYMid slice')
    expect(frames()).toEqual([[256, 120, 128, 240]])
  })

  it('are those of the thumbnail’s moment only, and the picture’s name counts them', () => {
    const best = { box: { left: 0, top: 0.5, width: 0.25, height: 0.5 }, score: 0.9 }
    show(<Picture url="/door.jpg" alt="Picture from Door" detections={[seen(0), seen(500, best), seen(500)]} />)
    load(screen.getByRole('img', { name: 'Picture from Door, 2 people seen' }))
    expect(frames()).toEqual([
      [0, 240, 160, 240],
      [256, 120, 128, 240],
    ])
  })

  it('are told of also where the text beside the picture tells the rest', () => {
    show(<Picture url="/door.jpg" alt="" detections={[seen(0)]} />)
    load(screen.getByRole('img', { name: '1 person seen' }))
    expect(drawing()?.getAttribute('aria-hidden')).toBe('true')
  })

  it('show on no other picture, and on none that did not come', () => {
    const { unmount } = show(<Picture url="/door.jpg" alt="a" detections={[seen(0)]} />)
    fireEvent.error(screen.getByRole('img'))
    expect(drawing()).toBeNull()
    unmount()
    show(<Picture url={null} alt="a" detections={[seen(0)]} />)
    expect([drawing(), screen.queryByLabelText('No picture') === null]).toEqual([null, false])
  })

  it.each([undefined, []])('are none, and the name is as it was, with the detections %j', (detections) => {
    show(<Picture url="/door.jpg" alt="Picture from Door" detections={detections} />)
    load(screen.getByRole('img', { name: 'Picture from Door' }))
    expect(drawing()).toBeNull()
  })

  it('never reach beyond the picture', () => {
    const box = { left: 0.75, top: 0.5, width: 0.5, height: 1 }
    show(<PersonBoxes size={{ width: 100, height: 40 }} fit="contain" boxes={[{ box }]} />)
    expect(frames()).toEqual([[75, 20, 25, 20]])
    expect(drawing()?.getAttribute('preserveAspectRatio')).toBe('xMidYMid meet')
  })
})
