import { describe, expect, test } from 'vitest'
import { blindTimes, recordable, watched } from '../../bench/assistant/background'
import { at } from '../../bench/assistant/local-time'
import { misleads, spoilt } from '../../bench/assistant/misleading/misleading'
import type { Scope } from '../../bench/assistant/misleading/scope'
import { type EventRow, generateEvents } from '../../bench/assistant/workspace'
import { worriedQuestions } from '../../bench/assistant/worried/questions'

const row = (camera: EventRow['camera'], type: EventRow['type'], time: string): EventRow => ({
  id: time,
  camera,
  type,
  title: `${type} at ${camera}`,
  atMs: at(time),
  clip: null,
})
const rows = [row('Office', 'PERSON', '2026-04-14 19:00'), row('Office', 'ALERT', '2026-04-14 20:00')]
/** The back door was offline from 22:10 to 01:30. */
const blind = blindTimes(rows, watched)
const night = '(2026-04-14 18:00 to 2026-04-15 06:00 Europe/Berlin)'
const span: Scope['spans'][number] = ['2026-04-14 18:00', '2026-04-15 06:00']
const monday = '(2026-04-13 00:00 to 2026-04-14 00:00 Europe/Berlin)'
const morning = '(2026-04-14 06:00 to 2026-04-14 12:00 Europe/Berlin)'
const mondaySpan: Scope['spans'][number] = ['2026-04-13 00:00', '2026-04-14 00:00']
const office: Scope = { cameras: ['Office'], spans: [span] }
const backDoor: Scope = { cameras: ['Back Door'], spans: [span] }
const why = (answer: string, scope: Scope | null, verdict: 'right' | 'wrong' | 'refused' | 'invented' = 'right') =>
  misleads({ answer, verdict, scope }, rows, blind)

test('the worried questions are 69, follow from the rows, and most say what they ask about', () => {
  const workspace = recordable(generateEvents(7, 300))
  const questions = worriedQuestions(workspace)
  expect(new Set(questions.map(({ ask, before = [] }) => [...before, ask].join()))).toHaveProperty('size', 69)
  expect(worriedQuestions(workspace)).toEqual(questions)
  expect(questions.filter(({ scope }) => scope !== undefined).length).toBeGreaterThan(50)
})

describe('an answer misleads (BENCH-13)', () => {
  test.each<[string, string, Scope | null]>([
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
      'where it compares nothing with nothing and hides what else there was (ASK-13)',
      `There was no motion event at Office last night ${night}, and 0 on Monday ${monday}.\nThat is as many last night as on Monday.`,
      { ...office, against: mondaySpan },
    ],
    [
      'where it compares with another time than asked',
      `There was no event at Nursery last night ${night}, and 0 on Sunday ${monday}.`,
      { cameras: ['Nursery'], spans: [span], against: ['2026-04-12 00:00', '2026-04-13 00:00'] },
    ],
    [
      'where one camera of two had alerts alone',
      `As many: motion events last night ${night}:\n- Office: 0\n- Nursery: 0`,
      { cameras: ['Office', 'Nursery'], spans: [span] },
    ],
    [
      'where it says more of motion and hides the alerts',
      `More at Office: motion events last night ${night}:\n- Office: 1\n- Nursery: 0`,
      { cameras: ['Office', 'Nursery'], spans: [span] },
    ],
    [
      'where it counts out cameras that had none, and hides what they had',
      `2 of 2 cameras had no motion event last night ${night}: Office and Nursery.`,
      null,
    ],
    [
      'where it denies for a side what could not be seen',
      `As many: events last night ${night}:\n- Nursery: 0\n- Back Door: 0\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin.`,
      { cameras: ['Nursery', 'Back Door'], spans: [span] },
    ],
    [
      'where a comparison hides that a camera was offline',
      `There was no event at Back Door last night ${night}, and 0 on Monday ${monday}.`,
      null,
    ],
    [
      'where it is of all that is kept and hides who sees nothing now',
      'There was no event at Driveway in all that is kept.',
      null,
    ],
  ])('%s', (_, answer, scope) => {
    expect(why(answer, scope)).not.toBeNull()
  })

  test.each<[string, Scope | null]>([
    [
      `There was no motion event at Office last night ${night}. But there were 2 other events. Person: 1 and Alert: 1.`,
      office,
    ],
    [`There were 2 events at Office last night ${night}. Person: 1 and Alert: 1.`, office],
    [
      `As far as the cameras could see, there was no event at Back Door last night ${night}.\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin.`,
      backDoor,
    ],
    [
      `As far as the cameras could see, as many: events last night ${night}:\n- Nursery: 0\n- Back Door: 0\nNot everything could be seen: Back Door was offline from 2026-04-14 22:10 to 2026-04-15 01:30 Europe/Berlin.`,
      { cameras: ['Nursery', 'Back Door'], spans: [span] },
    ],
    [
      `As many: motion events last night ${night}:\n- Office: 0\n- Nursery: 0\nBut there were 2 other events at Office. Person: 1 and Alert: 1.`,
      { cameras: ['Office', 'Nursery'], spans: [span] },
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

  test('a fault that is put into honest answers is counted', () => {
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
    const compared = `There was no motion event at Office last night ${night}, and 0 yesterday morning ${morning}.\nThat is as many last night as yesterday morning. But there were 2 other events last night. Person: 1 and Alert: 1.`
    expect(why(compared, null)).toBeNull()
    expect(why(spoilt(compared, 'others'), null)).toMatch(/hides 2 other events of a side/)
    const cameras = `More at Office: motion events last night ${night}:\n- Office: 2\n- Nursery: 0\nBesides there was 1 security alert at Office.`
    expect(why(cameras, null)).toBeNull()
    expect(why(spoilt(cameras, 'others'), null)).toMatch(/hides 1 alerts of a side/)
    const partly = `As far as the cameras could see, more at Nursery: events last night ${night}:`
    expect(spoilt(partly, 'sight')).toBe(`More at Nursery: events last night ${night}:`)
  })
})
