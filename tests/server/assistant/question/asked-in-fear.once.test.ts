import { describe, expect, test } from 'vitest'
import { readQuestion } from '../../../../server/assistant/question/read-question'

const cameras = ['Front Door', 'Garage'].map((name) => ({ id: name, name, location: 'Home' }))
const read = (question: string) =>
  readQuestion(question, [], { cameras, nowMs: Date.parse('2026-03-11T14:20Z'), zone: 'UTC' })

describe('who asks whether it is safe is told all of the last day (ASK-09)', () => {
  test.each([
    'is it safe to come home?',
    'is it safe to go outside',
    'is it safe to enter the garage',
    'can I come home safely',
    'am I safe',
    'should I be worried',
    'do I need to worry',
  ])('"%s"', (question) => {
    expect(read(question)).toMatchObject({ kind: 'well', filter: { period: { label: 'in the last 24 hours' } } })
  })

  test.each([
    'is it safe to delete the clips of yesterday',
    'is it ok if I turn the camera',
    'who worried the dog today',
    'do I need to worry about storage',
    'should we worry about the plan',
  ])('"%s" asks for something else', (question) => {
    expect(read(question).kind).not.toBe('well')
  })
})

describe('who asks whether to delete something is told that nothing is done here (ASK-01)', () => {
  test.each([
    'is it safe to delete my clips',
    'is it safe to delete the clips of yesterday',
    'can I delete the clips of the garage',
    'should we remove the garage camera',
    'do I have to delete old recordings',
    'delete my clips',
  ])('"%s"', (question) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'action' } })
  })

  test.each(['when do you delete clips', 'can I clear my mind'])('"%s" asks for something else', (question) => {
    expect(read(question)).not.toMatchObject({ kind: 'beyond', beyond: { why: 'action' } })
  })
})

describe('how many people are somewhere is asked of now, as who is there (ASK-01)', () => {
  const PRESENT = 'in the last 10 minutes'
  test.each([
    ['how many people are at the garage', PRESENT],
    ['how many people are there in the garage', PRESENT],
    ['how many persons are still in the garage', PRESENT],
    ['how many visitors are outside', PRESENT],
    ['how many people are at the front door and the garage', PRESENT],
    ['who is at the garage', PRESENT],
    ['how many people are in the garage today', 'today'],
    ['how many people are in the garage at night', 'yesterday at night'],
    ['how many people were at the garage', 'in all that is kept'],
    ['how many people are in the clips of the garage', 'in all that is kept'],
    ['how many people are on the recordings', 'in all that is kept'],
    ['how many people are on average at the garage', 'in all that is kept'],
    ['how many people are in the events of the garage', 'in all that is kept'],
  ])('"%s": %s', (question, label) => {
    expect(read(question)).toMatchObject({ filter: { period: { label } } })
  })
})

describe('what people do with the hub is not answered with who was seen (ASK-01)', () => {
  test.each([
    'did anyone disarm the system',
    'did somebody change the mode yesterday',
    'did anyone watch the live view yesterday',
    'who turned off the garage camera',
    'did someone turn off the garage camera',
    'has anyone switched off notifications this week',
  ])('"%s"', (question) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'who' } })
  })

  test.each(['did anyone turn at the garage', 'did anyone move the camera yesterday', 'was anyone seen live today'])(
    '"%s" asks who was there',
    (question) => {
      expect(read(question)).toMatchObject({ kind: 'events' })
    },
  )

  test.each(['who turned off the light in the garage', 'who has switched on the lamp in the garage'])(
    'what is no camera has no state of one: "%s"',
    (question) => {
      expect(read(question)).toMatchObject({
        kind: 'events',
        isWho: true,
        filter: { cameras: [{ name: 'Garage' }], unread: [expect.stringMatching(/^(?:light|lamp)$/)] },
      })
    },
  )
})

describe('a day that has a name of its own is no day of the week, nor is a time of a day all of it (ASK-03)', () => {
  test.each([
    ['people on good friday', 'good friday'],
    ['who came on good friday between 8 and 10', 'good friday'],
    ['people on black friday', 'black friday'],
    ['people on palm sunday', 'palm sunday'],
    ['who was here this time yesterday', 'this time yesterday'],
    ['how many people this time last week', 'this time last week'],
  ])('"%s": "%s" is not read', (question, word) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'time', word } })
  })
})

test.each([
  'what percent of events are people',
  'how many events are people',
  'how many of the clips are people',
  'which of them are people',
])('"%s" is not asked of now (ASK-03)', (question) => {
  expect(read(question)).toMatchObject({ filter: { period: { isAll: true } } })
})

test.each([
  'is there anyone in the house',
  'are people at the front door',
  'who is there',
  "who's at the front door",
  'is there still someone at the garage',
])('"%s" is asked of now', (question) => {
  expect(read(question)).toMatchObject({ filter: { period: { label: 'in the last 10 minutes' } } })
})

test.each(['how many events have no clip', 'events with no recording', 'how many alerts were not recorded'])(
  '"%s" is not answered with those that have one (ASK-02)',
  (question) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'narrow' } })
  },
)

test.each(['how many hours per day can I record', 'how much footage may we keep'])(
  '"%s" asks what the plan allows (ASK-01)',
  (question) => {
    expect(read(question)).toMatchObject({ kind: 'plan' })
  },
)

test.each(['are you a human', 'are you a person?'])('"%s" asks for nobody', (question) => {
  expect(read(question)).toEqual({ kind: 'abilities' })
})

describe('the mode that a camera was in is no event (ASK-01)', () => {
  test.each([
    'was the garage in away mode yesterday',
    'what mode is the garage in',
    'people at the garage when the mode was off yesterday',
  ])('"%s"', (question) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'mode' } })
  })
})

describe('who asks who is there means now, and who asks who was there does not (ASK-03)', () => {
  test.each([
    'is anyone still at the garage',
    'is anyone still there',
    "who's still in the garage",
    'who at the garage',
  ])('"%s"', (question) => {
    expect(read(question)).toMatchObject({ kind: 'events', filter: { period: { label: 'in the last 10 minutes' } } })
  })

  test.each([
    'who in the world was at the front door',
    'who inside the house was at the garage',
    'how many of the events at the garage are people',
  ])('"%s"', (question) => {
    expect(read(question)).toMatchObject({ kind: 'events', filter: { period: { isAll: true } } })
  })
})

test.each([
  ['were there 5 to 10 visitors at the garage yesterday', 'events'],
  ['did 2 to 3 dogs come yesterday', 'events'],
  ['are cameras 1 to 3 online', 'unknown-camera'],
])('"%s" names no time of a day with its numbers (ASK-03)', (question, kind) => {
  expect(read(question)).toMatchObject({ kind })
})
