import { describe, expect, test } from 'vitest'
import { type Count, chatsRemaining, countSent } from '../../../src/state/assistant/chat-count'

const fromUsage: Count = { phase: 'from-usage', sentAtMs: [] }
const reading = (used: number, askedAtMs = 0) => ({ used, askedAtMs })

describe('chats that remain (CHAT-10, X-14)', () => {
  test.each([
    [undefined, 5],
    [0, 5],
    [2, 3],
    [5, 0],
    [9, 0],
    [-3, 5],
  ])('%s used leave %i of 5 (CHAT-26)', (used, remaining) => {
    expect(chatsRemaining(fromUsage, used === undefined ? undefined : reading(used))).toBe(remaining)
  })

  test('each sent message takes one, down to 0 (CHAT-22)', () => {
    const counts: number[] = []
    let count: Count = fromUsage
    for (let sent = 1; sent <= 6; sent++) {
      count = countSent(count, sent)
      counts.push(chatsRemaining(count, reading(0)))
    }
    expect(counts).toEqual([4, 3, 2, 1, 0, 0])
  })

  test('what was sent before the usage was asked for is not counted twice (X-14)', () => {
    const count = countSent(countSent(fromUsage, 1_000), 3_000)
    expect(chatsRemaining(count, reading(0, 500))).toBe(3)
    expect(chatsRemaining(count, reading(1, 2_000))).toBe(3)
    expect(chatsRemaining(count, reading(2, 4_000))).toBe(3)
    expect(chatsRemaining(count, undefined)).toBe(3)
  })

  test('a new chat has 4, whatever was used before (CHAT-21)', () => {
    const count: Count = { phase: 'from-new-chat', sent: 0 }
    expect(chatsRemaining(count, reading(5))).toBe(4)
    expect(chatsRemaining(countSent(count, 1), reading(5))).toBe(3)
  })
})
