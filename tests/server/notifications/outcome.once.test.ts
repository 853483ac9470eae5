import { describe, expect, test } from 'vitest'
import { backoffMs, retryAfterMs } from '../../../server/notifications/sending/backoff'
import { webhookOutcome } from '../../../server/notifications/sending/outcome'

const HOUR_MS = 3_600_000
const NOW_MS = Date.parse('2026-03-10T12:00:00Z')

test('the wait doubles from 30 s to five minutes, and never begins sooner (MSG-06)', () => {
  const plain = [1, 2, 3, 4, 5, 6, 50].map((failures) => backoffMs(failures, 0) / 1_000)
  expect(plain).toEqual([30, 60, 120, 240, 300, 300, 300])
  expect([backoffMs(1, 0.999), backoffMs(3, 1), backoffMs(50, 1)]).toEqual([44_985, 180_000, 300_000])
})

test.each([
  ['120', 120_000],
  ['0.35', 350],
  ['Tue, 10 Mar 2026 12:01:00 GMT', 60_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['999999999', 24 * HOUR_MS],
  ['soon', null],
  [null, null],
])('Retry-After %j means %j ms (RFC 9110)', (header, ms) => {
  expect(retryAfterMs(header, NOW_MS)).toBe(ms)
})

describe('what the answer of a webhook means (MSG-06)', () => {
  const of = (status: number, retryAfter: string | null = null) =>
    webhookOutcome({ kind: 'answered', status, retryAfter }, 'Slack', NOW_MS)

  test.each([200, 204, 299])('%i: it arrived', (status) => {
    expect(of(status)).toEqual({ kind: 'sent' })
  })

  test.each([
    [301, 'Slack answered with a redirect, which is not followed. Save the final URL.'],
    [302, 'Slack answered with a redirect, which is not followed. Save the final URL.'],
    [400, "Slack did not accept the message (status 400). Check the webhook's URL."],
    [401, 'Slack takes no messages at this URL (status 401). Make a new webhook there and save its URL.'],
    [403, 'Slack takes no messages at this URL (status 403). Make a new webhook there and save its URL.'],
    [404, 'Slack takes no messages at this URL (status 404). Make a new webhook there and save its URL.'],
    [410, 'Slack takes no messages at this URL (status 410). Make a new webhook there and save its URL.'],
    [499, "Slack did not accept the message (status 499). Check the webhook's URL."],
  ])('%i: it is given up', (status, problem) => {
    expect(of(status)).toEqual({ kind: 'refused', problem })
  })

  test.each([
    [408, 'Slack was too slow (status 408).'],
    [425, 'Slack was too slow (status 425).'],
    [429, 'Slack asks for fewer messages. They are sent later.'],
    [500, 'Slack is out of order (status 500).'],
    [502, 'Slack is out of order (status 502).'],
    [503, 'Slack is out of order (status 503).'],
  ])('%i: it is tried again, when it asks for that', (status, problem) => {
    expect(of(status)).toEqual({ kind: 'again', problem, afterMs: null })
    expect(of(status, '120')).toEqual({ kind: 'again', problem, afterMs: 120_000 })
  })
})
