/** What the built-in model is asked for, in the order of its scores: COCO's numbers and names. */
export const cocoClasses = /** @type {const} */ ([
  { number: 1, name: 'person' },
  { number: 2, name: 'bicycle' },
  { number: 3, name: 'car' },
  { number: 4, name: 'motorcycle' },
  { number: 6, name: 'bus' },
  { number: 8, name: 'truck' },
  { number: 16, name: 'bird' },
  { number: 17, name: 'cat' },
  { number: 18, name: 'dog' },
  { number: 19, name: 'horse' },
])
