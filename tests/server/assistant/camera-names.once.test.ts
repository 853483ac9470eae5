import { expect, test, vi } from 'vitest'
import { type NamedCamera, readCameras } from '../../../server/assistant/question/camera-names'
import { readParts } from '../../../server/assistant/question/question-parts'
import { readQuestion } from '../../../server/assistant/question/read-question'

const named = (name: string, location = ''): NamedCamera => ({ id: name, name, location })

/** Which cameras a question names, each by its id. */
const namesIn = (question: string, ...names: string[]) => {
  const { groups, rest } = readCameras(
    question,
    names.map((name) => named(name)),
  )
  return [groups.map((group) => group.map(({ id }) => id)), rest]
}

test.each([
  ['people at garages yesterday', 'Garage', 'people at _ yesterday'],
  ['people at the garage cameras', 'Garage', 'people at the _'],
  ['people at undergarage and garage', 'Garage', 'people at undergarage and _'],
  ['motion at dock 4/5', 'Dock 4/5', 'motion at _'],
  ['motion at dock 4', 'Dock 4/5', 'motion at _ 4'],
  ['motion at étage 2', 'Étage 2', 'motion at _'],
])('of %j the camera %s is read as whole words, alone or of several (ASK-01)', (question, name, rest) => {
  expect(namesIn(question, name)).toEqual([[[name]], rest])
})

test('a name within a longer word names no camera (ASK-01)', () => {
  expect(namesIn('people at the garageband', 'Garage')).toEqual([[], 'people at the garageband'])
})

test.each([
  ['is cam 1 online?', 'cameras', ['Cam 1']],
  ['any motion at cam 1 and 2 today', 'events', ['Cam 1', 'Cam 2']],
  ['who was in the rec room yesterday', 'events', ['Rec Room']],
  ['is w online', 'cameras', ['W']],
  ['motion at the front cam today', 'events', ['Front Cam']],
  ['which cam was the busiest today', 'busiest', null],
  ['how many cams are online', 'cameras', null],
  ['people at cam 1 and 2 hours ago', 'events', ['Cam 1']],
])('what is written short in a name is not written out: %j (ASK-01)', (question, kind, expected) => {
  const cameras = ['Cam 1', 'Cam 2', 'Rec Room', 'Front Cam', 'W'].map((name) => named(name))
  const intent = readQuestion(question, [], { cameras, nowMs: Date.parse('2026-03-11T14:20Z'), zone: 'UTC' })
  const asked = 'filter' in intent ? intent.filter.cameras : intent.kind === 'cameras' ? intent.cameras : []
  expect([intent.kind, asked?.map(({ name }) => name) ?? null]).toEqual([kind, expected])
})

test('however many names there are, and though all stand in the question, no pattern is compiled for one (ASK-01)', () => {
  const question = Array.from({ length: 120 }, (_, index) => `word${index % 40}x`).join(' ')
  const cameras = Array.from({ length: 200 }, (_, index) =>
    named(`ord${index % 40} word${index % 40}x rd${index}`, `ord${index % 40}x ${index}x word${index % 37}x`),
  )
  const compiled = vi.spyOn(globalThis, 'RegExp')
  try {
    expect(readCameras(question, cameras).groups.length).toBeGreaterThan(30)
    expect(compiled).not.toHaveBeenCalled()
  } finally {
    compiled.mockRestore()
  }
})

/** So often letters were compared, or words cut to be compared, meanwhile. */
function comparedIn(read: () => void): number {
  const { slice, charCodeAt } = String.prototype
  let count = 0
  const counting = <Args extends unknown[], Result>(method: (this: string, ...args: Args) => Result) =>
    function (this: string, ...args: Args): Result {
      count++
      return method.apply(this, args)
    }
  Object.assign(String.prototype, { slice: counting(slice), charCodeAt: counting(charCodeAt) })
  try {
    read()
  } finally {
    Object.assign(String.prototype, { slice, charCodeAt })
  }
  return count
}

let seed = 1
const someLetter = () => {
  seed = (seed * 16_807) % 2_147_483_647
  return String.fromCharCode(97 + (seed % 26))
}
/** Of nine letters, all of which begin alike. */
const longWords = (count: number) =>
  Array.from({ length: count }, () => `a${Array.from({ length: 8 }, someLetter).join('')}`)

const NOW_MS = Date.parse('2026-03-11T14:20Z')

test('however many words names have, each word of a question is compared with few, and once (ASK-01)', () => {
  const cameras = Array.from({ length: 100 }, () => named(longWords(6).join(' ')))
  const words = longWords(30)
  const readAll = (questions: number) => {
    const [question = '', ...before] = Array.from({ length: questions }, () => `and ${words.join(' ')}`)
    const reading = { cameras: [...cameras], nowMs: NOW_MS, zone: 'UTC' }
    return comparedIn(() => readQuestion(question, before, reading))
  }
  const [one, three] = [readAll(1), readAll(3)]
  expect(one).toBeLessThan(600_000)
  expect(three - one).toBeLessThan(20_000)
})

test('slips are put right toward cameras that are there, and not toward those that were removed (ASK-01)', () => {
  const placeOf = (question: string, removed_at: number | null) => {
    const reading = { cameras: [{ ...named('Conservatory'), removed_at }], nowMs: NOW_MS, zone: 'UTC' }
    return readParts(question, reading).cameras.flat().length
  }
  expect([placeOf('people at the conservatry', null), placeOf('people at the conservatry', NOW_MS)]).toEqual([1, 0])
  expect(placeOf('people at the conservatory', NOW_MS)).toBe(1)
})

test('a question that leans on none before it has none of them read (ASK-01)', () => {
  const reading = { cameras: [], nowMs: NOW_MS, zone: 'UTC' }
  const reads: string[] = []
  const before = ['any alerts yesterday', 'how many people yesterday']
  const watched = new Proxy(before, {
    get(target, key, receiver) {
      if (/^\d+$/.test(String(key))) reads.push(String(key))
      return Reflect.get(target, key, receiver)
    },
  })
  readQuestion('how many motion events were there on monday at the front', watched, reading)
  expect(reads).toEqual([])
  const intent = readQuestion('and today?', watched, reading)
  expect([intent.kind, reads[0]]).toEqual(['events', '1'])
})
