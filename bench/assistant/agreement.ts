import { minuteOf } from './local-time'
import type { EventRow } from './workspace'

/** A link of an answer, `[text](url)`; the recording is what the end of its path names. */
export interface AnswerLink {
  readonly url: string
  readonly clipId: string
}

export function linksOf(answer: string): AnswerLink[] {
  return [...answer.matchAll(/\[[^[\]]*\]\(([^()\s]+)\)/g)].map(([, url = '']) => ({
    url,
    clipId: /([0-9a-f-]{36})(?:\.\w+)?(?:\?|$)/.exec(url)?.[1] ?? '',
  }))
}

/** Lines of an answer that claim an event: its minute, its title, and the recording they link to. */
export interface ClaimedEvent {
  readonly minute: string
  readonly title: string
  readonly clipId: string | null
}

export function claimedEvents(answer: string): ClaimedEvent[] {
  const lines = answer.matchAll(/(\d{4}-\d{2}-\d{2} \d{2}:\d{2}) [\w/+-]+: ([^\n[]+?), ?(?:(\[[^\n]*\)))?/g)
  return [...lines].map(([, minute = '', title = '', link]) => ({
    minute,
    title,
    clipId: link === undefined ? null : (linksOf(link)[0]?.clipId ?? ''),
  }))
}

/** What an answer says that the rows do not hold: events, and recordings. Empty where it invents nothing. */
export function inventions(answer: string, rows: readonly EventRow[]): string[] {
  const clips = new Set(rows.flatMap(({ clip }) => (clip === null ? [] : [clip.id])))
  const known = new Set(rows.map(({ atMs, title, clip }) => `${minuteOf(atMs)} ${title} ${clip?.id ?? null}`))
  const events = claimedEvents(answer).map(({ minute, title, clipId }) => `${minute} ${title} ${clipId}`)
  return [
    ...events.filter((event) => !known.has(event)).map((event) => `no such event: ${event}`),
    ...linksOf(answer).flatMap(({ url, clipId }) => (clips.has(clipId) ? [] : [`no such recording: ${url}`])),
  ]
}
