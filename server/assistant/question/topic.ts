import { type EventType, eventType } from '../../../src/contract/event'
import type { Label } from '../../../src/lib/label'
import { labelsIn } from './label-words'
import { namedTypes, withoutExcluded } from './type-words'

/** What a question is about. */
export type Topic = 'events' | 'recordings' | 'cameras' | 'plan'

/** Whoever asks for motion means people too, who moved: only these words say otherwise. */
const motionAlone =
  /\b(only|just|other|mere|pure) (motions?|movements?)\b|\b(not|no|but no|without|rather than|instead of) (the |any )?(persons?|people|humans?|visitors?|one|somebody|someone)\b/
const somebody =
  /\b(who|somebody|someone|anybody|anyone|nobody|everybody|everyone|visit\w*|came|come|comes|arrived?|enter(ed)?|approach(ed)?|walk\w*|dropped by)\b/

/** Who is meant beside an animal or a vehicle: those come and walk too. */
const pronoun = /\b(who|somebody|someone|anybody|anyone|nobody|everybody|everyone)\b/
/** "dogs or other motion" is all that moves, "motion of dogs" is not. */
const alsoMotion =
  /\b(and|or|other) (any |all |the )?(other )?(motions?|movements?)\b|\b(motions?|movements?),? (and|or)\b/
const plainMotion = /\b(only|just|mere|pure) (motions?|movements?)\b/

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

const recordingWords = /\b(footage|recordings?|recorded|records|videos?|clips?|files?|films?|filmed|tapes?)\b/
const planWords =
  /\b(storage|disk|disc|plans?|tier|subscription|subscribed|limits?|quotas?|usage|upgrade|allowance|credits?|prices?|pricing|costs?|billing|retention|retained|renew\w*|users|members|seats|chats?|messages?|gb|gigabytes|megabytes)\b|\bspace\b|\b(questions?) (are |do i have )?left\b|\bhow (long|many days) .*\b(kept|keep|stored?|stay|retain\w*)\b|\b(deleted|expire)\b|\bnotifications? .*\b(left|remaining|used|month|allowed|sent)\b|\badd (another|more|a) camera|\bhow many (more )?cameras? (can|may|am i allowed)\b|\b(can|may|could) (i|we) (also )?(record|have|use|get) .*\b(audio|sound)\b|\b(audio|sound) .*\b(included|allowed|supported)\b|\bhow long (can|may|could)( each| every| a| an| one| the| my)? (clips?|recordings?|videos?)\b|\b(do|does|will|are) .*\b(keep|kept|stored?)\b.*\b(long|longer|than|forever)\b|\bmax(imum)? (clip|recording|video) length\b/
const cameraStateWords =
  /\b(online|offline|connected|disconnected|working|running|down|dead|live|status|state|reachable|unreachable|last seen|seen last|up and running|motion detection|detection (on|off|enabled)|turned (on|off)|switched (on|off)|enabled|disabled|audio|sound|microphone|mic|sensitivity|sensitive)\b/
/** "was the back door camera on": no event, but whether it looked. */
const cameraIsOn = /\b(is|are|was|were) (the |my |all |your )*(_|cameras?)( (still|always|really|all))*( (on|off))?$/
const eventWords =
  /\b(events?|incidents?|happen\w*|activity|activities|detected|detections?|seen|going on|occur\w*|notifications?|triggers?|triggered|busy|busier|busiest|quiet|quieter|quietest|active|inactive|noise|news|updates?|miss|missed|see|saw|spot|spotted|catch|caught|visit\w*|log|entries)\b|\b(anything|something|nothing|everything|top \d+|what is new|all clear|everything (is )?(ok|okay|fine|alright|normal|good|safe))\b|\bwhat (?:did i miss|is up)\b/

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
  if (planWords.test(words) && !/\b(alerts?|persons?|people)\b/.test(words)) return 'plan'
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

/** "the clip of the last alert" is an event of which the clip is wanted. */
function asksOne(words: string): boolean {
  return /\b(last|latest|most recent|newest|first|earliest|oldest)\b/.test(words)
}
