import { aligned, type Bar, median, type Row } from '../../report'
import type { MotionInterval, Truth } from '../truth'
import type { JudgedClip, PersonRun } from './person-run'

type Kind = MotionInterval['kind']

/** Clips of one kind, and how many of them were labelled PERSON. */
export interface KindCount {
  readonly clips: number
  readonly person: number
}

/** How well a person detector did on one video, or on many. */
export interface PersonScore {
  /** Visits by people. */
  readonly intervals: number
  /** Those that a clip overlaps. */
  readonly found: number
  /** Those that a clip labelled PERSON overlaps. */
  readonly person: number
  readonly byKind: Readonly<Record<Kind, KindCount>>
  readonly costsUs: readonly number[]
}

/** Motion is told up to a check before an interval that is labelled by hand (BENCH-04). */
const EARLY_SEC = 0.3
/** Whoever covers less cannot be told from anything else at 640x360: they are some 60 pixels tall there. */
const LEAST_SHARE_PERCENT = 1
const kinds: readonly Kind[] = ['person', 'vehicle', 'other']

export function personScoreOf({ clips, costsUs }: PersonRun, truth: Truth): PersonScore {
  const visits = truth.motion.filter(isVisit)
  const hits = (visit: MotionInterval, own: readonly JudgedClip[]) => own.some((clip) => overlaps(clip, visit))
  const labelled = clips.filter(({ isPerson }) => isPerson)
  const count = (kind: Kind): KindCount => {
    const own = clips.filter((clip) => kindOf(clip, truth) === kind)
    return { clips: own.length, person: own.filter(({ isPerson }) => isPerson).length }
  }
  return {
    intervals: visits.length,
    found: visits.filter((visit) => hits(visit, clips)).length,
    person: visits.filter((visit) => hits(visit, labelled)).length,
    byKind: { person: count('person'), vehicle: count('vehicle'), other: count('other') },
    costsUs,
  }
}

export function addPersonScores(scores: readonly PersonScore[]): PersonScore {
  const sum = (figure: (score: PersonScore) => number) => scores.reduce((total, score) => total + figure(score), 0)
  const kindSum = (kind: Kind): KindCount => {
    return { clips: sum(({ byKind }) => byKind[kind].clips), person: sum(({ byKind }) => byKind[kind].person) }
  }
  return {
    intervals: sum(({ intervals }) => intervals),
    found: sum(({ found }) => found),
    person: sum(({ person }) => person),
    byKind: { person: kindSum('person'), vehicle: kindSum('vehicle'), other: kindSum('other') },
    costsUs: scores.flatMap(({ costsUs }) => costsUs),
  }
}

/** The rows of a result (BENCH-01); `other` counts the clips without anybody, of which `false` were labelled PERSON. */
export function personRows(detector: string, caseName: string, score: PersonScore): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: `person-${detector}`, case: caseName, metric, value, unit }
  }
  const costUs = median(score.costsUs)
  return [
    row('intervals', score.intervals, 'count'),
    row('found', score.found, 'count'),
    row('person', score.person, 'count'),
    row('false', falseOf(score), 'count'),
    row('other', othersOf(score), 'count'),
    ...(Number.isFinite(costUs) ? [row('cost', Math.round(costUs), 'us')] : []),
    row('looks', score.costsUs.length, 'count'),
  ]
}

/** A line a video: what was there, what became of it, and what that cost. */
export function videoTable(scores: readonly (readonly [name: string, score: PersonScore])[]): string {
  const lines = scores.map(([name, score]) => [
    ...[name, score.intervals, score.found, score.person, falseOf(score), score.costsUs.length].map(String),
    score.costsUs.length === 0 ? '-' : (median(score.costsUs) / 1000).toFixed(0),
  ])
  return aligned([['video', 'visits', 'recorded', 'PERSON', 'false', 'looks', 'ms a look'], ...lines])
}

/** Rows: what the clip shows; columns: what it was labelled. */
export function confusionTable(detector: string, { byKind }: PersonScore): string {
  const lines = kinds.map((kind) => {
    const { clips, person } = byKind[kind]
    return [`${kind} clip`, String(person), String(clips - person)]
  })
  return aligned([[detector, 'PERSON', 'MOTION'], ...lines])
}

/** What BENCH-05 asks of a detector. */
export function personBars(detector: string, score: PersonScore): Bar[] {
  return [
    { what: `${detector}: visits labelled PERSON, of those recorded`, value: score.person / score.found, least: 0.95 },
    { what: `${detector}: other clips labelled PERSON`, value: falseOf(score) / othersOf(score), most: 0 },
  ]
}

function falseOf({ byKind }: PersonScore): number {
  return byKind.vehicle.person + byKind.other.person
}

function othersOf({ byKind }: PersonScore): number {
  return byKind.vehicle.clips + byKind.other.clips
}

function isVisit({ kind, sharePercent = LEAST_SHARE_PERCENT }: MotionInterval): boolean {
  return kind === 'person' && sharePercent >= LEAST_SHARE_PERCENT
}

/** null: nobody is to be judged by it, since it shows what is too small, or a span to ignore and nothing else. */
function kindOf(clip: JudgedClip, truth: Truth): Kind | null {
  const shown = truth.motion.filter((interval) => overlaps(clip, interval))
  if (shown.some(isVisit)) return 'person'
  if (shown.some(({ kind }) => kind === 'person')) return null
  if (shown.some(({ kind }) => kind === 'vehicle')) return 'vehicle'
  const isIgnored = truth.ignore.some(([start, end]) => overlaps(clip, { start, end }))
  return shown.length === 0 && isIgnored ? null : 'other'
}

function overlaps(clip: JudgedClip, interval: { readonly start: number; readonly end: number }): boolean {
  return clip.startSec <= interval.end && clip.endSec >= interval.start - EARLY_SEC
}
