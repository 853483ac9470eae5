import { expect, test } from 'vitest'
import { gradedSet, setsOf } from '../../bench/assistant/asking'
import { recordable } from '../../bench/assistant/background'
import { generateEvents } from '../../bench/assistant/workspace'

/** Fewer events than the bench's, so that it is soon over; enough that every question has what it asks for. */
const rows = recordable(generateEvents(7, 1500))

test.each(setsOf(rows).map((set) => [set.name, set] as const))(
  'no answer to the questions of the set "%s" misleads or invents (BENCH-13, ASK-13)',
  async (_, set) => {
    const graded = await gradedSet(set, rows, null)
    const wrong = graded.filter(({ misleads, verdict }) => misleads !== null || verdict === 'invented')
    expect(wrong.map(({ question, misleads, answer }) => ({ ask: question.ask, misleads, answer }))).toEqual([])
  },
  120_000,
)
