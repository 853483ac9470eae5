import { actedWords, knownWords } from './known-words'

const short: Readonly<Record<string, string>> = {
  ...{
    ppl: 'people',
    peeps: 'people',
    persns: 'persons',
    cam: 'camera',
    cams: 'cameras',
    vid: 'video',
    vids: 'videos',
  },
  ...{
    yday: 'yesterday',
    yest: 'yesterday',
    ystrday: 'yesterday',
    '2day': 'today',
    tdy: 'today',
    nite: 'night',
    tonite: 'tonight',
  },
  ...{
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
    w: 'with',
    evt: 'event',
    evts: 'events',
  },
}

const LEAST_LETTERS = 5
/** Letters of a word in which two slips may be put right. */
const LEAST_FOR_TWO = 8

/** A question in small letters, without punctuation, and with slips of the keyboard put right; `names` are spelt right too. */
export function normalized(question: string, names: readonly string[]): string {
  const targets = [...new Set([...actedWords, ...names.filter((name) => name.length >= LEAST_LETTERS)])]
  const known = new Set(names)
  const accented = accentedIn(names)
  const folded = [...accented.keys()].filter((name) => !known.has(name))
  const put = (word: string) => {
    const right = corrected(word, targets, names)
    return right === word ? (accented.get(corrected(word, folded, folded)) ?? word) : right
  }
  return joined(plain(question).split(' '), known)
    .map((word) =>
      known.has(word) || knownWords.has(word)
        ? (short[word] ?? word)
        : (short[word] ?? asNamed(word, accented) ?? put(word)),
    )
    .join(' ')
    .replace(/\bmotor (bike|cycle)(s?)\b/g, 'motor$1$2')
    .replace(/\bbreak(?:ing)? (?:(?:it|this|that|them|these|things|everything) )?down\b/g, 'breakdown')
}

/** Words of names by what they are without accents, which many keyboards lack. */
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
const months = 'january february march april may june july august september october november december'.split(' ')

function writtenOut(said: string, day: number, month: number, year: string | undefined): string {
  const name = months[month - 1]
  if (name === undefined || day < 1 || day > 31) return said
  return `${day} ${name}${year === undefined ? '' : ` ${year.length === 2 ? `20${year}` : year}`} `
}

/** Small letters, digits, and what times and dates are written with. */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\bno one\b/g, 'nobody')
    .replace(/(?<=\d\.?) ?[–—] ?(?=[\p{L}\p{N}])/gu, ' - ')
    .replace(GERMAN_DATE, (said, day, month, year) => writtenOut(said, Number(day), Number(month), year))
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

/** Only where one word alone is one slip away, and begins alike: a guess would answer another question. */
function corrected(word: string, targets: readonly string[], names: readonly string[]): string {
  if (!/^\p{L}+$/u.test(word)) return word
  if (word.length < LEAST_LETTERS) return completedShort(word, targets, names)
  const alike = targets.filter((target) => target[0] === word[0])
  const one = alike.filter((target) => isOneSlip(word, target))
  const near = one.length > 0 || word.length < LEAST_FOR_TWO ? one : alike.filter((target) => isTwoSlips(word, target))
  const [only] = near
  // Singular and plural of one word are one answer.
  const isOne = near.every((other) => other === only || other === `${only}s` || `${other}s` === only)
  return only !== undefined && isOne ? only : word
}

/** A short word with a letter missing, or one of a name with one too many; another letter would make "deck" of "dock". */
function completedShort(word: string, targets: readonly string[], names: readonly string[]): string {
  if (word.length < 3) return word
  const named = names.filter((name) => name.length !== word.length)
  const longer = word.length === LEAST_LETTERS - 1 ? targets.filter((target) => target.length > word.length) : []
  const near = [...new Set([...named, ...longer])].filter((name) => name[0] === word[0] && isOneSlip(word, name))
  return near.length === 1 ? (near[0] ?? word) : word
}

/** A slip, and another after it: in a word that is long enough to be still the only one. */
function isTwoSlips(word: string, target: string): boolean {
  const halves = Array.from({ length: word.length - 3 }, (_, index) => index + 2)
  return halves.some((at) =>
    [-1, 0, 1].some((shift) => {
      const [head, tail] = [target.slice(0, at + shift), target.slice(at + shift)]
      return isAlike(word.slice(0, at), head) && isAlike(word.slice(at), tail)
    }),
  )
}

function isAlike(a: string, b: string): boolean {
  return a === b || isOneSlip(a, b)
}

/** One letter too many, missing, wrong, or two exchanged. */
function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [x, y] = [a.slice(from), b.slice(from)]
  const isExchanged = x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2)
  return x.slice(1) === y || x === y.slice(1) || x.slice(1) === y.slice(1) || isExchanged
}
