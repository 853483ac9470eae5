import { HOLE } from './camera-names'
import { knownWords } from './known-words'

/** Known to the rules as what cameras do not tell apart; a description may name them. */
export const seenWords: ReadonlySet<string> = new Set(
  'van vans package packages parcel parcels delivery mailman postman courier smoke fire fox foxes raccoon bear'.split(
    ' ',
  ),
)
/** Known to the rules as states and deeds of cameras: titles of alerts have them, and what has none of them is not meant. */
export const toldWords: ReadonlySet<string> = new Set('offline battery low power turned mode'.split(' '))
/** They ask for looks, and name none. */
const asking: ReadonlySet<string> = new Set(
  'wearing wears wore carrying carries carried carry holding holds held colour color coloured colored clothes dressed looks looked like'.split(
    ' ',
  ),
)

/** What a question asks for that a description of an event may hold: "red jacket". Plurals lose their end, which finds both. */
export function soughtWords(words: string): string[] {
  const sought = words
    .split(' ')
    .filter((word) => word !== HOLE && /^\p{L}{3,}$/u.test(word) && !asking.has(word))
    .filter((word) => seenWords.has(word) || !knownWords.has(word))
  return [...new Set(sought.map((word) => (word.length > 4 ? word.replace(/(?<![su])s$/, '') : word)))]
}
