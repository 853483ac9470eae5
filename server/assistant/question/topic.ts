import { somebody, typesIn } from './kinds'
import { labelsIn } from './label-words'
import { asksStorageTable } from './measured-tables'
import { anyOf } from './vocabulary'

/** What a question is about; `storage`: a table of what the recordings of each camera or day take. */
export type Topic = 'events' | 'recordings' | 'storage' | 'cameras' | 'plan'

/** Whether all is well: everything that happened may matter to who asks so. */
const allWell = new RegExp(
  [
    '\\b(everything|all|things) (is |was |are )?(ok|okay|fine|alright|right|normal|good|well|safe|secure)\\b|\\ball clear\\b',
    '\\b(am|is|are|was|were) (the |my |our )?(i|it|we|everything|_|house|home|\\w+) (still |all )?(ok|okay|fine|alright|safe|secure)\\b(?! (to|if|with))',
    '\\bsafe to (come|go|get|be|stay|sleep|walk|enter|leave|return|open)\\b|\\bsafely\\b',
    '\\b(should|do) (i|we) (need to |have to )?(be )?(worry|worried)\\b(?! about (?:(?:the|my|our|any) )*(?:storage|space|plan|price|retention)\\b)',
  ].join('|'),
)

export function asksWell(words: string): boolean {
  return allWell.test(words)
}

const recordingWords = new RegExp(`\\b(${anyOf('recording')})\\b`)
const oneRecording = new RegExp(
  `\\b(${anyOf('last', 'first', 'largest', 'smallest', 'longest', 'shortest')}) (\\S+ )?(${anyOf('recording')})\\b`,
)
const UNIT = 'gb|mb|bytes|gigabytes|megabytes'
const units = new RegExp(`\\b(${UNIT})\\b`)
const onlyUnit = new RegExp(`^(and )?in (${UNIT})$`)
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
  /\bhow (many|much) .*\b(can|may|could) (i|we) (record|keep|store)\b/,
]
const SEES = 'see|view|watch|access|use|open|play|download|(?:log|sign) ?in|share'
/** Who may look, which the hub knows, and not who was seen. */
export const ACCESS = [
  `who(?: else| all)? (?:has|have|got|gets) (?:\\w+ )?access`,
  `who(?: else| all)? (?:can|could|may)(?: also| else)? (?:${SEES})`,
  'who (?:is|are) (?:\\w+ )?(?:invited|in (?:the|my|our|this) (?:workspace|account))',
  'who (?:did|have|has) (?:i|we) invited?',
  'who (?:is|are) (?:(?:the|an?) )?(?:owners?|admins?)',
  '(?:can|could) (?:anyone|anybody|someone|somebody|other people)(?: else)? (?:see|view|watch|access)',
  '(?:is|are|have i|have we) (?:\\w+ ){0,4}shared',
  '(?:people|many) (?:who |that )?(?:have|has|had|with) access',
  'how many (?:people|persons) (?:are )?in (?:the|my|our|this) (?:workspace|account)',
].join('|')
const access = new RegExp(`\\b(?:${ACCESS})\\b`)

export function asksAccess(words: string): boolean {
  return access.test(words)
}

const cameraStateWords = new RegExp(
  `\\b(${anyOf('on', 'off', 'state', 'audio', 'sensitivity')}|last (seen|snapshot)|seen last|up and running|motion detection|detection (on|off|enabled)|(turned|switched) (on|off))\\b`,
)
/** Of a camera its state, of somebody an event: "when was anyone last seen at the garage". */
const seenLast = /\b(last seen|seen last)\b/
/** "was the back door camera on": no event, but whether it looked. */
const cameraIsOn =
  /\b(is|are|was|were) (the |my |all |your )*(_|cameras?)( (still|always|really|all))*( on| off|( not)? available| unavailable)?$/
/** "is anything unreachable", "is everything working" */
const anythingIs = new RegExp(
  `\\b(is|are|was|were) (anything|everything|something|nothing|all)( (still|always|really|all|not))* (${anyOf('on', 'off')}|enabled|disabled)$`,
)
/** "who turned off the light": no state of the camera that was there. */
const turnsOther =
  /\bwho (?:(?:has|have|had|just) )*(?:turned|switched) (?:on|off) (?:(?:the|my|our|all|any) )+(?!_|cameras?\b|motion\b|detection\b|audio\b|sound\b|microphone\b|mic\b|live\b)\p{L}/u
const eventWords = new RegExp(
  `\\b(${anyOf('event', 'seeing', 'busy', 'notification')}|happen\\w*|going on|occur\\w*|visit\\w*|anything|something|nothing|everything|top \\d+|what (?:is )?new|summary|recap|overview|all clear|what (did i miss|is up))\\b`,
)

/** "how many hours were recorded", "total hours" */
const totalLength =
  /\b(total|how many|number of) (recorded )?(hours|minutes)\b|\b(hours|minutes) (recorded|in total|altogether|of (footage|videos?|recordings?))\b/

/** Whether it is about how long recordings are. */
export function asksLength(words: string): boolean {
  return totalLength.test(words) || /\b(how long|longest|shortest|length|duration)\b/.test(words)
}

/** "how big is the last clip" */
export function asksSizeOfOne(words: string): boolean {
  return oneRecording.test(words) && (units.test(words) || /\b(size|how (big|large)|storage|space)\b/.test(words))
}

/** "in gigabytes": what was asked before, once more. */
export function asksUnit(words: string): boolean {
  return onlyUnit.test(words)
}

const notificationsAre = new RegExp(`\\b(${anyOf('notification')}) (still )?(on|off|enabled|disabled)$`)

/** What is asked of the store as a whole, whenever. */
const ofTheStore = /\b(left|remaining|free|available|limits?|plans?|kept|keep)\b/

/** What was recorded in a time, which the store as a whole does not say: "how many gb did we record", "how many gb". */
const tookThen = new RegExp(`\\b(did|was|were) (.* )?(record|use|used|take|taken)\\b|^(and )?how many (${UNIT})$`)

/** A question, as the rules for its topic see it. */
interface TopicWords {
  readonly words: string
  readonly hasLabel: boolean
  readonly hasType: boolean
  /** Of one camera, one recording, or a time that is over. */
  readonly isOfSome: boolean
}

export interface TopicRule {
  readonly name: string
  /** A question that this rule decides, and none before it. */
  readonly example: string
  /** null: it does not say. */
  readonly topic: Topic | null
  readonly holds: (asked: TopicWords) => boolean
}

/** The first that holds decides: the more special ones come first. */
export const topicRules: readonly TopicRule[] = [
  {
    name: 'what the recordings of each camera or day take',
    example: 'which camera used the most storage',
    topic: 'storage',
    holds: ({ words }) => asksStorageTable(words),
  },
  {
    name: 'whether all is well',
    example: 'is everything ok',
    topic: 'events',
    holds: ({ words }) => asksWell(words),
  },
  {
    name: 'who may look',
    example: 'who has access',
    topic: 'plan',
    holds: ({ words }) => asksAccess(words),
  },
  {
    name: 'whether a camera is on',
    example: 'was the garage camera on yesterday',
    topic: 'cameras',
    holds: ({ words }) =>
      cameraIsOn.test(words) && !/\bhow many (people|persons|visitors|alerts|motions)\b/.test(words),
  },
  {
    name: 'whether a camera records',
    example: 'is the garage camera recording',
    topic: 'cameras',
    holds: ({ words }) =>
      /^(is|are|was|were) .*(_|cameras?) recording$|^(did|does|do) (the |my |our |all )*(_|cameras?) (work|record|run)$/.test(
        words,
      ),
  },
  {
    name: 'what one recording, or those of one camera or one time take',
    example: 'how much space do the videos of yesterday take',
    topic: 'recordings',
    holds: ({ words, isOfSome }) =>
      isOfSome && (/\b(storage|space)\b/.test(words) || (units.test(words) && !ofTheStore.test(words))),
  },
  {
    name: 'the plan',
    example: 'how much storage is left',
    topic: 'plan',
    holds: ({ words }) => asksPlan(words) && !asksUnit(words) && !/\b(alerts?|persons?|people)\b/.test(words),
  },
  {
    name: 'the state of cameras',
    example: 'which cameras are working',
    topic: 'cameras',
    holds: ({ words, hasLabel, hasType }) =>
      !hasLabel &&
      !(hasType && (seenLast.test(words) || turnsOther.test(words))) &&
      /\bcameras?\b|_/.test(words) &&
      cameraStateWords.test(words) &&
      !/\b(alerts?|persons?|people|events?)\b/.test(words),
  },
  {
    name: 'a state that only cameras have',
    example: 'is anything offline',
    topic: 'cameras',
    holds: ({ words, hasLabel, hasType }) =>
      !hasLabel &&
      (anythingIs.test(words) ||
        (!hasType && /\blast (snapshot|seen)\b/.test(words)) ||
        /\b(online|offline|disconnected|reachable|unreachable|motion detection)\b/.test(words)),
  },
  {
    name: 'one event, of which the recording is wanted',
    example: 'show me the clip of the last alert',
    topic: 'events',
    holds: ({ words, hasType }) =>
      recordingWords.test(words) && hasType && !somebody.test(words) && asksOne(words) && !asksLength(words),
  },
  {
    name: 'recordings',
    example: 'show me the clips of today',
    topic: 'recordings',
    holds: ({ words }) => recordingWords.test(words),
  },
  {
    name: 'how long was recorded',
    example: 'how many hours in total',
    topic: 'recordings',
    holds: ({ words, hasType }) => !hasType && totalLength.test(words) && !eventWords.test(words),
  },
  {
    name: 'whether people are told, which is a setting that is not kept with events',
    example: 'are notifications disabled',
    topic: null,
    holds: ({ words }) => notificationsAre.test(words),
  },
  {
    name: 'what happened',
    example: 'did anything happen last night',
    topic: 'events',
    holds: ({ words, hasType }) => hasType || eventWords.test(words),
  },
  {
    name: 'what was asked before',
    example: 'which camera had the most',
    topic: null,
    holds: ({ words }) => /\b(most|least|fewest|per|by|each)\b|^(and )?(which|what) cameras?$/.test(words),
  },
  {
    name: 'the cameras',
    example: 'list my cameras',
    topic: 'cameras',
    holds: ({ words }) =>
      /^(and )?(the )?cameras$/.test(words) ||
      (/\bcameras?\b/.test(words) &&
        /\b(how many|list|which|what|show|my|all|name|names|do i have|number)\b/.test(words)),
  },
]

/** The rule that decides what a question is about; `isTimed` where a time that is over is named. null: none. */
export function topicRuleOf(words: string, isTimed: boolean): TopicRule | null {
  const hasLabel = labelsIn(words) !== null
  const asked = {
    words,
    hasLabel,
    hasType: hasLabel || typesIn(words) !== null,
    isOfSome:
      /_/.test(words) ||
      (((isTimed && (recordingWords.test(words) || tookThen.test(words))) || oneRecording.test(words)) &&
        !ofTheStore.test(words)),
  }
  return topicRules.find(({ holds }) => holds(asked)) ?? null
}

function asksPlan(words: string): boolean {
  return planWords.test(words) || planPhrases.some((phrase) => phrase.test(words))
}

/** "the clip of the last alert" is an event of which the clip is wanted. */
function asksOne(words: string): boolean {
  return /\b(last|latest|most recent|newest|first|earliest|oldest)\b/.test(words)
}
