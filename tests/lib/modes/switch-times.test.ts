import { expect, test, vi } from 'vitest'
import { eachSpan } from '../../../src/lib/modes/mode-history'
import { firstSettings, inForceAt } from '../../../src/lib/modes/mode-schedule'
import { wallTimeMs } from '../../../src/lib/zone-time'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const atMs = Date.parse('2026-03-15T12:00:00Z')
const two = (value: number) => String(value).padStart(2, '0')
/** As many rows as a schedule may have, of which all but one switch to what holds already. */
const crowded = (timeZone: string) => ({
  timeZone,
  switches: [
    ...Array.from({ length: 49 }, (_, row) => {
      const minute = row * 29
      return { days: everyDay, time: `${two(Math.floor(minute / 60))}:${two(minute % 60)}`, mode: 'armed' as const }
    }),
    { days: [1], time: '00:01', mode: 'home' as const },
  ],
})

/** How often something asks what the clocks of a zone show, which is what takes long here. */
function questionsOf(work: () => unknown): number {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  try {
    work()
    return asked.mock.calls.length
  } finally {
    asked.mockRestore()
  }
}

test('a crowded schedule is reckoned day by day, not switch by switch (MODE-03)', () => {
  const settings = { ...firstSettings, schedule: crowded('Europe/Paris') }
  expect(inForceAt(settings, atMs)).toEqual({
    why: 'schedule',
    mode: 'armed',
    sinceMs: Date.parse('2026-03-08T23:29:00Z'),
    untilMs: Date.parse('2026-03-15T23:01:00Z'),
  })
  // A zone of its own, as what was reckoned is kept.
  expect(questionsOf(() => inForceAt({ ...settings, schedule: crowded('Europe/Rome') }, atMs))).toBeLessThan(10_000)
})

test('rows of a history that have the same schedule reckon it once (MODE-10)', () => {
  // A minute each, and each with its own copy, as rows have.
  const historyOf = (timeZone: string, count: number) => () => [
    ...eachSpan(
      Array.from({ length: count }, (_, index) => ({
        fromMs: atMs + index * 60_000,
        settings: { ...firstSettings, schedule: crowded(timeZone) },
      })),
      { fromMs: atMs, untilMs: atMs + count * 60_000 },
      [],
    ),
  ]
  const ofOne = questionsOf(historyOf('Europe/Madrid', 1))
  expect(questionsOf(historyOf('Europe/Vienna', 40)) - ofOne).toBeLessThan(40 * 10)
})

test('what is known of zones is kept for those asked for last alone: their names are for anybody to make up (SEC-04)', () => {
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  try {
    const formatOf = (zone: string) => {
      wallTimeMs(zone, atMs)
      return asked.mock.contexts.at(-1)
    }
    const first = formatOf('Zone/First')
    for (let zone = 1; zone < 64; zone++) formatOf(`Zone/X${zone}`)
    expect(formatOf('Zone/First')).toBe(first)
    formatOf('Zone/X64')
    expect(formatOf('Zone/First')).not.toBe(first)
  } finally {
    asked.mockRestore()
  }
})
