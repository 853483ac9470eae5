import { describe, expect, test } from 'vitest'
import type { Intent } from '../../../../server/assistant/question/intent'
import { readQuestion } from '../../../../server/assistant/question/read-question'

const cameras = ['Front Door', 'Garage'].map((name) => ({ id: name, name, location: 'House' }))
/** A Wednesday. */
const NOW_MS = Date.parse('2026-03-11T14:20Z')

function read(...questions: string[]): Intent {
  return readQuestion(questions.at(-1) ?? '', questions.slice(0, -1), { cameras, nowMs: NOW_MS, zone: 'UTC' })
}

describe('a yes to a short question is one to what it leaves out (ASK-08)', () => {
  test.each([
    ['did nobody come today', 'and yesterday'],
    ['was it quiet last night', 'and on monday'],
    ['was nothing seen at the garage yesterday', 'and the front door'],
    ['is it true that nobody was in the garage today', 'and yesterday', 'and on monday'],
    ['did no one come last night', 'are you sure'],
    ['did anyone come only once yesterday', 'and today'],
    ['did the same car come yesterday', 'and today'],
    ['did nobody come today', 'and cars'],
    ['did nobody come today', 'and yesterday', 'was it at the garage'],
    ['did a man come today', 'and yesterday', 'was it at the garage'],
    ['how many men came today', 'and yesterday', 'was it at the garage'],
    ['which camera had the most people today', 'was it the garage'],
    ['which day had the most people this week', 'was it yesterday'],
    ['more people today than yesterday', 'was it at the garage'],
    ['longest clip today', 'was anyone in it'],
  ])('%s: no yes', (...questions) => {
    expect(read(...questions)).toMatchObject({ kind: 'events', manner: 'list' })
  })

  test.each([
    ['did anyone come today', 'and yesterday'],
    ['did anyone come today', 'and at the garage', 'and yesterday'],
    ['did nobody come today', 'and did anyone come yesterday'],
    ['did a man come today', 'and yesterday', 'and did anyone come on monday'],
    ['who came today', 'was it at the garage'],
    ['how many cars came today', 'were they at the garage'],
    ['how many people came yesterday', 'was that only motion', 'and did anyone come on monday'],
  ])('%s: a yes', (...questions) => {
    expect(read(...questions)).toMatchObject({ kind: 'events', manner: 'yes-no' })
  })
})

test.each<[object, ...string[]]>([
  [{ end: 'last', passed: 0 }, 'when did the last person come', 'was it at the garage'],
  [{ end: 'last', passed: 1 }, 'when did the last person come', 'and before that', 'was it at the garage'],
  [{ end: 'last', passed: 1 }, 'was the last visitor a man', 'and before that', 'was it at the garage'],
  [{ end: 'last' }, 'when was the last motion', 'was it a person'],
  [{ end: 'last' }, 'when was the last motion', 'and was that a person or an animal'],
  [{ end: 'first' }, 'first car today', 'when was that'],
  [{ end: 'first' }, 'who came first today', 'where'],
  [{ end: 'last', count: 1 }, 'when was the last person', 'show it to me'],
  [{ end: 'last', count: 3 }, 'show the last 3 people', 'play them'],
  [{ kind: 'recordings', count: 1, order: 'newest' }, 'when was the last person', 'show me the clip'],
  [{ kind: 'recordings', count: 1, order: 'newest' }, 'when was the last person', 'the video please'],
  [{ kind: 'recordings', count: 1, order: 'oldest', asksLength: true }, 'first car today', 'how long was it'],
  [{ kind: 'recordings', count: 1, order: 'longest' }, 'longest clip today', 'play it'],
  [{ kind: 'recordings', count: 1, order: 'shortest' }, 'shortest clip today', 'and yesterday'],
  [{ kind: 'recordings', order: 'longest', passed: 1 }, 'longest clip today', 'and the second longest'],
  [{ kind: 'recordings', order: 'shortest' }, 'longest clip today', 'and the shortest'],
  [{ kind: 'recordings', count: null }, 'when was the last person', 'show me all the clips'],
])('what asks of one that was named is answered with that one: %j (ASK-01)', (one, ...questions) => {
  expect(read(...questions)).toMatchObject(one)
})

test.each<[object, ...string[]]>([
  [{ why: 'thing', word: 'mailman' }, 'did the mailman come today', 'and yesterday', 'and at the garage'],
  [{ why: 'thing', word: 'mailman' }, 'when did the mailman last come', 'and before that'],
  [{ why: 'thing', word: 'mailman' }, 'when did the mailman last come', 'was it yesterday'],
  [{ why: 'who' }, 'did my husband come today', 'and yesterday'],
  [{ why: 'looks' }, 'what colour was the car', 'and yesterday'],
  [{ why: 'time', word: 'since' }, 'when was the last person', 'has anyone come since'],
  [{ why: 'time', word: 'after that' }, 'when was the last person', 'what happened after that'],
])('what cannot be answered is not answered of another time: %j (ASK-02)', (beyond, ...questions) => {
  expect(read(...questions)).toEqual({ kind: 'beyond', beyond })
})

test('a place that is no camera is none the day before, and what is named instead is (ASK-02)', () => {
  expect(read('who was at the pool today', 'and yesterday')).toEqual({ kind: 'unknown-camera', named: 'pool' })
  expect(read('who was at the pool today', 'and at the garage')).toMatchObject({ kind: 'events' })
  expect(read('who was at the garage today', 'and at the pool')).toEqual({ kind: 'unknown-camera', named: 'pool' })
  expect(read('did the mailman come today', 'and cars')).toMatchObject({ kind: 'events' })
  expect(read('did anyone come before breakfast', 'and yesterday')).toMatchObject({ kind: 'events' })
})

test.each(['are you sure', 'really?', 'is that right'])('"%s" asks the same once more (ASK-01)', (said) => {
  expect(read('is everything ok', said)).toMatchObject({ kind: 'well' })
  expect(read('how many cars yesterday', said)).toEqual(read('how many cars yesterday'))
  expect(read('did the mailman come today', said)).toMatchObject({ kind: 'beyond' })
})

test('of a camera there is no last one that was seen (ASK-01)', () => {
  expect(read('when was the garage last seen', 'was it a person')).toMatchObject({ filter: { types: ['PERSON'] } })
})

test('a single word asks of the time before (ASK-01)', () => {
  for (const word of ['cars', 'animals?', 'videos'])
    expect(read('how many people today', word)).toMatchObject({ filter: { period: { label: 'today' } } })
})

test('what is there now is also asked of another place or thing, and of a time it is whether there was any (ASK-01)', () => {
  const car = 'is the car in the garage'
  expect(read(car, 'and at the front door')).toMatchObject({ isOfNow: true, filter: { labels: ['car'] } })
  expect(read(car, 'and the dog')).toMatchObject({ isOfNow: true, filter: { labels: ['dog'] } })
  expect(read("where's the car", 'and before that')).toMatchObject({ kind: 'one-end', passed: 1, isOfNow: false })
  expect(read(car, 'and yesterday')).toMatchObject({ kind: 'events', manner: 'yes-no' })
})

test.each(['thanks', 'ok', 'great, thank you', 'hi'])(
  '"%s" takes nothing from the question before it (ASK-01)',
  (said) => {
    expect(read('did cars come yesterday', said, 'and today')).toMatchObject({
      filter: { labels: ['car'], period: { label: 'today' } },
    })
    expect(read('when was the last person', said, 'and before that')).toMatchObject({ kind: 'one-end', passed: 1 })
  },
)

test('"who" asks of what the question before asked whether there was (ASK-01)', () => {
  const today = { filter: { types: ['PERSON'], period: { label: 'today' }, cameras: [{ name: 'Garage' }] } }
  for (const who of ['who', 'who?', 'and who'])
    expect(read('did anyone come to the garage today', who)).toMatchObject({ ...today, isWho: true })
})

test('beside the first is the one after it, and none before (ASK-01)', () => {
  for (const after of ['and after that', 'and the one after', 'the next one'])
    expect(read('when was the first person today', after)).toMatchObject({ kind: 'one-end', end: 'first', passed: 1 })
  expect(read('who came first today', 'and after that', 'and after that')).toMatchObject({ end: 'first', passed: 2 })
  for (const [first, then] of [
    ['when was the first person', 'and before that'],
    ['when was the last person', 'and after that'],
  ] as const)
    expect(read(first, then)).toEqual({ kind: 'unknown' })
})

test('who has asked for recordings meanwhile no longer asks whether all is well (ASK-09)', () => {
  expect(read('is everything ok', 'and yesterday')).toMatchObject({ kind: 'well' })
  expect(read('is everything ok', 'and the recordings', 'and events').kind).toBe('events')
})

describe('a night, morning or weekend before or after the one that was asked of (ASK-03)', () => {
  const rangesOf = (...questions: string[]) => {
    const intent = read(...questions)
    if (!('filter' in intent)) return JSON.stringify(intent)
    return intent.filter.period.ranges
      .map(({ fromMs, untilMs }) => [fromMs, untilMs].map((ms) => new Date(ms).toISOString().slice(5, 16)).join(' to '))
      .join(', ')
  }

  test.each([
    ['who came last night', 'and the night before', '03-09T18:00 to 03-10T06:00'],
    ['who came last night', 'and the night before that', '03-09T18:00 to 03-10T06:00'],
    ['who came on saturday night', 'and the night after', '03-08T18:00 to 03-09T06:00'],
    ['who came yesterday evening', 'and the evening before', '03-09T18:00 to 03-10T00:00'],
    ['who came this morning', 'and the morning before at the garage', '03-10T06:00 to 03-10T12:00'],
    ['who came last weekend', 'and the weekend before', '02-28T00:00 to 03-02T00:00'],
    ['who came on monday', 'and the day before at 8 pm', '03-08T20:00 to 03-08T21:00'],
    ['who came on monday', 'and the day after', '03-10T00:00 to 03-11T00:00'],
    ['who came on monday', 'and the day before yesterday', '03-09T00:00 to 03-10T00:00'],
    ['who came on monday', 'and the night before last', '03-09T18:00 to 03-10T06:00'],
    ['who came last night', 'what about the evening', '03-10T18:00 to 03-11T00:00'],
    ['how many people last night', 'how many people the night before', '03-09T18:00 to 03-10T06:00'],
    ['how many people yesterday', 'how many alerts were there the day before', '03-09T00:00 to 03-10T00:00'],
    ['who came last week', 'the week before that', '02-23T00:00 to 03-02T00:00'],
    ['who came in the last 24 hours', 'and the day before', '03-09T14:20 to 03-10T14:20'],
    ['who came in the last 7 days', 'and the week before', '02-25T14:20 to 03-04T14:20'],
    ['who came this afternoon', 'and the day before', '03-10T12:00 to 03-10T18:00'],
    ['who came in the last hour', 'and the hour before', '03-11T12:20 to 03-11T13:20'],
    ['who came last night', 'and at 8', '03-10T20:00 to 03-10T21:00'],
    ['who came last night', 'and between 8 and 10', '03-10T20:00 to 03-10T22:00'],
    ['who came yesterday evening', 'and the evening before', 'and at 8', '03-09T20:00 to 03-09T21:00'],
    ['who came yesterday morning', 'and at 8 pm', '03-10T20:00 to 03-10T21:00'],
    ['who came on 31 january', 'the month after', '02-01T00:00 to 03-01T00:00'],
    ['who came on 31 january', 'and the month before', '12-31T00:00 to 01-31T00:00'],
    ['who came on monday', 'and the week before', '03-02T00:00 to 03-09T00:00'],
    ['who came last night', 'and the week before', '03-03T18:00 to 03-10T18:00'],
    ['who came in february', 'and the month before', '01-01T00:00 to 02-01T00:00'],
    ['who came in february', 'and the year before', '02-01T00:00 to 03-01T00:00'],
    ['who came this week at night', 'and the week before', '03-02T18:00 to 03-03T06:00, 03-03T18:00 to 03-04T06:00'],
    ['who came this month', 'and the month before', '02-01T00:00 to 03-01T00:00'],
    ['who came at 8 this morning', 'and the hour after', '03-11T09:00 to 03-11T10:00'],
    ['who came last night', 'at 8', 'at 9', '03-10T21:00 to 03-10T22:00'],
    ['who came last night', 'and at 8', 'at the garage', 'and at 4', '03-11T04:00 to 03-11T05:00'],
    ['who came last night at 8', 'and at 9', '03-10T21:00 to 03-10T22:00'],
    ['who came yesterday evening', 'and the evening before', 'and at 8', 'and at 9', '03-09T21:00 to 03-09T22:00'],
    ['who came last night', 'and the night before at 8', 'and at 9', '03-09T21:00 to 03-09T22:00'],
    ['who came yesterday', 'at 8', 'at 9', '03-10T09:00 to 03-10T10:00'],
    ['who came on monday between 8 and 10', 'and at 9 pm', '03-09T21:00 to 03-09T22:00'],
    ['who came on monday', 'in the morning', 'and in the evening', '03-09T18:00 to 03-10T00:00'],
    ['who came on monday at 8', 'how many at the garage', 'and at 9', '03-09T09:00 to 03-09T10:00'],
    ['who came at 8', 'and at 9', '03-11T09:00 to 03-11T10:00'],
    ['who came on monday at 8', 'and yesterday', 'and at 9', '03-10T09:00 to 03-10T10:00'],
  ])('%s, %s: %s', (...said) => {
    expect(rangesOf(...said.slice(0, -1))).toBe(said.at(-1))
  })

  test('the day after tomorrow is to come', () => {
    expect(read('people the day after tomorrow')).toEqual({ kind: 'beyond', beyond: { why: 'future' } })
  })

  test('the same day of another year is not called the year', () => {
    expect(read('who came on 5 march', 'and the year before')).toMatchObject({
      filter: { period: { label: 'a year before', ranges: [{ fromMs: Date.parse('2025-03-05T00:00Z') }] } },
    })
  })

  test('which camera was the busiest the day before asks for no day', () => {
    expect(read('which camera was the busiest yesterday', 'and the day before')).toMatchObject({ by: 'camera' })
  })

  test.each([
    ['how many people yesterday', 'more than the day before?', 'yesterday', '03-09T00:00 to 03-10T00:00'],
    ['how many people today', 'was that more than the day before', 'today', '03-10T00:00 to 03-11T00:00'],
    ['how many people last night', 'more than the night before?', 'last night', '03-09T18:00 to 03-10T06:00'],
  ])('%s, %s: compares %s with %s', (first, then, label, expected) => {
    const intent = read(first, then)
    expect(intent).toMatchObject({ kind: 'compare-periods', filter: { period: { label } } })
    const [range] = intent.kind === 'compare-periods' ? intent.other.ranges : []
    expect([range?.fromMs, range?.untilMs].map((ms) => new Date(ms ?? 0).toISOString().slice(5, 16)).join(' to ')).toBe(
      expected,
    )
  })

  test.each([
    ['who came yesterday', 'and the night before'],
    ['who came this morning', 'and the night before'],
    ['who came on monday', 'and the weekend before'],
    ['who came this week', 'and the day before'],
    ['who came in the last 3 days', 'and the 3 days before'],
    ['who came tonight', 'and the night before'],
    ['how many people yesterday', 'more than the week before'],
  ])('%s, %s: which one is meant is not known, and it is said', (first, then) => {
    expect(read(first, then)).toEqual({
      kind: 'beyond',
      beyond: { why: 'time', word: then.replace(/^and |^more than /, '') },
    })
  })

  test.each([
    ['how many people the night before', 'the night before'],
    ['who came the morning after', 'the morning after'],
    ['people the day before at the garage', 'the day before'],
    ['people the day before 5 march', 'the day before 5 march'],
    ['people the day before monday', 'the day before monday'],
    ['people the night before friday', 'the night before friday'],
    ['people the morning after friday', 'the morning after friday'],
    ['people the day before my birthday', 'the day before my'],
  ])('%s: there is none, or it is beside a day that no rule counts from', (question, word) => {
    expect(read(question)).toEqual({ kind: 'beyond', beyond: { why: 'time', word } })
    expect(read('who came yesterday', 'who came the night before', question)).toEqual({
      kind: 'beyond',
      beyond: { why: 'time', word },
    })
  })
})
