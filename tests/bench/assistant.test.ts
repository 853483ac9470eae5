import { describe, expect, test } from 'vitest'
import { claimedEvents, inventions } from '../../bench/assistant/agreement'
import type { BenchQuestion, Expectation } from '../../bench/assistant/expectation'
import { grade } from '../../bench/assistant/grade'
import { at, minuteOf } from '../../bench/assistant/local-time'
import { questionsOf } from '../../bench/assistant/questions'
import { type EventRow, generateEvents } from '../../bench/assistant/workspace'

const clip = '12345678-1234-4234-8234-123456789abc'
const row: EventRow = {
  id: 'a',
  camera: 'Garage',
  type: 'PERSON',
  title: 'Person at Garage',
  atMs: at('2026-04-14 20:15'),
  clip: { id: clip, sizeBytes: 10 },
}
const line = `- 2026-04-14 20:15 Europe/Berlin: Person at Garage, [open the clip](http://hub/media/w/clips/${clip}.webm?expires=1)`
const counted: BenchQuestion = { ask: 'how many', expected: { kind: 'count', rows: [row] } }

describe('bench:assistant judges answers by the rows alone (BENCH-10)', () => {
  test('its workspace and sixty questions follow from the seed', () => {
    const rows = generateEvents(7, 5000)
    expect(rows).toHaveLength(5000)
    expect(generateEvents(7, 5000)).toEqual(rows)
    expect(generateEvents(8, 5000)).not.toEqual(rows)
    const questions = questionsOf(rows)
    expect(new Set(questions.map(({ ask, before = [] }) => [...before, ask].join()))).toHaveProperty('size', 60)
  })

  test('the wall clock of the bench knows the night on which clocks go forward', () => {
    expect(at('2026-03-29 04:00') - at('2026-03-29 01:00')).toBe(2 * 3_600_000)
    expect(minuteOf(at('2026-03-29 04:00'))).toBe('2026-03-29 04:00')
  })

  test.each([
    ['right', `There was 1 person event yesterday.\n${line}`],
    ['wrong', `There were 2 person events yesterday.\n${line}`],
    ['wrong', 'There was 1 person event yesterday.'],
    ['refused', 'That is beyond me: I know nothing.'],
    ['invented', `There was 1 person event yesterday.\n${line.replace('20:15', '20:16')}`],
    ['invented', `There was 1 person event yesterday.\n${line.replace('Garage', 'Pool')}`],
    ['invented', `There was 1 person event yesterday.\n${line.replace('abc.webm', 'abd.webm')}`],
    ['invented', 'That is beyond me, but [see](https://evil.example).'],
  ] as const)('%s: %s', (verdict, answer) => {
    expect(grade(counted, answer, [row], true)).toBe(verdict)
  })

  test('an answer whose link does not open is not right', () => {
    expect(grade(counted, `There was 1 person event yesterday.\n${line}`, [row], false)).toBe('wrong')
  })

  test.each<[Expectation, string, boolean]>([
    [{ kind: 'event', row }, `The last was at ${line.slice(2)}.`, true],
    [{ kind: 'event', row: { ...row, atMs: row.atMs + 60_000 } }, `The last was at ${line.slice(2)}.`, false],
    [
      { kind: 'comparison', first: 3, second: 1 },
      'There were 3 events today (since 2026-04-15 00:00), and 1 yesterday. That is 2 more today.',
      true,
    ],
    [
      { kind: 'comparison', first: 3, second: 1 },
      'There were 3 events today, and 1 yesterday. That is 2 fewer today.',
      false,
    ],
    [{ kind: 'number', value: 8 }, 'You have 8 cameras: 0 online.', true],
    [{ kind: 'words', words: ['Garage'], not: ['Office'] }, 'Garage and Office', false],
  ])('%o of "%s" is right: %s', (expected, answer, isRight) => {
    expect(grade({ ask: '', expected }, answer, [row], true) === 'right').toBe(isRight)
  })

  test('events are read from answers with and without a link', () => {
    const plain = '- 2026-04-14 20:15 Europe/Berlin: Garage covered, without a recording'
    expect(claimedEvents(`${line}\n${plain}`)).toEqual([
      { minute: '2026-04-14 20:15', title: 'Person at Garage', clipId: clip },
      { minute: '2026-04-14 20:15', title: 'Garage covered', clipId: null },
    ])
    expect(inventions(plain, [{ ...row, title: 'Garage covered', clip: null }])).toEqual([])
  })
})
