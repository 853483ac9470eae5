import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { formatTime } from '../../../src/lib/date-time'
import { emptyOutbox, type OutboxState } from '../../../src/outbox/outbox-state'
import { connectionAtom } from '../../../src/state/hub/connection'
import { offlineSinceMsAtom, outboxStateAtom } from '../../../src/state/recordings/delivery'
import { type DeliveryLine, deliveryLineAtom, deliverySentence } from '../../../src/state/recordings/delivery-line'

const NOON_MS = new Date(2026, 2, 10, 12, 0).getTime()
const MINUTE_MS = 60_000

function lineOf(outbox: Partial<OutboxState>, unreachableSinceMs?: number, offlineSinceMs?: number): DeliveryLine {
  const store = createStore()
  store.set(outboxStateAtom, { ...emptyOutbox, hasRecorded: true, ...outbox })
  if (unreachableSinceMs !== undefined) {
    store.set(connectionAtom, { phase: 'unreachable', sinceMs: unreachableSinceMs })
  }
  store.set(offlineSinceMsAtom, offlineSinceMs ?? null)
  return store.get(deliveryLineAtom)
}

const lastDeliveredAtMs = NOON_MS - 3 * MINUTE_MS

test.each<[string, DeliveryLine, string | null]>([
  ['nothing was ever recorded', lineOf({ hasRecorded: false }), null],
  ['the first clip is being recorded', lineOf({}), 'No clip delivered yet'],
  ['all is delivered', lineOf({ lastDeliveredAtMs }), `All clips delivered, last at ${formatTime(lastDeliveredAtMs)}`],
  [
    'one was refused',
    lineOf({ lastDeliveredAtMs, refused: 1 }),
    `No other clip waits, last delivered at ${formatTime(lastDeliveredAtMs)}`,
  ],
  [
    'one was dropped',
    lineOf({ lastDeliveredAtMs, dropped: 1 }),
    `No other clip waits, last delivered at ${formatTime(lastDeliveredAtMs)}`,
  ],
  [
    'some wait',
    lineOf({ waiting: 2, lastDeliveredAtMs }),
    '2 clips wait in this browser, last delivered 3 minutes ago',
  ],
  [
    'one of two lives only in this tab',
    lineOf({ waiting: 2, onlyInTab: 1 }),
    '2 clips wait in this browser, 1 of them only until this tab closes, none delivered yet',
  ],
  ['the first waits', lineOf({ waiting: 1 }), '1 clip waits in this browser, none delivered yet'],
  [
    'the hub does not answer',
    lineOf({ waiting: 3, isStalled: true, lastDeliveredAtMs }, NOON_MS - 9 * MINUTE_MS),
    `3 clips wait in this browser, the hub has not answered since ${formatTime(NOON_MS - 9 * MINUTE_MS)}`,
  ],
  [
    'the hub does not answer but nothing waits',
    lineOf({ lastDeliveredAtMs }, NOON_MS),
    `All clips delivered, last at ${formatTime(lastDeliveredAtMs)}`,
  ],
  [
    'the hub stumbles',
    lineOf({ waiting: 1, isStalled: true }),
    '1 clip waits in this browser, the hub has trouble with it; tried again by itself',
  ],
  [
    'the disk does not answer',
    lineOf({ isDiskSilent: true, lastDeliveredAtMs }),
    'This browser’s disk does not answer: clips that wait there cannot be delivered now',
  ],
  [
    'the disk does not answer from the beginning',
    lineOf({ isDiskSilent: true, hasRecorded: false }),
    'This browser’s disk does not answer: clips that wait there cannot be delivered now',
  ],
  [
    'the disk does not answer and the browser is offline',
    lineOf({ isDiskSilent: true, hasRecorded: false }, NOON_MS, lastDeliveredAtMs),
    `Offline since ${formatTime(lastDeliveredAtMs)}`,
  ],
  [
    'the disk does not answer and some wait in this tab',
    lineOf({ isDiskSilent: true, waiting: 1, onlyInTab: 1 }),
    '1 clip waits in this browser, only until this tab closes',
  ],
  [
    'the browser is offline',
    lineOf({ waiting: 1, isStalled: true }, NOON_MS, NOON_MS - 9 * MINUTE_MS),
    `Offline since ${formatTime(NOON_MS - 9 * MINUTE_MS)}, 1 clip waits in this browser`,
  ],
  [
    'the browser is offline and nothing waits',
    lineOf({}, undefined, NOON_MS - 9 * MINUTE_MS),
    `Offline since ${formatTime(NOON_MS - 9 * MINUTE_MS)}`,
  ],
])('when %s, the line says so (OUT-10)', (_name, line, sentence) => {
  expect(deliverySentence(line, NOON_MS)).toBe(sentence)
})

test('a moment of another day is told with its date', () => {
  const line = lineOf({ lastDeliveredAtMs: NOON_MS - 24 * 60 * MINUTE_MS })
  expect(deliverySentence(line, NOON_MS)).toMatch(/^All clips delivered, last at .*\b9\b.*2026/)
})
