import { callingWords, knownWords, placeWords } from './known-words'
import { labelWords } from './label-words'
import { plain, type Spelling, spellingOf } from './spelling'
import { EXCEPTING } from './vocabulary'

/** A camera as questions name it. */
export interface NamedCamera {
  readonly id: string
  readonly name: string
  readonly location: string
  /** null, or left out: it is there. */
  readonly removed_at?: number | null
}

export interface CameraMention {
  /** In the order in which they are named; those of one word ("door") belong together. */
  readonly groups: readonly (readonly NamedCamera[])[]
  /** The question without the names. */
  readonly rest: string
  /** What each hole in the rest stands for, in their order. */
  readonly holes: readonly (readonly NamedCamera[])[]
}

const spellings = new WeakMap<readonly NamedCamera[], Spelling>()

/** How the names of cameras are spelt. Slips are put right toward those that are there: removed ones must be written as they were. */
export function spellingFor(cameras: readonly NamedCamera[]): Spelling {
  const made = spellings.get(cameras)
  if (made !== undefined) return made
  const spelling = spellingOf(
    wordsOfNames(cameras),
    wordsOfNames(cameras.filter(({ removed_at }) => removed_at == null)),
  )
  spellings.set(cameras, spelling)
  return spelling
}

function wordsOfNames(cameras: readonly NamedCamera[]): string[] {
  return [...new Set(cameras.flatMap(({ name, location }) => [...wordsOf(name), ...wordsOf(location)]))]
}

/**
 * Finds the cameras that a question in small letters names: by the whole name, else by a word of the name, else by the place.
 * Words that mean something else ("alerts", "today") do not name a camera alone, or a camera could catch every question.
 */
export function readCameras(question: string, cameras: readonly NamedCamera[]): CameraMention {
  const whole = takeAll(shared(question, cameras), cameras, ({ name }) => wholeOf(name))
  const part = takeAll(whole.rest, cameras, ({ name }) => phrasesOf(name), NOT_BESIDE, whole.holes)
  const place = takeAll(
    part.rest,
    cameras,
    ({ location }) => [...wholeOf(location), ...phrasesOf(location)],
    NOT_BESIDE,
    part.holes,
  )
  const named = new Set(whole.groups.flat())
  // "which door, the front door or the back door": what is named whole is not meant once more by a part.
  const others = [...part.groups, ...place.groups].filter((group) => !group.some((camera) => named.has(camera)))
  return { groups: [...whole.groups, ...others], rest: withoutTails(place.rest, cameras), holes: place.holes }
}

/** Where a name may begin. */
const AT_A_WORD = /(?<![\p{L}\p{N}])/uy
/** "the garage door" is the camera Garage, not every door. */
const NOT_BESIDE = /(?<!_ )(?<![\p{L}\p{N}])/uy
/** What may follow a name in the singular, up to the end of the word. */
const AFTER_NAME = /s?(?: cameras?)?(?![\p{L}\p{N}])/uy

/** The "door" of "the garage door" says no more than the name before it. */
function withoutTails(rest: string, cameras: readonly NamedCamera[]): string {
  const { known: words } = spellingFor(cameras)
  return rest.replace(/_ (\p{L}+)/gu, (said, word) => (words.has(word) && !knownWords.has(word) ? HOLE : said))
}

/** "the front and back door" are two names that share a word. */
function shared(question: string, cameras: readonly NamedCamera[]): string {
  const names = new Set(cameras.map(({ name }) => wordsOf(name).join(' ')))
  return question.replace(
    /(\p{L}+) (and|or) (?:the )?(\p{L}+) (\p{L}+?)(s?)(?!\p{L})/gu,
    (said, one, link, other, noun, plural) =>
      names.has(`${one} ${noun}`) && names.has(`${other} ${noun}`)
        ? `${one} ${noun} ${link} ${other} ${noun}${plural}`
        : said,
  )
}

function takeAll(
  question: string,
  cameras: readonly NamedCamera[],
  phrasesFor: (camera: NamedCamera) => readonly string[],
  begin = AT_A_WORD,
  before: CameraMention['holes'] = [],
): CameraMention {
  const byPhrase = new Map<string, NamedCamera[]>()
  for (const camera of cameras)
    for (const phrase of phrasesFor(camera).filter((words) => words !== ''))
      byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), camera])
  const found: { at: number; cameras: NamedCamera[] }[] = []
  const holes = [...before]
  let rest = question
  for (const [phrase, named] of [...byPhrase].sort(([a], [b]) => b.length - a.length)) {
    const span = spanIn(rest, singular(phrase), begin)
    if (span === null) continue
    found.push({ at: question.indexOf(phrase), cameras: named })
    holes.splice(holesIn(rest.slice(0, span.from)), 0, named)
    rest = `${rest.slice(0, span.from)} ${HOLE} ${rest.slice(span.to)}`
  }
  const groups = found.sort((a, b) => a.at - b.at).map((one) => one.cameras)
  return { groups, rest: rest.replace(/\s+/g, ' ').trim(), holes }
}

function holesIn(text: string): number {
  return text.split(' ').filter((word) => word === HOLE).length
}

/**
 * The first place of a phrase as words of a text, with what belongs to it. By patterns that are compiled once: one for each
 * phrase takes up to a millisecond, and the names that a workspace has ever had are thousands of phrases.
 */
function spanIn(text: string, phrase: string, begin: RegExp): { readonly from: number; readonly to: number } | null {
  for (let from = text.indexOf(phrase); from !== -1; from = text.indexOf(phrase, from + 1)) {
    begin.lastIndex = from
    AFTER_NAME.lastIndex = from + phrase.length
    if (begin.test(text) && AFTER_NAME.test(text)) return { from, to: AFTER_NAME.lastIndex }
  }
  return null
}

/** Stands where a name was taken out, so that the words around it do not grow together. */
export const HOLE = '_'

/** A name of words that mean something else needs the word camera beside it: "the alerts camera". */
function wholeOf(name: string): string[] {
  const words = wordsOf(name)
  const phrase = words.join(' ')
  const isName = words.length === 1 ? !knownWords.has(phrase) : words.some(saysMore)
  if (isName || words.some((word) => placeWords.has(word))) return [phrase]
  return [`${phrase} camera`, `camera ${phrase}`]
}

const EXCEPT = new RegExp(
  `\\b(?:(?:all|everything|anything|everywhere|anywhere|cameras?|every camera|events?) but|${EXCEPTING}|(?:but )?not)(?: for)?(?: (?:the|my|at|on|in|of))* ${HOLE}(?: (?:and|or|nor) (?:the |my |at |in )*${HOLE})*`,
)

/** "everything except the driveway": all others are named, or those that are named besides. */
export function withoutExcepted(
  { groups, rest, holes }: CameraMention,
  cameras: readonly NamedCamera[],
): Omit<CameraMention, 'holes'> {
  const excepted = EXCEPT.exec(rest)
  if (groups.length === 0 || excepted === null) return { groups, rest }
  const [phrase] = excepted
  const [from, count] = [holesIn(rest.slice(0, excepted.index)), holesIn(phrase)]
  const out = new Set(holes.slice(from, from + count).flat())
  const areAll = count === holesIn(rest)
  const left = (named: CameraMention['groups']) =>
    named.map((group) => group.filter((camera) => !out.has(camera))).filter((group) => group.length > 0)
  const others = areAll ? left([cameras]) : left(groups)
  // "The doors but not the back door": beside a whole name its part is no group.
  const meant = others.length > 0 || areAll ? others : left(holes)
  if (meant.length === 0) return { groups, rest }
  return {
    groups: meant,
    rest: rest
      .replace(phrase, areAll ? HOLE : '')
      .replace(/\s+/g, ' ')
      .trim(),
  }
}

/** Parts of a name that may stand for it: pairs of words, words that mean nothing else, and "the play camera". */
function phrasesOf(name: string): string[] {
  const words = wordsOf(name)
  const pairs = words.slice(1).map((word, index) => `${words[index]} ${word}`)
  const singles = words.filter((word) => word.length >= 3 && !knownWords.has(word))
  const called = words.filter((word) => callingWords.has(word)).map((word) => `the ${word} camera`)
  const said = words.length > 2 ? pairs.filter((pair) => pair.split(' ').some(saysMore)) : []
  return [...new Set([...said, ...singles, ...called])]
}

/** Beside another word of a name: "dog" in "Dog house" is no dog, but alone it is one. */
function saysMore(word: string): boolean {
  return !knownWords.has(word) || labelWords.has(word)
}

function wordsOf(name: string): string[] {
  return plain(name)
    .split(' ')
    .filter((word) => word !== '')
}

function singular(phrase: string): string {
  return phrase.length > 3 ? phrase.replace(/s$/, '') : phrase
}
