import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Boxes } from '../../../src/ui/pictures/boxes'
import { Picture } from '../../../src/ui/pictures/picture'
import { seen } from '../../server/support/detections'
import { show } from '../../support/render'

/** The picture comes, as large as said. */
function load(image: HTMLElement) {
  Object.defineProperty(image, 'naturalWidth', { value: 640 })
  Object.defineProperty(image, 'naturalHeight', { value: 480 })
  fireEvent.load(image)
}
const drawing = () => screen.queryByTestId('boxes')
const numbers = (element: Element | null | undefined) =>
  ['x', 'y', 'width', 'height'].map((name) => Number(element?.getAttribute(name)))
const frames = () => [...(drawing()?.querySelectorAll('g') ?? [])].map((group) => numbers(group.querySelector('rect')))

describe('frames around what was seen (PERSON-08)', () => {
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
    show(<Boxes size={{ width: 100, height: 40 }} fit="contain" boxes={[{ box }]} areNamed={false} />)
    expect(frames()).toEqual([[75, 20, 25, 20]])
    expect(drawing()?.getAttribute('preserveAspectRatio')).toBe('xMidYMid meet')
  })
})

describe('what a picture shows (LABEL-06, LABEL-07)', () => {
  const dog = { label: 'dog', box: { left: 0, top: 0.5, width: 0.25, height: 0.5 } } as const
  const car = { label: 'car', box: { left: 0.5, top: 0, width: 0.5, height: 0.5 } } as const
  const captions = () => [...(screen.queryByTestId('box-captions')?.querySelectorAll('span') ?? [])]
  const words = () => captions().map(({ textContent }) => textContent)
  /** A class for each colour. */
  const colors = () => [...(drawing()?.querySelectorAll('rect:last-child') ?? [])].map(({ classList }) => classList[0])

  it('is of the best look at what was there for longest, however sure another look was', () => {
    const brief = [seen(0, { track: 0, score: 0.99 }), seen(1000, { track: 0, score: 0.9 })]
    const long = [seen(0, { ...dog, track: 1, score: 0.5 }), seen(3000, { ...dog, track: 1, score: 0.6 })]
    show(<Picture url="/garden.jpg" alt="Picture from Garden" detections={[...brief, ...long]} />)
    load(screen.getByRole('img', { name: 'Picture from Garden, 1 dog seen' }))
    expect(frames()).toEqual([[0, 240, 160, 240]])
  })

  it('is counted by kind, people first, and each kind has its colour', () => {
    show(<Picture url="/garden.jpg" alt="" detections={[seen(0, car), seen(0, dog), seen(0), seen(0)]} />)
    load(screen.getByRole('img', { name: '2 people, 1 dog, 1 car seen' }))
    const [vehicle, animal, person, other] = colors()
    expect([new Set([vehicle, animal, person]).size, other]).toEqual([3, person])
  })

  it('is written beside the boxes, which people alone go without', () => {
    const { unmount } = show(<Picture url="/garden.jpg" alt="" detections={[seen(0, dog), seen(0), seen(0, car)]} />)
    load(screen.getByRole('img'))
    expect(words()).toEqual(['Dog', 'Person', 'Car'])
    expect(screen.getByTestId('box-captions').getAttribute('aria-hidden')).toBe('true')
    unmount()
    show(<Picture url="/garden.jpg" alt="" detections={[seen(0), seen(0, { label: 'person' }), seen(1, dog)]} />)
    load(screen.getByRole('img'))
    expect([frames().length, words()]).toEqual([2, []])
  })
})
