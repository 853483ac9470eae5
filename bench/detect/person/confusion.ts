import { groupOf, type LabelGroup } from '../../../src/lib/label'
import { aligned, type Bar, median, quantile, type Row } from '../../report'
import type { MotionInterval, Truth } from '../truth'
import { overlapsOf } from './drawn-boxes'
import type { EmptyLooks } from './empty-looks'
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
  /** Those within which somebody was seen in a clip labelled PERSON: who came later in the same clip was not this one. */
  readonly person: number
  readonly byKind: Readonly<Record<Kind, KindCount>>
  readonly costsUs: readonly number[]
  /** Of shown boxes with those drawn by hand (drawn-boxes.ts). */
  readonly overlaps: readonly number[]
  /** From the beginning of a visit to the look that makes it PERSON, in seconds. */
  readonly delaysSec: readonly number[]
  /** Tracks of each group, over all clips. */
  readonly named: Readonly<Record<LabelGroup, number>>
  readonly empty: EmptyLooks
}

/** Motion is told up to a check before an interval that is labelled by hand (BENCH-04). */
const EARLY_SEC = 0.3
/** Whoever covers less cannot be told from anything else at 640x360: they are some 60 pixels tall there. */
const LEAST_SHARE_PERCENT = 1
const kinds: readonly Kind[] = ['person', 'vehicle', 'other']

export function personScoreOf({ clips, costsUs, empty }: PersonRun, truth: Truth): PersonScore {
  const visits = truth.motion.filter(isVisit)
  const count = (kind: Kind): KindCount => {
    const own = clips.filter((clip) => kindOf(clip, truth) === kind)
    return { clips: own.length, person: own.filter(({ isPerson }) => isPerson).length }
  }
  return {
    intervals: visits.length,
    found: visits.filter((visit) => clips.some((clip) => overlaps(clip, visit))).length,
    person: visits.filter((visit) => clips.some((clip) => showsSomebody(clip, visit))).length,
    byKind: { person: count('person'), vehicle: count('vehicle'), other: count('other') },
    costsUs,
    overlaps: overlapsOf(clips, truth.boxes ?? []),
    delaysSec: visits.flatMap((visit) => delayOf(visit, clips) ?? []),
    named: namedIn(clips),
    empty,
  }
}

function showsSomebody(clip: JudgedClip, { start, end }: MotionInterval): boolean {
  return peopleIn(clip).some(({ atSec }) => atSec >= start - EARLY_SEC && atSec <= end)
}

/** When people were seen in a clip, in seconds of its film. */
function peopleIn({ startMs, sightings }: JudgedClip): { readonly track: number; readonly atSec: number }[] {
  const people = sightings.filter(({ label }) => label === 'person')
  return people.map(({ track, atMs }) => ({ track, atSec: (startMs + atMs) / 1_000 }))
}

/** null: the visit began no clip, or one in which nobody got a name from looks at this visit. */
function delayOf({ start, end }: MotionInterval, clips: readonly JudgedClip[]): number | null {
  const isIn = (atSec: number) => atSec >= start - EARLY_SEC && atSec <= end
  const clip = clips.find(({ triggeredAtMs }) => isIn(triggeredAtMs / 1_000))
  // Its pre-roll may show who was there before.
  const people = clip === undefined ? [] : peopleIn(clip).filter(({ atSec }) => atSec >= start - EARLY_SEC)
  const seconds = [...new Set(people.map(({ track }) => track))].flatMap((track) => {
    // The second look makes the label (PERSON-05).
    return people.filter((one) => one.track === track)[1]?.atSec ?? []
  })
  return seconds.length === 0 ? null : Math.min(...seconds) - start
}

function namedIn(clips: readonly JudgedClip[]): Readonly<Record<LabelGroup, number>> {
  const tracks = clips.flatMap(({ sightings }) => [
    ...new Map(sightings.map((one) => [one.track, groupOf(one.label)])).values(),
  ])
  const count = (group: LabelGroup) => tracks.filter((one) => one === group).length
  return { person: count('person'), animal: count('animal'), vehicle: count('vehicle') }
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
    overlaps: scores.flatMap(({ overlaps }) => overlaps),
    delaysSec: scores.flatMap(({ delaysSec }) => delaysSec),
    named: {
      person: sum(({ named }) => named.person),
      animal: sum(({ named }) => named.animal),
      vehicle: sum(({ named }) => named.vehicle),
    },
    empty: { looks: sum(({ empty }) => empty.looks), person: sum(({ empty }) => empty.person) },
  }
}

/** The rows of a result (BENCH-01); `other` counts the clips without anybody, of which `false` were labelled PERSON. */
export function personRows(detector: string, caseName: string, score: PersonScore): Row[] {
  const row = (metric: string, value: number, unit: string): Row => {
    return { name: `person-${detector}`, case: caseName, metric, value, unit }
  }
  const figure = (metric: string, value: number, unit: string) =>
    Number.isFinite(value) ? [row(metric, Math.round(value * 1_000) / 1_000, unit)] : []
  return [
    row('found', score.found, 'count'),
    row('person', score.person, 'count'),
    row('clips', score.byKind.person.clips, 'count'),
    row('clips-person', score.byKind.person.person, 'count'),
    row('false', falseOf(score), 'count'),
    ...figure('overlap', median(score.overlaps), 'share'),
    ...figure('delay-p95', quantile(score.delaysSec, 0.95), 's'),
    row('named-animals', score.named.animal, 'count'),
    row('named-vehicles', score.named.vehicle, 'count'),
    row('empty-looks', score.empty.looks, 'count'),
    row('empty-person', score.empty.person, 'count'),
  ]
}

/** A line a video: what was there, what became of it, and what that cost. */
export function videoTable(scores: readonly (readonly [name: string, score: PersonScore])[]): string {
  const lines = scores.map(([name, score]) => [
    ...[name, score.intervals, score.found, score.person].map(String),
    `${score.byKind.person.person}/${score.byKind.person.clips}`,
    ...[falseOf(score), score.costsUs.length].map(String),
    score.costsUs.length === 0 ? '-' : (median(score.costsUs) / 1000).toFixed(0),
    ...[score.named.animal, score.named.vehicle].map(String),
    `${score.empty.person}/${score.empty.looks}`,
    ...[median(score.overlaps), median(score.delaysSec)].map((value) =>
      Number.isFinite(value) ? value.toFixed(2) : '-',
    ),
  ])
  const figures = ['looks', 'ms a look', 'animals', 'vehicles', 'empty', 'overlap', 's to PERSON']
  return aligned([['video', 'visits', 'recorded', 'PERSON', 'clips', 'false', ...figures], ...lines])
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
    { what: `${detector}: looks at nobody that say PERSON`, value: score.empty.person / score.empty.looks, most: 0 },
    { what: `${detector}: overlap with boxes drawn by hand, median`, value: median(score.overlaps), least: 0.5 },
  ]
}

/** Of a film in which people are seen at all times. */
export function crowdBar(detector: string, film: string, { byKind }: PersonScore): Bar {
  const { clips, person } = byKind.person
  return { what: `${detector}: clips of ${film} labelled PERSON`, value: person / clips, least: 0.9 }
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
  return clip.startMs / 1_000 <= interval.end && clip.endMs / 1_000 >= interval.start - EARLY_SEC
}
