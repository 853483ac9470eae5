/** A stretch of an answer: text, or a link that is safe to follow. */
export type Stretch =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** [text](url); the address may hold pairs of brackets. */
const writtenLink = /\[([^[\]]+)\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g

/**
 * Finds the links written as [text](url) in an answer (CHAT-14). Answers are untrusted: only http, https and relative
 * addresses become links, all else stays the text it is.
 */
export function splitLinks(answer: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let end = 0
  for (const match of answer.matchAll(writtenLink)) {
    const [written, text = '', href = ''] = match
    if (text.trim() === '' || !isSafe(href)) continue
    if (match.index > end) stretches.push({ kind: 'text', text: answer.slice(end, match.index) })
    stretches.push({ kind: 'link', text, href })
    end = match.index + written.length
  }
  if (end < answer.length) stretches.push({ kind: 'text', text: answer.slice(end) })
  return stretches
}

/** Judged with the browser's own parser, which is what will follow the link: it sees through tabs and odd spellings. */
function isSafe(href: string): boolean {
  const base = 'https://relative.invalid/'
  return URL.canParse(href, base) && ['http:', 'https:'].includes(new URL(href, base).protocol)
}
