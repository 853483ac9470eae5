import { groupingIn } from './grouping'
import { anyOf } from './vocabulary'

const LENGTH = 'gb|mb|bytes|gigabytes|megabytes|size|length|duration|hours|minutes'
const ALLOWED = /\b(?:can|may|could|allowed|left|limit|plan|do (?:i|we) (?:get|have)|kept|keep|included)\b/
const EACH = '(?:per|by|each|every|an?) (?:cameras?|days?|hours?)'
const BY_CAMERA_OR_TIME = new RegExp(`\\b(?:${EACH}|(?:which|what) (?:cameras?|days?|hours?))\\b`)
/** "people in the storage by day" is of a place. */
const IN_PLACE = '\\b(?:in|at|inside|near|outside|from) (?:(?:the|my|our) )?'
const OF_STORE = `(?<!${IN_PLACE})(?:${anyOf('storage')}|mb)(?! room)`
/** "which camera fills the disk" */
const FILLS = `(?:fill|eat|hog|tak|us)\\w* (?:up )?(?:so much )?(?:(?:all|the|my|our) )*${OF_STORE}`
/** "which camera used the most storage", "how many hours did each camera record" */
const QUANTITY = new RegExp(
  `\\b(?:${[
    `(?:how (?:much|many)|most|least|fewest|more|less|total|number of|all(?: (?:of|the|my|our))*) (?:recorded )?(?:${OF_STORE}|${LENGTH})`,
    `${OF_STORE}(?: \\p{L}+)? ${EACH}`,
    FILLS,
    '(?:size|length|duration) of',
    'how long\\b.*\\brecord',
  ].join('|')})\\b`,
  'u',
)

/** Whether it asks how long or large recordings are, by camera or time. */
export function asksMeasuredTable(words: string): boolean {
  return BY_CAMERA_OR_TIME.test(words) && QUANTITY.test(words) && !ALLOWED.test(words)
}

/** Of how large they are alone, by camera or day. */
export function asksStorageTable(words: string): boolean {
  const isOfLength = /\b(?:hours?|minutes?|length|duration|how long)\b/.test(words)
  return asksMeasuredTable(words) && !isOfLength && groupingIn(words) !== 'hour'
}
