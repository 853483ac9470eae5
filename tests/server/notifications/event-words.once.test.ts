import { expect, test } from 'vitest'
import { unrecordedWords, wasNotRecorded } from '../../../server/notifications/event-words'

test('an event whose clip the plan had no room for is known by its message, one of former times too (KEEP-18)', () => {
  const former = 'It was not recorded: the plan’s recorded video of this month is used.'
  const messages = [...Object.values(unrecordedWords), former].map(
    (words) => `A person was seen at Door (Hall). ${words}`,
  )
  expect(messages.map(wasNotRecorded)).toEqual([true, true, true])
  expect(wasNotRecorded('A person was seen at Door (Hall).')).toBe(false)
})
