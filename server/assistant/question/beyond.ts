import { NUMBER } from '../times/number-words'
import { UNIT } from '../times/patterns'
import { HOLE } from './camera-names'
import { typesIn } from './kinds'
import { beginsPlace, callingWords, endsPlace, knownWords, namingWords, unreadTimeWords } from './known-words'
import { excludesLabels, labelsIn, labelWords } from './label-words'
import { asksMeasuredTable } from './measured-tables'
import type { QuestionParts } from './question-parts'
import { isExcludedBeyond } from './type-words'
import { anyOf } from './vocabulary'

/** Why a question cannot be answered from what a hub keeps. */
export type Beyond =
  | { readonly why: 'thing' | 'time'; readonly word: string }
  | { readonly why: 'who' | 'looks' | 'sound' | 'future' | 'usual' | 'reason' | 'action' | 'narrow' | 'mode' }

const things =
  /\b(vans?|packages?|parcels?|delivery|deliveries|mailman|postman|courier|mail|fox|foxes|raccoons?|bears?|fire|smoke|weapons?|guns?|weather|rain\w*|temperature|battery|wifi|power(?= (?:come|came|back)\b))\b/

const COMING = 'tomorrow|next (?:week|month|year|hour|night|weekend)'
const RECORDING = `(?:${anyOf('recording')})`
const BOUND = '(?:more|less|fewer) than|over|under|above|below|exceed(?:s|ing)?|at (?:least|most)'
/** A size or a length that something is compared with. */
const MEASURE = [
  `(?:bigger|larger|longer|shorter|smaller|greater|older|newer) than (?:${NUMBER}) ?(?:[kmg]b|s)?\\b`,
  `(?<=\\b${RECORDING}\\b.*)(?:${BOUND}) (?:${NUMBER}) ?(?=(?:[kmg]b|bytes|s|${UNIT})\\b)`,
]
/** What a recording is marked with, or shows, that no search asks for. */
const MARKED = [
  `(?:which|what) ${RECORDING} (?:has|have|had|shows?) (?:the )?(?:most|${anyOf('most', 'least')})`,
  `how many .*\\b(?:in|on) (?:the |my )?(?:${anyOf('last', 'first', 'longest', 'largest')}) ${RECORDING}`,
  `(?:kept|marked|protected) ${RECORDING}`,
  `^(?:which|what) ${RECORDING} (?:are|were) (?:kept|marked|protected)`,
  `${RECORDING} (?:(?:that|which) )?(?:i|we) (?:have )?(?:kept|marked|protected|saved)`,
  `${RECORDING} with(?:out)? (?:any )?(?:audio|sound)`,
]
const NARROW = new RegExp(
  `\\b(?:(?:weekdays|weekends|same time|first and (?:the )?last|last and (?:the )?first|since (?:i|my) last|(?:longest|shortest) (?:time|period|stretch|gap|pause)|(?:without|(?:has|have|had|with) no) (?:a |any )?(?:recordings?|clips?|videos?)|(?:events?|alerts?|motions?|people|persons?|visitors?) (?:(?:that|which) )?(?:was|were|is|are) not recorded|(?:when|how long|last time)\\b.*\\binactive$|inactive ones|${MARKED.join('|')})\\b|${MEASURE.join('|')})`,
)

const ASKING = '(?:please |pls |plz |just |(?:can|could|would|will) (?:you|u) |i want you to )*'
const DEEDS = [
  'delete|remove|erase|clear|wipe|keep|protect|disable|enable|rename|add|create|set|change|restart|reboot|stop|mute|unmute|silence|snooze',
  'call|email|notify|arm|disarm|ignore|forget|pretend|act|write|sing|translate',
  '(?:turn|switch)(?: \\w+){0,5} (?:on|off)|(?:start|begin|pause) (?:recording|filming|watching|detecting)|record (?:a|the|now)|share (?:a|the|this|that)',
]
/** Asked of somebody who only answers: it must not look as if it were done. */
const ORDER = new RegExp(`^${ASKING}(?:${DEEDS.join('|')})\\b(?! (?:another|more))`)
/** It is not known what is lost with it. "Can I clear my mind" is of none of these. */
const ASKS_TO_DELETE = new RegExp(
  `^(?:(?:is it (?:safe|ok|okay|fine) to|(?:how )?(?:can|may|could|should|do) (?:i|we)(?: (?:have|need) to)?) )(?:delete|remove|erase|clear|wipe)\\b.*(?:${HOLE}|\\b(?:cameras?|events?|alerts?|account|${anyOf('recording')})\\b)`,
)

const SOMEBODY = anyOf('person', 'stranger', 'somebody')
const USED = `account|app|hub|system|mode|live view|cameras?|alerts?|notifications?|settings|${anyOf('recording')}`
/** What people do with the hub no camera sees: "who deleted the clip". Who was seen on one is asked for otherwise. */
const USERS = new RegExp(
  `\\b(?:${SOMEBODY}) (?:(?:else|other|people|can|could|may|has|have|had|did|do|does|is|are|was|were|ever|already|also|just) )*(?:${[
    '(?:logs?|logged) (?:in|into|out)\\b(?! (?:(?:the|my|our) )*_)|(?<=\\b(?:who|did|do|does|can|could|has|have)\\b.* )(?<!\\b(?:was|were) )(?:log|logged)$',
    `(?:sees?|saw|(?<!\\b(?:is|are|was|were) )seen(?= (?:the|my|our|an?|any) )|view\\w*|watch\\w*|use\\w*|using|access\\w*|delete\\w*|share\\w*|chang\\w*|open\\w*|play\\w*|download\\w*|disarm\\w*)(?: (?:the|my|our|an?|any|all|last))* (?:${USED})\\b`,
    `(?:turn|switch)(?:ed)? (?:on|off) (?:(?:the|my|our|any|all) )*(?:_|${USED})(?= |$)`,
  ].join('|')})`,
)

const STAYER = `(?:(?:the|my|our|an?) )*(?:he|she|(?!nobody)(?:${SOMEBODY})|${[...labelWords].join('|')})`
/** How long somebody was there, which no recording says. "How long do they stay" asks for recordings. */
const STAYED = new RegExp(
  `\\bhow long (?!.*\\b(?:${anyOf('recording')})\\b)(?:(?:did (?:it|they|${STAYER})|(?:do|does) ${STAYER})\\b.* stay|(?:was|were|has|have|is|are) (?:they|${STAYER}) (?:been )?(?:there|here|inside|outside|at|in|on|near|by)\\b)`,
)

const others: readonly (readonly [Exclude<Beyond['why'], 'thing' | 'time'>, RegExp])[] = [
  ['future', new RegExp(`\\b(?:${COMING}|will (?:there|it|anyone|somebody)|going to|forecast|predict\\w*)\\b`)],
  ['action', ORDER],
  ['action', ASKS_TO_DELETE],
  [
    'sound',
    /\b(sounds?|hear|(?<!\b(?:i|we) (?:just )?)heard|said|say(?! (?:me|us|if|whether)\b)|spoke|talk(ed|ing)|voices?|bark\w*|shout\w*)\b/,
  ],
  [
    'looks',
    /\b(colou?r|wearing|wore|clothes|jacket|hat|licen[cs]e plates?|plates?|tall|hair|beard|face|faces|look(s|ed)? like|how old(?!.*\b(?:clips?|recordings?|videos?|footage)\b)|carrying|holding|male|female|(man|woman|boy|girl|child|kid|adult) or (an? )?(man|woman|boy|girl|child|kid|adult))\b/,
  ],
  ['looks', /^(is|are|was|were) .*\b(open|closed|shut|locked|unlocked)$|\bsee me\b/],
  ['looks', STAYED],
  ['who', USERS],
  ['mode', /\bmodes?\b|\b(?:armed|disarmed)$|^(?:did|have|has) (?:i|we|you|any\w+|some\w+) (?:arm|disarm)(?:ed)?\b/],
  ['narrow', NARROW],
  ['reason', /^(and |but |so )?(why|how come)\b/],
  ['usual', /\b(usual(ly)?|normal(ly)?|typical(ly)?|(than|above|below|over|under) (the )?average|ratio|rate)\b/],
]

/** A day that is to come, in a question with its time: it must not be read as the one that was. */
export function asksFuture(spelt: string): boolean {
  return /\b(?:next|coming|upcoming) (?:mon|tues?|wed|thur?s?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december|morning|afternoon|evening)\b/.test(
    spelt,
  )
}

export type Unsearchable = { readonly why: 'time'; readonly word: string } | { readonly why: 'future' | 'narrow' }

const IS_COMING = new RegExp(`\\b(?:${COMING})\\b`)

/** What a search of events by words would answer around, or turn round; null: nothing. */
export function beyondSearch({
  spelt,
  words,
  times,
}: Pick<QuestionParts, 'spelt' | 'words' | 'times'>): Unsearchable | null {
  if (asksFuture(spelt) || IS_COMING.test(words)) return { why: 'future' }
  if (times.unread !== null) return { why: 'time', word: times.unread }
  return NARROW.test(words) || asksMeasuredTable(words) || isLeftWithout(words) || isExcludedBeyond(words)
    ? { why: 'narrow' }
    : null
}

/** null: nothing in it is beyond. */
export function beyondIn(words: string): Beyond | null {
  const thing = things.exec(words)?.[1]
  if (thing !== undefined) return { why: 'thing', word: thing }
  if (isLeftWithout(words) || isExcludedBeyond(words)) return { why: 'narrow' }
  const [why] = others.find(([, pattern]) => pattern.test(words)) ?? []
  if (why !== undefined) return { why }
  const counted = /\bhow many (?:different )?(\p{L}+)/u.exec(words)?.[1]
  if (counted !== undefined && !knownWords.has(counted)) return { why: 'thing', word: counted }
  const any = /\b(?:any|a|an) (\p{L}{3,}) (?:_|come|came|at|in|on|seen|detected|been|yesterday|today)/u.exec(words)?.[1]
  if (any !== undefined && !knownWords.has(any)) return { why: 'thing', word: any }
  const subject = /^(?:did|has|was|is) the (\p{L}+) (?!_|\p{L}* ?cameras?\b)/u.exec(words)?.[1]
  if (subject !== undefined && !knownWords.has(subject)) return { why: 'thing', word: subject }
  return namesSomebody(words) ? { why: 'who' } : null
}

/** "everything but cars": all that is no label cannot be looked for. "people, not cars" and "animals but no cats" can. */
function isLeftWithout(words: string): boolean {
  const types = typesIn(words)
  return excludesLabels(words) && labelsIn(words) === null && (types === null || types.includes('MOTION'))
}

/** "did anna come home": who people are is not known. */
function namesSomebody(words: string): boolean {
  const subject = /\b(?:did|has|was|is|when did|when was|when does|where is|where was) (?:my |the )?(\p{L}+)\b/u.exec(
    words,
  )?.[1]
  const isPerson =
    /\b(come|came|arrive|arrived|leave|left|visit\w*|home|enter(ed)?|return(ed)?|go|went|there|here|been|_)\b/.test(
      words,
    )
  return (
    (subject !== undefined && !knownWords.has(subject) && isPerson) ||
    /\b(my (wife|husband|son|daughter|brother|sister|mother|father|mom|mum|dad|boss|friend|neighbou?rs?)|(?<!to )neighbou?rs?|what (is|was) (his|her|their) name|name of the (person|man|woman)|who is (he|she|this|that))\b/.test(
      words,
    )
  )
}

const PREPOSITION = 'at|near|by|outside|inside|behind|beside|in|on|from|around|through|into|of|to'
/** With the hole after it, if there is one: what stands before it is of a name. "To play _" is none, nor is what is turned on. */
const PLACES = new RegExp(
  `\\b(?!to (?:display|film|play|share|tape)\\b)(?<!\\b(?:turn|turned|switch|switched) )(?:${PREPOSITION}) (?:the |my |our |that )*([\\p{L}\\p{N} ]+)(${HOLE}?)`,
  'gu',
)

/** Whose place it is, before a word of another one: "in the guest room" of a hub that has a living room. */
const OWNED = new RegExp(
  `\\b(?:at|near|by|outside|inside|in|on|into) (?:the|my|our|that) (${anyOf('person', 'stranger', 'animal', 'pet', 'cat', 'dog', 'bird', 'horse', 'car', 'truck', 'bicycle', 'bus')}) ${HOLE}`,
)

/** "is the back door online" of a hub that has a front door. */
const ASIDE = new RegExp(`\\b(?:the|my|our) (front|back|side|left|right) ${HOLE}`)

/** The place that a question names and that is no camera; null: none. The words are the user's own. */
export function unknownPlace(words: string): string | null {
  const owned = (OWNED.exec(words) ?? ASIDE.exec(words))?.[1]
  if (owned !== undefined) return owned
  for (const [, phrase = '', hole = ''] of words.matchAll(PLACES)) {
    const named = leadingUnknown(phrase, hole)
    if (named !== null) return named
  }
  const before = /(the )?(\p{L}[\p{L}\p{N}]*) cameras?\b/gu
  for (const [, the, word = ''] of words.matchAll(before))
    if (isUnknown(word) || (the !== undefined && callingWords.has(word))) return word
  const numbered = /\bcameras? (?:number |no )?(\d+)\b/.exec(words)?.[1]
  return numbered === undefined ? null : `camera ${numbered}`
}

function leadingUnknown(phrase: string, hole: string): string | null {
  const words = phrase.trim().split(' ')
  const end = words.findIndex((word) => !isUnknown(word))
  const named = words.slice(0, end === -1 ? 3 : end).slice(0, 3)
  if (named.length > 0) return named.join(' ')
  const [first = '', second = ''] = words
  // "in the play room" of a hub that has a living room: the second word is taken for that camera.
  if (words.length === 1 && hole !== '' && beginsPlace.has(first)) return first
  // "at front gate", "in the play area": a word that is known by itself may begin a name.
  const isName = isUnknown(second) || second === 'area' || (namingWords.has(first) && endsPlace.has(second))
  return beginsPlace.has(first) && isName ? `${first} ${second}` : null
}

function isUnknown(word: string): boolean {
  const isKnown = knownWords.has(word) && !unreadTimeWords.has(word)
  return word !== '' && word !== HOLE && !isKnown && !/^\d+$/.test(word)
}
