import { describe, expect, test } from 'vitest'
import { at } from '../../bench/assistant/local-time'
import type { TypedExpectation } from '../../bench/assistant/typed-expectation'
import { judgeTyped } from '../../bench/assistant/typed-judge'
import { typedQuestions } from '../../bench/assistant/typed-questions'
import { type EventRow, generateEvents } from '../../bench/assistant/workspace'

const clipIds = ['12345678-1234-4234-8234-123456789abc', '12345678-1234-4234-8234-123456789abd'] as const
const row = (time: string, clipId: string): EventRow => ({
  id: time,
  camera: 'Garage',
  type: 'PERSON',
  title: 'Person at Garage',
  atMs: at(`2026-04-14 ${time}`),
  clip: { id: clipId, sizeBytes: 10 },
})
const early = row('08:00', clipIds[0])
const late = row('20:15', clipIds[1])
const lineOf = (time: string, clipId: string) =>
  `- 2026-04-14 ${time} Europe/Berlin: Person at Garage, [open the clip](http://hub/media/w/clips/${clipId}.webm?expires=1)`
const earlyLine = lineOf('08:00', clipIds[0])
const lateLine = lineOf('20:15', clipIds[1])

test('the typed questions are 175, follow from the rows, and look at what there is', () => {
  const rows = generateEvents(7, 300)
  const questions = typedQuestions(rows)
  expect(new Set(questions.map(({ ask, before = [] }) => [...before, ask].join()))).toHaveProperty('size', 175)
  expect(typedQuestions(rows)).toEqual(questions)
  expect(typedQuestions(rows.slice(0, -1))).not.toEqual(questions)
})

describe('an answer to a typed question is', () => {
  test.each<[string, TypedExpectation, string]>([
    ['right', { kind: 'count', sets: [[], [late]] }, `Yes, 1 person.\n${lateLine}`],
    ['wrong', { kind: 'count', sets: [[late]] }, 'Yes, 1 person.'],
    ['wrong', { kind: 'count', sets: [[late]] }, `Yes, 1 person.\n${earlyLine}`],
    ['wrong', { kind: 'count', sets: [[late]] }, `Yes, in the last 1 hours, 2 people.\n${lateLine}`],
    ['right', { kind: 'count', sets: [[late]] }, `Yes, in the last 2 hours, 1 person.\n${lateLine}`],
    ['right', { kind: 'one', rows: [late] }, `The last:\n${lateLine}\n${earlyLine}`],
    ['wrong', { kind: 'one', rows: [late] }, `The last:\n${earlyLine}\n${lateLine}`],
    ['right', { kind: 'one', rows: [] }, 'There is none.'],
    ['wrong', { kind: 'one', rows: [] }, 'There is.'],
    ['wrong', { kind: 'list', sets: [[early, late]], least: 2 }, lateLine],
    ['right', { kind: 'list', sets: [[early, late]], least: 2 }, `${lateLine}\n${earlyLine}`],
    ['wrong', { kind: 'clips', sets: [[early, late]] }, earlyLine],
    ['right', { kind: 'clips', sets: [[early, late]] }, lateLine],
    ['right', { kind: 'pair', pairs: [[3, 2]] }, '3 today and 2 yesterday: 1 more.'],
    ['wrong', { kind: 'pair', pairs: [[3, 2]] }, '3 today and 2 yesterday: 1 fewer.'],
    ['wrong', { kind: 'pair', pairs: [[3, 2]] }, '2 today and 3 yesterday: 1 more.'],
    ['right', { kind: 'pair', pairs: [[2, 3]] }, '2 today and 3 yesterday: 1 fewer.'],
    ['wrong', { kind: 'pair', pairs: [[2, 2]] }, '2 today and 2 yesterday: more.'],
    ['right', { kind: 'pair', pairs: [[2, 3]] }, 'More at Garage:\n- Office: 2\n- Garage: 3\n'],
    ['wrong', { kind: 'pair', pairs: [[2, 3]] }, 'More at Office:\n- Office: 2\n- Garage: 3\n'],
    ['right', { kind: 'top', names: ['Garage'], n: [5] }, 'Garage with 5, then Office with 4.'],
    ['wrong', { kind: 'top', names: ['Garage'], n: [5] }, 'Office with 4, Garage with 5.'],
    ['wrong', { kind: 'top', names: ['Garage'], n: [5] }, 'Garage with 6.'],
    [
      'right',
      {
        kind: 'table',
        cells: [
          ['Garage', 2],
          ['Office', 0],
        ],
      },
      'Garage: 2',
    ],
    ['wrong', { kind: 'table', cells: [['Garage', 2]] }, 'Garage: 3, Office: 2'],
    ['right', { kind: 'nums', values: [2, 3] }, '3 alerts, 2 people'],
    ['wrong', { kind: 'number', values: [8] }, 'You have 9 cameras, 8 of them here.'],
    ['wrong', { kind: 'says', all: [/TEAM/], not: [/PRO/] }, 'TEAM or PRO'],
    ['right', { kind: 'refuse', not: [/calling/] }, 'I cannot call.'],
    ['refused', { kind: 'refuse', not: [/calling/] }, 'I cannot, but I am calling.'],
    ['refused', { kind: 'nums', values: [2] }, 'I did not understand.'],
    ['invented', { kind: 'refuse' }, `I cannot.\n${lateLine.replace('20:15', '20:16')}`],
  ])('%s for %j: %s', (verdict, check, answer) => {
    expect(judgeTyped(check, answer, [early, late], true)).toBe(verdict)
  })

  test('not right where a link does not open', () => {
    expect(judgeTyped({ kind: 'clips', sets: [[late]] }, lateLine, [late], false)).toBe('wrong')
  })
})
