import { describe, expect, test } from 'vitest'
import { chatsRemaining, chatsTotal, countNewChat, countSent } from '../../../src/state/assistant/chat-count'
import type { Count } from '../../../src/state/assistant/chat-memory'

const fromUsage: Count = { phase: 'from-usage', sentAtMs: [] }
const reading = (used: number, askedAtMs = 0, total = 5) => ({ used, total, askedAtMs })

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
    const count = countNewChat(fromUsage, reading(5))
    expect(chatsRemaining(count, reading(5))).toBe(4)
    expect(chatsRemaining(countSent(count, 1), reading(5))).toBe(3)
  })

  test.each([3, 30, 100])('%i of a plan take the place of 5: the hub counts, and a new chat takes none', (total) => {
    const used = reading(2, 0, total)
    expect(chatsTotal(used)).toBe(total)
    expect(chatsRemaining(fromUsage, used)).toBe(total - 2)
    const asked = countSent(fromUsage, 1)
    expect(countNewChat(asked, used)).toBe(asked)
    expect(chatsRemaining(asked, used)).toBe(total - 3)
  })

  test('where the provider does not say how many there are, it is 5', () => {
    expect([chatsTotal(undefined), chatsTotal(reading(0, 0, 0)), chatsTotal(reading(0, 0, -1))]).toEqual([5, 5, 5])
  })

  test('what the provider said of a spent month holds until a later reading names chats again (CHAT-12)', () => {
    const count: Count = { phase: 'spent', saidAtMs: 1_000 }
    const readings = [
      undefined,
      reading(0, 500, 30),
      reading(0, 1_000, 30),
      reading(30, 2_000, 30),
      reading(0, 2_000, 0),
    ]
    for (const read of readings) expect(chatsRemaining(count, read)).toBe(0)
    expect(chatsRemaining(count, reading(2, 2_000, 30))).toBe(28)
    const next = countSent(count, 3_000)
    expect([chatsRemaining(next, reading(2, 2_000, 30)), chatsRemaining(next, reading(3, 4_000, 30))]).toEqual([27, 27])
  })

  test('once the 4 of a new chat are sent, what a later reading says holds (CHAT-12)', () => {
    let count = countNewChat(fromUsage, reading(5))
    for (const atMs of [1_000, 2_000, 3_000]) count = countSent(count, atMs)
    expect(chatsRemaining(count, reading(0, 9_000))).toBe(1)
    count = countSent(count, 4_000)
    for (const read of [undefined, reading(0, 3_500), reading(0, 4_000), reading(5, 9_000), reading(0, 9_000, 0)])
      expect(chatsRemaining(count, read)).toBe(0)
    expect(chatsRemaining(count, reading(1, 9_000))).toBe(4)
    const next = countSent(count, 10_000)
    expect([chatsRemaining(next, reading(1, 9_000)), chatsRemaining(next, reading(2, 11_000))]).toEqual([3, 3])
  })

  test('a plan that was changed after New Chat counts by the new one', () => {
    const count = countSent(countNewChat(fromUsage, undefined), 1_000)
    expect(chatsRemaining(count, reading(7, 500, 100))).toBe(92)
  })
})
