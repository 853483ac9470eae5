/** Longest answer of a model that is kept. */
const MAX_CHARACTERS = 6_000

const CLIP_LINK = /\[([^[\]]*)\]\(clip:([0-9a-f-]{36})\)/gi
const ANY_LINK = /!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g

/**
 * What a model said, with no other links than those to recordings that its tools returned for this question: what it
 * made up, or was told to write by a name or a title, stays text. '' where nothing is left.
 */
export function checkedAnswer(answer: string, clips: ReadonlySet<string>): string {
  const text = answer.replaceAll('\0', '').slice(0, MAX_CHARACTERS).trim()
  let checked = ''
  let end = 0
  for (const match of text.matchAll(CLIP_LINK)) {
    const [written, label = '', id = ''] = match
    checked += withoutLinks(text.slice(end, match.index))
    checked += clips.has(id.toLowerCase()) ? `[${label}](clip:${id.toLowerCase()})` : label
    end = match.index + written.length
  }
  return checked + withoutLinks(text.slice(end))
}

/** A bracket that closes before another opens is what makes a link, also of two pieces that meet here. */
function withoutLinks(text: string): string {
  return text.replace(ANY_LINK, '$1').replace(/\]\s*\(/g, '] - (')
}
