import { label } from '../../../src/contract/detection'
import { type Label, labelsOf } from '../../../src/lib/label'
import { EXCEPTING, type GroupName, wordsOf } from './vocabulary'

/** What people call the things that cameras tell apart (LABEL-10). */
const meant: readonly (readonly [readonly Label[], GroupName])[] = [
  [labelsOf('animal'), 'animal'],
  [['cat', 'dog'], 'pet'],
  [['cat'], 'cat'],
  [['dog'], 'dog'],
  [['bird'], 'bird'],
  [['horse'], 'horse'],
  [labelsOf('vehicle'), 'vehicle'],
  [['bicycle'], 'bicycle'],
  [['car'], 'car'],
  [['motorcycle'], 'motorcycle'],
  [['bus'], 'bus'],
  [['truck'], 'truck'],
]

const byWord = new Map(meant.flatMap(([labels, name]) => wordsOf(name).map((word) => [word, labels] as const)))

/** Each stands for what it means wherever it is no part of a camera's name. */
export const labelWords: ReadonlySet<string> = new Set(byWord.keys())

const WORD = [...byWord.keys()].join('|')
const EXCLUDED = new RegExp(
  `\\b(?:not|(?:all|everything|anything|events?) but|but no|${EXCEPTING})(?: (?:for|the|my|any|an?))* (?:${WORD})(?: (?:and|or|nor) (?:${WORD}))*\\b`,
  'g',
)

/** Neither people nor what is excluded; null: none is named. */
export function labelsIn(words: string): readonly Label[] | null {
  const excluded = new Set((words.match(EXCLUDED) ?? []).flatMap(namedIn))
  const named = namedIn(words.replace(EXCLUDED, '')).filter((name) => !excluded.has(name))
  return named.length === 0 ? null : label.options.filter((name) => named.includes(name))
}

/** "everything but cars" */
export function excludesLabels(words: string): boolean {
  return words.search(EXCLUDED) >= 0
}

function namedIn(words: string): Label[] {
  return words.split(' ').flatMap((word) => [...(byWord.get(word) ?? [])])
}
