import { atom } from 'jotai/vanilla'
import { formatMoment, formatRelativeTime } from '../../lib/date-time'
import { counted } from '../../lib/words'
import type { OutboxState } from '../../outbox/outbox-state'
import { connectionAtom } from '../hub/connection'
import { offlineSinceMsAtom, outboxStateAtom } from './delivery'

/** What waits, and how much of that ends with this tab. */
interface Waiting {
  readonly waiting: number
  readonly onlyInTab: number
}

/** How delivery stands, for the line on the cameras screen. Times in ms since the epoch. */
export type DeliveryLine =
  /** This browser has recorded nothing yet. */
  | { readonly phase: 'unused' }
  | ({ readonly phase: 'offline'; readonly sinceMs: number } & Waiting)
  | ({ readonly phase: 'unanswered'; readonly sinceMs: number } & Waiting)
  /** The hub answers, but not with what was hoped for. */
  | ({ readonly phase: 'troubled' } & Waiting)
  /** The disk has kept when the last one went; null: none ever did. */
  | ({ readonly phase: 'waiting'; readonly lastDeliveredAtMs: number | null | 'disk-silent' } & Waiting)
  /** Nothing waits in this tab; nobody knows what the disk has. */
  | { readonly phase: 'disk-silent' }
  /** Nothing waits; `isComplete` unless clips were refused or dropped. */
  | { readonly phase: 'rest'; readonly isComplete: boolean; readonly lastDeliveredAtMs: number | null }

export const deliveryLineAtom = atom((get): DeliveryLine => {
  const { waiting, onlyInTab, refused, dropped, isStalled, lastDeliveredAtMs, isDiskSilent, hasRecorded } =
    get(outboxStateAtom)
  const connection = get(connectionAtom)
  const offlineSinceMs = get(offlineSinceMsAtom)
  // Whether anything was ever recorded, the disk alone knows.
  if (!hasRecorded && !isDiskSilent) return { phase: 'unused' }
  if (offlineSinceMs !== null) return { phase: 'offline', sinceMs: offlineSinceMs, waiting, onlyInTab }
  if (isDiskSilent && waiting === 0) return { phase: 'disk-silent' }
  if (waiting === 0) return { phase: 'rest', isComplete: refused === 0 && dropped === 0, lastDeliveredAtMs }
  if (connection.phase === 'unreachable') {
    return { phase: 'unanswered', sinceMs: connection.sinceMs, waiting, onlyInTab }
  }
  if (isStalled) return { phase: 'troubled', waiting, onlyInTab }
  const last = lastDeliveredAtMs ?? (isDiskSilent ? 'disk-silent' : null)
  return { phase: 'waiting', waiting, onlyInTab, lastDeliveredAtMs: last }
})

/** '2 clips wait in this browser, 1 of them only until this tab closes'. */
function waitText({ waiting, onlyInTab }: Waiting): string {
  return `${counted(waiting, 'clip')} ${waiting === 1 ? 'waits' : 'wait'} in this browser${tabText(waiting, onlyInTab)}`
}

/** ', 1 of them only until this tab closes'; empty where the disk has them all. */
function tabText(count: number, onlyInTab: number): string {
  if (onlyInTab === 0) return ''
  return `, ${count === 1 ? '' : `${onlyInTab} of them `}only until this tab closes`
}

/** Where the refused clips are and how long, and which of them are tried again. */
export function refusedText({ refused, refusedForNow, refusedOnlyInTab }: OutboxState): string {
  const kept = `${refused === 1 ? 'It is' : 'They are'} kept in this browser${tabText(refused, refusedOnlyInTab)}.`
  if (refusedForNow === 0) return kept
  const all = refused === 1 ? 'it' : 'them'
  const tried = refusedForNow === refused ? all : `${refusedForNow} of them`
  const often = refusedForNow === 1 ? ' every quarter of an hour' : ', one every quarter of an hour'
  return `${kept} This browser tries ${tried} again by itself${often}.`
}

/** What the line says; null while there is nothing to say. */
export function deliverySentence(line: DeliveryLine, nowMs: number): string | null {
  switch (line.phase) {
    case 'unused':
      return null
    case 'offline': {
      const since = `Offline since ${formatMoment(line.sinceMs, nowMs)}`
      return line.waiting === 0 ? since : `${since}, ${waitText(line)}`
    }
    case 'unanswered':
      return `${waitText(line)}, the hub has not answered since ${formatMoment(line.sinceMs, nowMs)}`
    case 'troubled':
      return `${waitText(line)}, the hub has trouble with ${line.waiting === 1 ? 'it' : 'them'}; tried again by itself`
    case 'waiting': {
      const { lastDeliveredAtMs: atMs } = line
      if (atMs === 'disk-silent') return waitText(line)
      return `${waitText(line)}, ${atMs === null ? 'none delivered yet' : `last delivered ${formatRelativeTime(atMs, nowMs)}`}`
    }
    case 'disk-silent':
      return 'This browser’s disk does not answer: clips that wait there cannot be delivered now'
    case 'rest': {
      if (line.lastDeliveredAtMs === null) return 'No clip delivered yet'
      const last = formatMoment(line.lastDeliveredAtMs, nowMs)
      return line.isComplete ? `All clips delivered, last at ${last}` : `No other clip waits, last delivered at ${last}`
    }
  }
}

/** How the line was when its phase last changed. */
export interface DeliveryNews {
  readonly phase: DeliveryLine['phase']
  readonly sentence: string | null
  /** What was wrong is over, and nobody has heard of that yet. */
  readonly isAfterTrouble: boolean
}

/** The news of a line with another phase than that of the news before. */
export function nextNews(before: DeliveryNews, phase: DeliveryNews['phase'], sentence: string | null): DeliveryNews {
  const isWayBack = before.phase === 'waiting' && before.isAfterTrouble
  return { phase, sentence, isAfterTrouble: isWayBack || troublePhases.has(before.phase) }
}

const troublePhases: ReadonlySet<DeliveryLine['phase']> = new Set(['offline', 'unanswered', 'troubled', 'disk-silent'])

/** Whether the line is read out to those who do not look: not of each clip, with its time. */
export function isWorthTelling(news: DeliveryNews, sentence: string): boolean {
  if (sentence !== news.sentence) return false
  return troublePhases.has(news.phase) || (news.phase === 'rest' && news.isAfterTrouble)
}
