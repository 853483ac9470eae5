import { describe, expect, test } from 'vitest'
import type { Rewrite } from '../../../../server/assistant/times/rewrite'
import { rewrites } from '../../../../server/assistant/times/rewrites'
import { inFigures } from '../../../../server/assistant/times/spoken-times'
import { type Unread, unreadLeft, unreadParts, unreadTimeIn } from '../../../../server/assistant/times/unread-time'

const NOW_MS = Date.parse('2026-03-11T14:20Z')

describe('each pattern for times does what its example says (ASK-03)', () => {
  test.each(rewrites.map((rewrite) => [...rewrite.example, rewrite] as const))(
    '"%s" is written "%s"',
    (said, written, { pattern }: Rewrite) => {
      expect(said).toMatch(pattern)
      expect(inFigures(said).trim()).toBe(written)
    },
  )

  test.each(['sat', 'sun', 'saturday', 'thur'])('before a date %s says no more than the date', (day) => {
    expect(inFigures(`people ${day} the 7 march`)).toBe('people 7 march')
  })

  test.each(unreadParts.map((unread) => [unread.example, unread] as const))(
    'a part of "%s" is not read',
    (said, unread) => {
      expect(firstOf(unreadParts, said)).toBe(unread)
      expect(said).toContain(unreadTimeIn(said, '', NOW_MS, 'UTC') ?? 'nothing')
    },
  )

  test.each(unreadLeft.map((unread) => [unread.example, unread] as const))('of "%s" a time is left', (said, unread) => {
    expect(firstOf(unreadLeft, said)).toBe(unread)
    expect(said).toContain(unreadTimeIn('', said, NOW_MS, 'UTC') ?? 'nothing')
  })
})

function firstOf(all: readonly Unread[], said: string): Unread | undefined {
  return all.find(({ source }) => new RegExp(`\\b(?:${source})\\b`).test(said))
}
