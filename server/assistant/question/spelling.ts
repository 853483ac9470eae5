import { correctionToward, LEAST_LETTERS } from './corrections'
import { knownWords } from './known-words'
import { nearWords } from './vocabulary'

const short: Readonly<Record<string, string>> = {
  ppl: 'people',
  peeps: 'people',
  persns: 'persons',
  cam: 'camera',
  cams: 'cameras',
  vid: 'video',
  vids: 'videos',
  yday: 'yesterday',
  yest: 'yesterday',
  ystrday: 'yesterday',
  '2day': 'today',
  tdy: 'today',
  nite: 'night',
  tonite: 'tonight',
  recs: 'recordings',
  rec: 'recording',
  pls: 'please',
  plz: 'please',
  '2nite': 'tonight',
  noone: 'nobody',
  any1: 'anyone',
  some1: 'someone',
  sum1: 'someone',
  lst: 'last',
  thx: 'thanks',
  ty: 'thanks',
  w: 'with',
  evt: 'event',
  evts: 'events',
}

/** Words of names toward which slips are put right; each word of a question is compared with all that begin as it does. */
const MOST_NEAR = 300
/** Words that are put right in a question and those before it. */
const MOST_PUT_RIGHT = 100

/** How the names of cameras are written, made once for a question and those before it. */
export interface Spelling {
  /** Words of the names. */
  readonly known: ReadonlySet<string>
  /** The same by what they are without accents, which many keyboards lack. */
  readonly accented: ReadonlyMap<string, string>
  /** A word without its slips. */
  readonly put: (word: string) => string
}

/** `names` are known as they are; `near` are those of them that slips are put right toward. */
export function spellingOf(names: readonly string[], near: readonly string[]): Spelling {
  const known = new Set(names)
  const accented = accentedIn(names)
  const targets = near.slice(0, MOST_NEAR)
  const folded = [...accentedIn(targets).keys()].filter((name) => !known.has(name))
  const long = targets.filter((name) => name.length >= LEAST_LETTERS)
  const named = correctionToward([...new Set([...nearWords, ...long])], targets)
  const unaccented = correctionToward(folded, folded)
  const corrected = (word: string) => {
    const right = named(word)
    return right === word ? (accented.get(unaccented(word)) ?? word) : right
  }
  const right = new Map<string, string>()
  const put = (word: string) => {
    const before = right.get(word)
    if (before !== undefined || right.size >= MOST_PUT_RIGHT) return before ?? word
    right.set(word, corrected(word))
    return right.get(word) ?? word
  }
  return { known, accented, put }
}

/** A question in small letters, without punctuation, and with slips of the keyboard put right; names are spelt right too. */
export function normalized(question: string, { known, accented, put }: Spelling): string {
  const words = joined(plain(question).split(' '), known)
  return words
    .map((word, at) => {
      if (isOfName(word, [words[at - 1], words[at + 1]], known)) return word
      return short[word] ?? (known.has(word) || knownWords.has(word) ? word : (asNamed(word, accented) ?? put(word)))
    })
    .join(' ')
    .replace(NUMBERED, (said, name, one, link, other) =>
      [name, one, other].every((word) => known.has(word)) ? `${name} ${one} ${link} ${name} ${other}` : said,
    )
    .replace(/\bmotor (bike|cycle)(s?)\b/g, 'motor$1$2')
    .replace(/\bbreak(?:ing)? (?:(?:it|this|that|them|these|things|everything) )?down\b/g, 'breakdown')
}

/** "cam 1 and 2", but not "at cam 1 and 2 hours ago". */
const NUMBERED = /(\p{L}+) (\d+) (and|or) (\d+)(?![\w:]| ?(?:[ap]m|minutes?|hours?|days?|weeks?)\b)/gu

/** "cam 1" and "the rec room" are names; a word that is known by itself needs another of a name beside it: "which cam". */
function isOfName(word: string, beside: readonly (string | undefined)[], names: ReadonlySet<string>): boolean {
  return names.has(word) && (!knownWords.has(word) || beside.some((other) => other !== undefined && names.has(other)))
}

function accentedIn(names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(names.map((name) => [withoutAccents(name), name]))
}

/** "etage" as the camera Étage has it. Only for names: text of events is searched as it is written. */
function asNamed(word: string, accented: ReadonlyMap<string, string>): string | null {
  const folded = withoutAccents(word)
  const plural = /^.{3,}s$/u.test(folded) ? accented.get(folded.slice(0, -1)) : undefined
  return accented.get(folded) ?? (plural === undefined ? null : `${plural}s`)
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .replace(/ß/g, 'ss')
}

/** "drive way" and "driveway", "backdoor" and "back door": as the names have it. */
function joined(words: readonly string[], names: ReadonlySet<string>): string[] {
  const out: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = [words[at], words[at + 1]]
    const parts = names.has(word) || knownWords.has(word) ? null : split(word, names)
    if (next !== '' && names.has(word + next) && !names.has(next)) out.push(words[at++] + next)
    else out.push(...(parts ?? [word]))
  }
  return out
}

function split(word: string, names: ReadonlySet<string>): string[] | null {
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => names.has(part))) return parts
  }
  return null
}

/** As 12.4., 12.04.26 or 12. 4. 2026; the last dot or the year tells it from a time. */
const GERMAN_DATE = /(?<![\d.])(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}|\d{2}))?(?!\d)/g
/** Behind "on" no time is written so, nor behind such a date and an "and". */
const SHORT_GERMAN_DATE = /(?<=\bon (?:\d{1,2}\.\d{1,2} (?:and|or) )?)(\d{1,2})\.(\d{1,2})(?!\.?\d)/g
const months = 'january february march april may june july august september october november december'.split(' ')

function writtenOut(said: string, day: number, month: number, year: string | undefined): string {
  const name = months[month - 1]
  if (name === undefined || day < 1 || day > 31) return said
  return `${day} ${name}${year === undefined ? '' : ` ${year.length === 2 ? `20${year}` : year}`} `
}

/** "from 8-10pm": no date, and no version. */
const HOURS_APART = /(?<![\p{L}\d/.:-])(\d{1,2}(?:[:.]\d{2})?)-(?=\d{1,2}(?:[:.]\d{2})?(?![\d/:.-]))/gu

/** Small letters, digits, and what times and dates are written with. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\bno one\b/g, 'nobody')
    .replace(/(?<=\d\.?) ?[–—] ?(?=[\p{L}\p{N}])/gu, ' - ')
    .replace(HOURS_APART, '$1 - ')
    .replace(GERMAN_DATE, (said, day, month, year) => writtenOut(said, Number(day), Number(month), year))
    .replace(SHORT_GERMAN_DATE, (said, day, month) => writtenOut(said, Number(day), Number(month), undefined))
    .replace(/\b(\d{1,2})(?:[.:](\d{2}))? ?uhr\b/g, (_, hour, minute) => (minute ? `${hour}:${minute}` : `${hour}h`))
    .replace(
      /\b(at|around|about|after|before|since|until|till|between|and|from|to) (\d{1,2})\.([0-5]\d)(?![\d.])/g,
      '$1 $2:$3',
    )
    .replace(/\b([ap])\.\s?m\b\.?/g, '$1m')
    .replace(/n't\b/g, ' not')
    .replace(/'(?:s|re|ve|d|ll|m)\b|s'(?=\s|$)/g, (end) => (end.startsWith('s') ? 's' : ''))
    .replace(/(?<=\p{L})[-_/](?=\p{L})/gu, ' ')
    .replace(/(?<!\d)[.:](?=\d)|[.:](?!\d)/g, ' ')
    .replace(/[^\p{L}\p{N}:./\- ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
