import { expect, test } from 'vitest'
import { appendSpan, eachSpan, type ModeEra, type ModeSpan } from '../../../src/lib/modes/mode-history'
import { firstSettings, type ModeSettings } from '../../../src/lib/modes/mode-schedule'

const at = (iso: string) => Date.parse(iso)
const era = (from: string, changes: Partial<ModeSettings>): ModeEra => ({
  fromMs: at(from),
  settings: { ...firstSettings, ...changes },
})
const spans = (eras: readonly ModeEra[], from: string, until: string) => {
  const found: ModeSpan[] = []
  for (const span of eachSpan(eras, { fromMs: at(from), untilMs: at(until) }, ['door', 'yard'])) appendSpan(found, span)
  return found.map(
    ({ fromMs, untilMs, mode, why, unrecorded }) =>
      `${new Date(fromMs).toISOString().slice(5, 16)} ${new Date(untilMs).toISOString().slice(5, 16)} ${mode} ${why} ${unrecorded.join('+')}`,
  )
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const week = {
  timeZone: 'UTC',
  switches: [
    { days: everyDay, time: '22:00', mode: 'night' },
    { days: everyDay, time: '06:00', mode: 'home' },
  ],
} as const
const off = { mode: 'off', lasts: 'next-switch', atMs: at('2026-03-10T12:00:00Z'), by: 'ann@example.org' } as const

test('before the first change it was Armed, and all of it was recorded (MODE-10)', () => {
  expect(spans([], '2026-03-10T00:00Z', '2026-03-11T00:00Z')).toEqual(['03-10T00:00 03-11T00:00 armed default '])
})

test('choices and switches of the schedule follow each other without a gap (MODE-10)', () => {
  const eras = [era('2026-03-10T08:00Z', { schedule: week }), era('2026-03-10T12:00Z', { schedule: week, choice: off })]
  expect(spans(eras, '2026-03-10T00:00Z', '2026-03-11T07:00Z')).toEqual([
    '03-10T00:00 03-10T08:00 armed default ',
    '03-10T08:00 03-10T12:00 home schedule ',
    '03-10T12:00 03-10T22:00 off hand door+yard',
    '03-10T22:00 03-11T06:00 night schedule ',
    '03-11T06:00 03-11T07:00 home schedule ',
  ])
})

test('only what was asked about is told, and what began before it is cut (MODE-10)', () => {
  const eras = [era('2026-03-01T08:00Z', { schedule: week })]
  expect(spans(eras, '2026-03-10T23:00Z', '2026-03-11T05:00Z')).toEqual(['03-10T23:00 03-11T05:00 night schedule '])
})

test('rules count for the time in which they held, and a change of anything else is no switch (MODE-10)', () => {
  const rules = [{ cameraId: 'yard', mode: 'night', records: false, notifies: true }] as const
  const eras = [
    era('2026-03-10T08:00Z', { schedule: week }),
    era('2026-03-10T09:00Z', {
      schedule: week,
      snooze: { fromMs: at('2026-03-10T09:00Z'), untilMs: at('2026-03-10T10:00Z') },
    }),
    era('2026-03-11T01:00Z', { schedule: week, rules }),
  ]
  expect(spans(eras, '2026-03-10T08:00Z', '2026-03-11T02:00Z')).toEqual([
    '03-10T08:00 03-10T22:00 home schedule ',
    '03-10T22:00 03-11T01:00 night schedule ',
    '03-11T01:00 03-11T02:00 night schedule yard',
  ])
})
