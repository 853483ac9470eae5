import type { LessStep } from '../../engine'
import type { ClipMaking } from '../../engine/recording'

const words: Readonly<Record<LessStep, string>> = {
  'half-rate': 'records 8 pictures a second',
  'low-rate': 'records 5 pictures a second',
  'smaller-clips': 'makes clips of half the size',
  'no-looks': 'does not tell people from other motion',
  'few-snapshots': 'sends a snapshot every 10 seconds at most',
  'no-previews': 'shows no live picture here',
  'short-pre-roll': 'begins clips 2 seconds before the motion',
  'no-pre-roll': 'begins clips with the motion',
}

/** A later step that says the same more strictly. */
const outdone: Partial<Record<LessStep, LessStep>> = { 'half-rate': 'low-rate', 'short-pre-roll': 'no-pre-roll' }

/** Who records a stream by itself knows neither rate nor size, and has nothing of before the motion. */
const ofRecordings: readonly LessStep[] = ['half-rate', 'low-rate', 'smaller-clips', 'short-pre-roll', 'no-pre-roll']

/** Whether the step does anything where clips are made like this. Their size is seen in the clip that has it. */
function isFelt(step: LessStep, making: ClipMaking | undefined): boolean {
  if (making?.by === 'browser') return !ofRecordings.includes(step)
  return step !== 'smaller-clips' || making?.isHalved === true
}

/** What a camera does with less of since its machine is busy (LESS-04, LESS-10); null: nothing. */
export function busySentence(less: readonly LessStep[], making: ClipMaking | undefined): string | null {
  const felt = less.filter((step) => isFelt(step, making))
  const told = felt.filter((step) => !felt.some((other) => other === outdone[step])).map((step) => words[step])
  const text = told.join(', ')
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}: this computer is busy.`
}

/** Nothing is left to do with less of: checks that come late now are left out. */
export function isAtLimit(less: readonly LessStep[]): boolean {
  return Object.keys(words).length === less.length
}

export const busyHelp =
  'This machine is busy. Close other programs or tabs, or turn motion detection off where it matters less; what is left out ' +
  'comes back by itself. Checks for motion are the last to suffer.'
