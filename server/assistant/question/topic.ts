import { type EventType, eventType } from '../../../src/contract/event'
import type { Label } from '../../../src/lib/label'
import { labelsIn } from './label-words'
import { namedTypes, withoutExcluded } from './type-words'
import { anyOf } from './vocabulary'

/** What a question is about. */
export type Topic = 'events' | 'recordings' | 'cameras' | 'plan'

/** Whoever asks for motion means people too, who moved: only these words say otherwise. */
const motionAlone = new RegExp(
  `\\b(only|just|other|mere|pure) (${anyOf('motion')})\\b|\\b(not|no|but no|without|rather than|instead of) (the |any )?(persons?|people|humans?|visitors?|one|somebody|someone)\\b`,
)
const somebody = new RegExp(`\\b(${anyOf('somebody', 'coming')}|visit\\w*|walk\\w*|dropped by)\\b`)

/** Who is meant beside an animal or a vehicle: those come and walk too. */
const pronoun = new RegExp(`\\b(${anyOf('somebody')})\\b`)
/** "dogs or other motion" is all that moves, "motion of dogs" is not. */
const alsoMotion = new RegExp(
  `\\b(and|or|other) (any |all |the )?(other )?(${anyOf('motion')})\\b|\\b(${anyOf('motion')}),? (and|or)\\b`,
)
const plainMotion = new RegExp(`\\b(only|just|mere|pure) (${anyOf('motion')})\\b`)

/** Whether all is well: everything that happened may matter to who asks so. */
const allWell =
  /\b(everything|all|things) (is |was |are )?(ok|okay|fine|alright|right|normal|good|well|safe|secure)\b|\ball clear\b|\b(is|are|was) (it|we|everything|my \w+) (safe|secure)\b/

export function asksWell(words: string): boolean {
  return allWell.test(words)
}

/** What is asked for; `labels` as a search takes them. */
export interface Kinds {
  readonly types: readonly EventType[] | null
  readonly labels: readonly Label[] | null
}

export function kindsIn(words: string): Kinds {
  const labels = labelsIn(words)
  const types = typesIn(words)
  if (labels === null) return { types, labels: types?.length === 1 && plainMotion.test(words) ? [] : null }
  const others = namedTypes(withoutExcluded(words).rest)
  if (others.includes('MOTION') && alsoMotion.test(words))
    return { types: others.includes('ALERT') ? null : ['PERSON', 'MOTION'], labels: null }
  return {
    // Alerts show nothing, and are found beside what is shown where they are asked for.
    types: others.includes('ALERT') ? eventType.options : null,
    labels: others.includes('PERSON') || pronoun.test(words) ? ['person', ...labels] : labels,
  }
}

/** null: of any type. */
export function typesIn(words: string): readonly EventType[] | null {
  const { excluded, rest } = withoutExcluded(words)
  const types = namedTypes(rest)
  if (excluded.length > 0 && types.length === 0) return eventType.options.filter((type) => !excluded.includes(type))
  if (types.includes('MOTION') && !excluded.includes('PERSON') && !motionAlone.test(words)) types.push('PERSON')
  const asked = eventType.options.filter((type) => types.includes(type))
  if (asked.length === eventType.options.length) return null
  if (asked.length > 0) return asked
  return somebody.test(words) ? ['PERSON'] : null
}

const recordingWords = new RegExp(`\\b(${anyOf('recording')})\\b`)
const planWords = new RegExp(`\\b(${anyOf('plan', 'storage', 'chat', 'member', 'price', 'retention')}|renew\\w*)\\b`)
/** What the plan allows, and how long it keeps things. */
const planPhrases: readonly RegExp[] = [
  /\b(questions?) (are |do i have )?left\b/,
  /\bhow (long|many days) .*\b(kept|keep|stored?|stay|retain\w*)\b/,
  /\b(do|does|will|are) .*\b(keep|kept|stored?)\b.*\b(long|longer|than|forever)\b/,
  /\bnotifications? .*\b(left|remaining|used|month|allowed|sent)\b/,
  /\badd (another|more|a) camera|\bhow many (more )?cameras? (can|may|am i allowed)\b/,
  /\b(can|may|could) (i|we) (also )?(record|have|use|get) .*\b(audio|sound)\b/,
  /\b(audio|sound) .*\b(included|allowed|supported)\b/,
  /\bhow long (can|may|could)( each| every| a| an| one| the| my)? (clips?|recordings?|videos?)\b/,
  /\bmax(imum)? (clip|recording|video) length\b/,
]
const cameraStateWords = new RegExp(
  `\\b(${anyOf('on', 'off', 'state', 'audio', 'sensitivity')}|last seen|seen last|up and running|motion detection|detection (on|off|enabled)|(turned|switched) (on|off))\\b`,
)
/** "was the back door camera on": no event, but whether it looked. */
const cameraIsOn = /\b(is|are|was|were) (the |my |all |your )*(_|cameras?)( (still|always|really|all))*( (on|off))?$/
const eventWords = new RegExp(
  `\\b(${anyOf('event', 'seeing', 'busy', 'notification')}|happen\\w*|going on|occur\\w*|visit\\w*|anything|something|nothing|everything|top \\d+|what is new|all clear|what (did i miss|is up))\\b`,
)

/** "how many hours were recorded", "total hours" */
const totalLength =
  /\b(total|how many|number of) (recorded )?(hours|minutes)\b|\b(hours|minutes) (recorded|in total|altogether|of (footage|videos?|recordings?))\b/

/** Whether it is about how long recordings are. */
export function asksLength(words: string): boolean {
  return totalLength.test(words) || /\b(how long|longest|shortest|length|duration)\b/.test(words)
}

/** What is asked of the store as a whole, whenever. */
const ofTheStore = /\b(left|remaining|free|available|limits?|plans?|kept|keep)\b/

/** The more special ones first; `isTimed` where a time that is over is named. null: it does not say. */
export function topicIn(words: string, isTimed: boolean): Topic | null {
  if (asksWell(words)) return 'events'
  const hasLabel = labelsIn(words) !== null
  const hasType = hasLabel || typesIn(words) !== null
  if (cameraIsOn.test(words) && !/\bhow many (people|persons|visitors|alerts|motions)\b/.test(words)) return 'cameras'
  if (/^(is|are|was|were) .*(_|cameras?) recording$/.test(words)) return 'cameras'
  // What the recordings of one camera or one time take is no question of the plan.
  const isOfSome = /_/.test(words) || (isTimed && recordingWords.test(words) && !ofTheStore.test(words))
  if (isOfSome && /\b(storage|space)\b/.test(words)) return 'recordings'
  if (asksPlan(words) && !/\b(alerts?|persons?|people)\b/.test(words)) return 'plan'
  if (
    !hasLabel &&
    /\bcameras?\b|_/.test(words) &&
    cameraStateWords.test(words) &&
    !/\b(alerts?|persons?|people|events?)\b/.test(words)
  )
    return 'cameras'
  if (!hasLabel && /\b(online|offline|disconnected|last seen|motion detection)\b/.test(words)) return 'cameras'
  if (recordingWords.test(words))
    return hasType && !somebody.test(words) && asksOne(words) && !asksLength(words) ? 'events' : 'recordings'
  if (!hasType && totalLength.test(words) && !eventWords.test(words)) return 'recordings'
  if (hasType || eventWords.test(words)) return 'events'
  // "which camera had the most?" asks of what was asked before.
  if (/\b(most|least|fewest|per|by|each)\b|^(and )?(which|what) cameras?$/.test(words)) return null
  return /\bcameras?\b/.test(words) &&
    /\b(how many|list|which|what|show|my|all|name|names|do i have|number)\b/.test(words)
    ? 'cameras'
    : null
}

function asksPlan(words: string): boolean {
  return planWords.test(words) || planPhrases.some((phrase) => phrase.test(words))
}

/** "the clip of the last alert" is an event of which the clip is wanted. */
function asksOne(words: string): boolean {
  return /\b(last|latest|most recent|newest|first|earliest|oldest)\b/.test(words)
}
