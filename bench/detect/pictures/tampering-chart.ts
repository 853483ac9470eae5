import type { LoadedKernels } from '../../../src/engine/motion/kernels'
import { WIDTH as FRAME_WIDTH, HEIGHT } from '../scenes/canvas'
import { tamperingScenes } from '../scenes/tampering'
import { runTamperingSense } from '../tampering-run'
import { box, colours, dot, line, picture, text } from './svg'

const rows: readonly { readonly group: string; readonly words: string }[] = [
  { group: 'hand', words: 'a hand on the lens' },
  { group: 'cap', words: 'a cap on the lens' },
  { group: 'pan-30', words: 'turned by 30 degrees' },
  { group: 'freeze', words: 'the picture freezes' },
  { group: 'light-switch', words: 'the light goes off, and on after 20 s' },
  { group: 'person-close', words: 'somebody right before the lens' },
]

const SEED = 1
const SECONDS = 60
/** What is told later counts as not told (TAMP-01). */
const LIMIT_SEC = 10

const WIDTH = 900
const LEFT = 270
const RIGHT = 210
const HEAD = 56
const ROW = 34

/** When the sense of tampering told what was done to a camera, behind the adaptive measure. */
export async function tamperingChart(kernels: LoadedKernels): Promise<string> {
  const parts: string[] = []
  for (const [i, { group, words }] of rows.entries()) {
    const [scene] = tamperingScenes(SEED, 1, [group])
    if (scene === undefined) throw new Error(`There is no scene of the group ${group}.`)
    const size = { width: FRAME_WIDTH, height: HEIGHT }
    const told = (await runTamperingSense(kernels, size, scene.frames())).get('adaptive') ?? []
    parts.push(...rowParts(HEAD + i * ROW, words, scene.truth?.atSec ?? null, told))
  }
  const height = HEAD + rows.length * ROW + 24
  const seconds = [0, 20, 40, 60].map((sec) =>
    text(xOf(sec), height - 10, `${sec} s`, { anchor: 'middle', fill: colours.faint, size: 11 }),
  )
  return picture(WIDTH, height, 'What was done to a camera, and when it was told', [...legend(), ...parts, ...seconds])
}

function legend(): string[] {
  return [
    box(LEFT, 19, 3, 14, colours.ink),
    text(LEFT + 10, 31, 'done'),
    box(LEFT + 66, 19, 24, 14, colours.truth),
    text(LEFT + 96, 31, `the ${LIMIT_SEC} s in which it is to be told`),
    dot(LEFT + 330, 26, 5, colours.alarm),
    text(LEFT + 342, 31, 'told, and sent as ALERT'),
  ]
}

function rowParts(
  top: number,
  words: string,
  atSec: number | null,
  told: readonly { kind: string; atSec: number }[],
): string[] {
  const middle = top + ROW / 2
  const due = atSec === null ? [] : [box(xOf(atSec), middle - 7, xOf(LIMIT_SEC) - xOf(0), 14, colours.truth)]
  const done = atSec === null ? [] : [box(xOf(atSec) - 1.5, middle - 9, 3, 18, colours.ink)]
  const verdict = told.map(({ kind, atSec: toldSec }) => `${kind}, after ${(toldSec - (atSec ?? 0)).toFixed(1)} s`)
  return [
    text(LEFT - 16, middle + 4, words, { anchor: 'end' }),
    ...due,
    line(LEFT, middle, WIDTH - RIGHT, middle, colours.rule),
    ...done,
    ...told.map(({ atSec: toldSec }) => dot(xOf(toldSec), middle, 5, colours.alarm)),
    text(WIDTH - RIGHT + 18, middle + 4, verdict.join('; ') || 'nothing is told', {
      fill: told.length === 0 ? colours.faint : colours.alarm,
    }),
  ]
}

function xOf(sec: number): number {
  return LEFT + (sec / SECONDS) * (WIDTH - LEFT - RIGHT)
}
