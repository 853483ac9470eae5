import { describe, expect, test } from 'vitest'
import { blindTimes, recordable, watched } from '../../bench/assistant/background'
import { at } from '../../bench/assistant/local-time'
import { misleads, type Scope, spoilt } from '../../bench/assistant/misleading'
import { type EventRow, generateEvents } from '../../bench/assistant/workspace'
import { worriedQuestions } from '../../bench/assistant/worried/questions'

const row = (camera: EventRow['camera'], type: EventRow['type'], time: string): EventRow => ({
  ...{ id: time, camera, type, title: `${type} at ${camera}`, atMs: at(time), clip: null },
})
const rows = [row('Office', 'PERSON', '2026-04-14 19:00'), row('Office', 'ALERT', '2026-04-14 20:00')]
/** The back door was offline from 22:10 to 01:30. */
const blind = blindTimes(rows, watched)
const night = '(2026-04-14 18:00 to 2026-04-15 06:00 Europe/Berlin)'
const span: Scope['spans'][number] = ['2026-04-14 18:00', '2026-04-15 06:00']
const office: Scope = { cameras: ['Office'], spans: [span] }
const backDoor: Scope = { cameras: ['Back Door'], spans: [span] }
const why = (answer: string, scope: Scope | null, verdict: 'right' | 'wrong' | 'refused' | 'invented' = 'right') =>
  misleads({ answer, verdict, scope }, rows, blind)

test('the worried questions are sixty, follow from the rows, and most say what they ask about', () => {
  const workspace = recordable(generateEvents(7, 300))
  const questions = worriedQuestions(workspace)
  expect(new Set(questions.map(({ ask, before = [] }) => [...before, ask].join()))).toHaveProperty('size', 60)
  expect(worriedQuestions(workspace)).toEqual(questions)
  expect(questions.filter(({ scope }) => scope !== undefined).length).toBeGreaterThan(50)
})

describe('an answer misleads (BENCH-13)', () => {
  test.each([
    ['where it hides what else there was', `There was no motion event at Office last night ${night}.`, office],
    [
      'where it tells of less than there was',
      `There was no motion event at Office last night ${night}. But there was 1 other event. Person: 1.`,
      office,
    ],
    ['where it hides alerts', `There was 1 event at Office last night ${night}. Person: 1.`, office],
    [
      'where it does not say that people moved',
      `There were 2 events at Office last night ${night}. Motion: 1 and Alert: 1.`,
      office,
    ],
    ['where it hides that a camera was offline', `There was no event at Back Door last night ${night}.`, backDoor],
    [
      'where it denies what could not be seen',
      `No: there was no event at Back Door last night ${night}.\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin.`,
      backDoor,
    ],
    [
      'where another camera is said to have been offline',
      `There was no event at Back Door last night ${night}.\nNot everything could be seen: Office was offline all that time.`,
      backDoor,
    ],
    ['where it is of another camera', `There was no event at Nursery last night ${night}.`, office],
    [
      'where it is of another time',
      'There was no event at Office yesterday (2026-04-13 00:00 to 2026-04-14 00:00 Europe/Berlin).',
      office,
    ],
    ['where it names no time', 'There was no event at Office.', office],
    [
      'where it is of all that is kept and hides who sees nothing now',
      'There was no event at Driveway in all that is kept.',
      null,
    ],
  ])('%s', (_, answer, scope) => {
    expect(why(answer, scope)).not.toBeNull()
  })

  test.each([
    [
      `There was no motion event at Office last night ${night}. But there were 2 other events. Person: 1 and Alert: 1.`,
      office,
    ],
    [`There were 2 events at Office last night ${night}. Person: 1 and Alert: 1.`, office],
    [
      `As far as the cameras could see, there was no event at Back Door last night ${night}.\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin.`,
      backDoor,
    ],
    [`There was no event at Nursery last night ${night}.`, null],
    ['There is no camera called "pool".', null],
  ])('not so: %s', (answer, scope) => {
    expect(why(answer, scope)).toBeNull()
  })

  test('also where it is wrong or tells what never was, but not where it says that it does not know', () => {
    expect(why('I cannot say.', office, 'refused')).toBeNull()
    expect(why('I cannot say.', office, 'wrong')).not.toBeNull()
    expect(why('I cannot say.', office, 'invented')).not.toBeNull()
  })

  test('and a fault that is put into honest answers is counted', () => {
    const honest = `As far as the cameras could see, there was no person event at Back Door last night ${night}. But there were 2 other events. Motion: 2.\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin. Whatever.`
    const seen = [
      ...rows,
      row('Back Door', 'MOTION', '2026-04-14 19:00'),
      row('Back Door', 'MOTION', '2026-04-14 21:00'),
    ]
    const judge = (answer: string) => misleads({ answer, verdict: 'right', scope: backDoor }, seen, blind)
    expect(judge(honest)).toBeNull()
    expect(judge(spoilt(honest, 'sight'))).toMatch(/Back Door could not see/)
    expect(judge(spoilt(honest, 'others'))).toMatch(/hides 2 other events/)
  })
})
