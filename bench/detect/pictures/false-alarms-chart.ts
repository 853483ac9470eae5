import type { Row } from '../../report'
import { type Result, rowsOf } from '../contenders'
import { box, colours, line, picture, text } from './svg'

/** Groups of detect.json in which nobody moves, in words; the order is that of the chart. */
const quietGroups: Readonly<Record<string, string>> = {
  'step-exposure': 'light goes on or off, the camera adapts',
  'step-lamp': 'a lamp is switched',
  step: 'all light goes on or off',
  headlights: 'headlights sweep by',
  bump: 'somebody knocks against the camera',
  'noise-6': 'sensor noise of 6 grey levels',
  'noise-8': 'sensor noise of 8 grey levels',
  flicker: 'mains flicker',
  'flicker-bands': 'mains flicker in bands',
  cloud: 'shadows of clouds',
  ramp: 'dusk and dawn',
  rain: 'rain',
  foliage: 'a tree in the wind',
  covered: 'the lens is covered for a while',
  led: 'a blinking light',
  television: 'a television',
  insects: 'insects close to the lens',
  snow: 'snow close to the lens',
}

const WIDTH = 900
const LEFT = 300
const RIGHT = 70
const HEAD = 62
const ROW = 24
const BAR = 8
const MOST = 50

/** What it is drawn from, of one group of scenes; nothing of a group in which somebody moves. */
export function chartRows(results: readonly Result[], group: string): Row[] {
  if (!Object.hasOwn(quietGroups, group)) return []
  const shown = results.filter(({ contender }) => contender === 'adaptive-50' || contender === 'classic-50')
  return rowsOf(shown, group, ['false', 'minutes'])
}

/** False triggers of both measures at sensitivity 50, where nobody moves; from the rows of bench/results/detect. */
export function falseAlarmsChart(rows: readonly Row[]): string {
  const groups = Object.entries(quietGroups)
  const height = HEAD + groups.length * ROW + 14
  const parts = groups.flatMap(([group, words], i) => {
    const top = HEAD + i * ROW
    const minutes = falseTriggers(rows, 'adaptive-50', group, 'minutes')
    return [
      text(LEFT - 10, top + 12, words, { anchor: 'end' }),
      ...bar(top, falseTriggers(rows, 'classic-50', group), colours.classic),
      ...bar(top + BAR + 1, falseTriggers(rows, 'adaptive-50', group), colours.adaptive),
      text(WIDTH - 12, top + 12, `${Math.round(minutes)} min`, { anchor: 'end', fill: colours.faint, size: 11 }),
    ]
  })
  const title = 'False triggers at sensitivity 50 while nobody moves'
  return picture(WIDTH, height, title, [
    ...legend(title),
    ...parts,
    line(LEFT, HEAD - 6, LEFT, height - 10, colours.ink),
  ])
}

function legend(title: string): string[] {
  return [
    text(20, 26, title, { isBold: true, size: 15 }),
    box(LEFT, 38, 14, BAR, colours.classic),
    text(LEFT + 20, 46, 'classic'),
    box(LEFT + 90, 38, 14, BAR, colours.adaptive),
    text(LEFT + 110, 46, 'adaptive'),
  ]
}

function bar(top: number, count: number, fill: string): string[] {
  const width = (count / MOST) * (WIDTH - LEFT - RIGHT - 30)
  const label = text(LEFT + width + 5, top + BAR, String(count), { size: 10, fill })
  return count === 0 ? [box(LEFT, top, 1.5, BAR, fill), label] : [box(LEFT, top, width, BAR, fill), label]
}

function falseTriggers(
  rows: readonly Row[],
  name: string,
  group: string,
  metric: 'false' | 'minutes' = 'false',
): number {
  const row = rows.find((one) => one.name === name && one.case === group && one.metric === metric)
  if (row === undefined) throw new Error(`There is no ${metric} of ${name} in ${group}.`)
  return row.value
}
