import { NUMBER } from '../times/number-words'
import { TAMPERING } from './type-words'
import { anyOf } from './vocabulary'

/** What a yes would say: that there was some ("was anyone there"), or none ("was nobody there", "is all quiet"). */
export type Whether = 'some' | 'none'

/** Of a question with its time and cameras; null: it asks for no yes or no. */
export function whetherIn(said: string, words: string): Whether | null {
  const isAsked =
    /^(?:and |so |but |ok |hey |hi |please )*(did|was|were|has|have|is|are|does|do|had|can you see)\b/.test(said)
  return isAsked ? saidBy(words) : null
}

/** What a yes to these words says. */
export function saidBy(words: string): Whether {
  const isNone =
    /\b(nobody|nothing|not|no|quiet|inactive|still|empty|clear|undisturbed|everything|all|safe|secure|fine)\b/.test(
      words,
    )
  return isNone ? 'none' : 'some'
}

/** Alerts are not told apart by kind: whether one of these was among them, only their titles say. */
const oneKindOfAlert = new RegExp(`\\b(${TAMPERING})\\b`)

/** States, deeds and kinds of people that events do not show, and how many there were: what was seen is told, without a yes. */
const notShown = new RegExp(
  [
    '\\b(?:asleep|sleep\\w*|gone|left|leave|open|closed|locked|cover|touch\\w*|disarm\\w*|man|men|woman|women|boy|girl|child|children|kids?)\\b',
    `\\b(?:broke|miss|missed|ring|rang|same|exactly|home|hub|he|she|too (?:many|much|few|often|late|long)|${anyOf('strange', 'worrying', 'stranger')})\\b`,
    `\\b(?:only|once|twice)\\b|\\b(?!an?\\b)(?:${NUMBER})\\b`,
    '\\bon$|^did (?:i|we|they|it)\\b|^(?:is|are) there (?:an?|any|the|my) (?!person|people)',
  ].join('|'),
)

/** Whether events show all that these words say; `unread` are those of them that nothing here knows. */
export function isShown(words: string, unread: readonly string[]): boolean {
  return unread.length === 0 && !notShown.test(words) && !oneKindOfAlert.test(words)
}
