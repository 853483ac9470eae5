import { describe, expect, test } from 'vitest'
import { type Conversation, type Message, shownConversation } from '../../../src/state/assistant/conversation'

const AT = '2026-03-10T12:00:00.000Z'
/** Of the hub's account a chat has the last so many exchanges. */
const ACCOUNT = 100

/** A question and its answer, whose link has been given anew so often. */
const exchange = (question: string, renewals: number): Message[] => [
  { from: 'user', text: question, at: AT, delivery: 'sent' },
  { from: 'bot', text: `To ${question}: [open the clip](/media/${encodeURIComponent(question)}?${renewals})`, at: AT },
]
const conversation = (messages: Message[], chatId = 'c'): Conversation => ({
  chatId,
  formerChatId: null,
  opening: 'greeting',
  startedAt: null,
  messages,
})
const numbered = (from: number, to: number, renewals: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => exchange(`question ${from + index}`, renewals)).flat()
const lost: Message = { from: 'user', text: 'Lost', at: AT, delivery: 'no-connection' }
const shown = (said: Message[], read: Message[]) => shownConversation(conversation(said), conversation(read)).messages

describe('links of what was said here are those of the hub’s last account (CHAT-14)', () => {
  test('of a chat that is longer than that account', () => {
    const said = numbered(1, ACCOUNT + 2, 0)
    const expected = [...numbered(1, 2, 0), ...numbered(3, ACCOUNT + 2, 1)]
    expect(shown(said, numbered(3, ACCOUNT + 2, 1))).toEqual(expected)
  })

  test('of such a chat in which the same is asked again and again', () => {
    const said = [...exchange('Who came?', 0), ...numbered(1, 3, 0), ...exchange('Who came?', 0), ...numbered(4, 6, 0)]
    const read = [...numbered(1, 3, 1), ...exchange('Who came?', 1), ...numbered(4, 6, 1)]
    expect(shown(said, read)).toEqual([...exchange('Who came?', 0), ...read])
  })

  test('of such a chat to which another member says something meanwhile', () => {
    const said = numbered(1, 5, 0)
    const read = [...numbered(3, 4, 1), ...exchange('I am Bob', 1), ...numbered(5, 5, 1)]
    expect(shown(said, read)).toEqual([...numbered(1, 2, 0), ...numbered(3, 5, 1)])
  })

  test('of such a chat in which another member asked before what is asked here later', () => {
    const said = [...numbered(1, 4, 0), ...exchange('Who came?', 0)]
    const read = [...exchange('Who came?', 2), ...numbered(3, 4, 1), ...exchange('Who came?', 1)]
    expect(shown(said, read)).toEqual([...numbered(1, 2, 0), ...numbered(3, 4, 1), ...exchange('Who came?', 1)])
  })

  test('beside messages that were not sent, wherever they stand', () => {
    const said = [...numbered(1, 1, 0), lost, ...numbered(2, 3, 0)]
    expect(shown(said, numbered(1, 3, 1))).toEqual([...numbered(1, 1, 1), lost, ...numbered(2, 3, 1)])
    expect(shown(said, numbered(2, 3, 1))).toEqual([...numbered(1, 1, 0), lost, ...numbered(2, 3, 1)])
  })

  test('of an account that has not got the last of them yet, the same asked twice too', () => {
    const said = [...numbered(1, 2, 0), ...exchange('question 2', 5)]
    expect(shown(said, numbered(1, 2, 1))).toEqual([...numbered(1, 2, 1), ...exchange('question 2', 5)])
  })

  test('never those of other words, of the other side or of another chat', () => {
    const said = [...numbered(1, 2, 0), lost]
    const others: Message[] = said.map((message) => ({ ...message, text: `${message.text}!` }))
    expect(shown(said, others)).toEqual(said)
    const typed: Message[] = [{ from: 'user', text: '[a](/typed)', at: AT, delivery: 'sent' }, lost]
    expect(shown(typed, [{ from: 'bot', text: '[a](/given)', at: AT }])).toEqual(typed)
    const elsewhere = conversation(numbered(1, 2, 1), 'another')
    expect(shownConversation(conversation(said), elsewhere).messages).toEqual(said)
  })
})
