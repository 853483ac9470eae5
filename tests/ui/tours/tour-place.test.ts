import { expect, test } from 'vitest'
import { placeCard } from '../../../src/ui/tours/tour-place'

const view = { width: 1440, height: 900 }
const card = { width: 336, height: 180 }
const at = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

test.each([
  ['below its anchor', at(300, 100, 400, 200), { left: 300, top: 314 }],
  ['above it where there is no room below', at(300, 600, 400, 200), { left: 300, top: 406 }],
  ['beside it where it is narrow', at(10, 100, 240, 40), { left: 264, top: 100 }],
  ['beside it where it is tall', at(20, 60, 400, 820), { left: 434, top: 60 }],
  ['in the corner where nothing else is left', at(20, 60, 1400, 820), { left: 1088, top: 704 }],
  ['in the corner without an anchor', null, { left: 1088, top: 704 }],
  ['within the window', at(1300, 100, 100, 50), { left: 1088, top: 164 }],
])('the card of a tour stands %s (TOUR-01, TOUR-03)', (_where, anchor, place) => {
  expect(placeCard(anchor, card, view)).toEqual(place)
})
