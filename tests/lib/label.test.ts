import { describe, expect, test } from 'vitest'
import { label, labelGroup } from '../../src/contract/detection'
import { countedLabels, groupOf, groupsOf, labelsOf, labelTitle } from '../../src/lib/label'

describe('what a camera tells apart (LABEL-01)', () => {
  test('is of one group each', () => {
    expect(labelGroup.options.flatMap(labelsOf)).toEqual(label.options)
    expect(labelGroup.options.map((group) => labelsOf(group).map(groupOf))).toEqual([
      ['person'],
      Array(4).fill('animal'),
      Array(5).fill('vehicle'),
    ])
  })

  test('is listed by its groups, people first (LABEL-05)', () => {
    const counts = [
      { label: 'bus', count: 1 },
      { label: 'cat', count: 1 },
      { label: 'dog', count: 3 },
      { label: 'person', count: 1 },
    ] as const
    expect([groupsOf(counts), groupsOf(counts.slice(0, 1)), groupsOf([])]).toEqual([
      ['person', 'animal', 'vehicle'],
      ['vehicle'],
      [],
    ])
  })
})

test('counts are said as people say them (LABEL-06)', () => {
  const one = label.options.map((name) => ({ label: name, count: 1 }))
  expect(countedLabels(one)).toBe(
    '1 person, 1 cat, 1 dog, 1 bird, 1 horse, 1 bicycle, 1 car, 1 motorcycle, 1 bus, 1 truck',
  )
  expect(countedLabels(one.map((each) => ({ ...each, count: 2 })))).toBe(
    '2 people, 2 cats, 2 dogs, 2 birds, 2 horses, 2 bicycles, 2 cars, 2 motorcycles, 2 buses, 2 trucks',
  )
  expect([countedLabels([]), labelTitle('dog')]).toEqual(['', 'Dog'])
})
