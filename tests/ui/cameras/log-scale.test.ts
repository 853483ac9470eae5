import { expect, it } from 'vitest'
import { decades, logPosition } from '../../../src/ui/cameras/log-scale'

it.each([
  [0.0001, 0],
  [0.001, 0.25],
  [0.01, 0.5],
  [0.1, 0.75],
  [1, 1],
  [0.0004, 0.1505],
])('a share of %f stands at %f of the scale', (share, place) => {
  expect(logPosition(share)).toBeCloseTo(place, 4)
})

it.each([
  ['nothing at all', 0, 0],
  ['less than the scale shows', 0.00001, 0],
  ['less than nothing', -0.5, 0],
  ['more than everything', 1.5, 1],
])('%s stays on the scale', (_what, share, place) => {
  expect(logPosition(share)).toBe(place)
})

it('its lines are equally far apart, and none lies on an end', () => {
  const places = decades.map(logPosition)
  expect(places.map((place) => Number(place.toFixed(10)))).toEqual([0.25, 0.5, 0.75])
})
