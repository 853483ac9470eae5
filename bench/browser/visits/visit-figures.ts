import { type Bar, figure, median, quantile, type Row } from '../../report'
import type { VisitLog, VisitStep } from '../harness/visit-figures'

/** The detector was never loaded; it is there; it rested, and the page has its compiled runtime. */
type VisitKind = 'cold' | 'warm' | 'rested'

/** Somebody who entered once. Seconds since then; null: it did not come to that. */
export interface VisitPass {
  readonly visit: string
  readonly kind: VisitKind
  readonly movedSec: number | null
  /** Before it nothing has a name. */
  readonly clipSec: number | null
  readonly loadingSec: number | null
  readonly readySec: number | null
  readonly firstLookSec: number | null
  readonly personSec: number | null
  /** Each look until then: when it was done, and what it saw. */
  readonly looks: readonly string[]
  /** What went wrong meanwhile. */
  readonly notes: readonly string[]
}

const MOST_SEC = 2

/** What was noted between one entrance and the next. */
export function passesIn(visit: string, log: VisitLog): VisitPass[] {
  const entrances = log.flatMap(({ step, atMs }) => (step === 'entered' ? [atMs] : []))
  return entrances.map((enteredMs, i) => {
    const nextMs = entrances[i + 1] ?? Number.POSITIVE_INFINITY
    const own = log.filter(({ atMs }) => atMs >= enteredMs && atMs < nextMs)
    const secondsTo = (wanted: VisitStep) => {
      const step = own.find(({ step }) => step === wanted)
      return step === undefined ? null : (step.atMs - enteredMs) / 1_000
    }
    const wasReady = log.some(({ step, atMs }) => step === 'detector-ready' && atMs < enteredMs)
    const isLoaded = own.some(({ step }) => step === 'detector-loading')
    return {
      visit,
      kind: !wasReady ? 'cold' : isLoaded ? 'rested' : 'warm',
      movedSec: secondsTo('moved'),
      clipSec: secondsTo('clip-begun'),
      loadingSec: secondsTo('detector-loading'),
      readySec: secondsTo('detector-ready'),
      firstLookSec: secondsTo('looked'),
      personSec: secondsTo('person'),
      looks: own.flatMap(({ step, atMs, note }, at) => {
        const isBefore = !own.slice(0, at).some(({ step }) => step === 'person')
        return step === 'looked' && isBefore ? [`${((atMs - enteredMs) / 1_000).toFixed(2)} s: ${note ?? ''}`] : []
      }),
      notes: own.flatMap(({ step, note }) => (step === 'failed' ? [note ?? 'something failed'] : [])),
    }
  })
}

const text = (seconds: number | null) => (seconds === null ? 'never' : `${seconds.toFixed(2)} s`)

export function visitLine(pass: VisitPass): string {
  const loading = pass.kind !== 'warm' ? `, loading ${text(pass.loadingSec)}, ready ${text(pass.readySec)}` : ''
  const looks = `first look ${text(pass.firstLookSec)}, PERSON ${text(pass.personSec)}`
  const notes = pass.notes.length === 0 ? '' : ` (${pass.notes.join(' ')})`
  return `${pass.visit}, ${pass.kind}: moved ${text(pass.movedSec)}, clip ${text(pass.clipSec)}${loading}, ${looks}${notes}`
}

const kinds = [
  { title: 'cold', isWanted: ({ kind }: VisitPass) => kind === 'cold' },
  { title: 'rested', isWanted: ({ kind }: VisitPass) => kind === 'rested' },
  { title: 'warm', isWanted: ({ kind }: VisitPass) => kind === 'warm' },
  { title: 'all', isWanted: () => true },
] as const

/** Of visits that were named; those that were not are counted beside. */
function delaysOf(passes: readonly VisitPass[], of: (pass: VisitPass) => number | null): number[] {
  return passes.flatMap((pass) => of(pass) ?? [])
}

/** A visit that is never named is later than any. */
function p95Of(passes: readonly VisitPass[]): number {
  const seconds = passes.map(({ personSec }) => personSec ?? Number.MAX_SAFE_INTEGER)
  const value = quantile(seconds, 0.95)
  return value > 1_000 ? Number.POSITIVE_INFINITY : value
}

/** What was seen on the way, for whoever asks why it took so long. */
export function lookLines({ looks }: VisitPass): string[] {
  return looks.map((look) => `    look ${look}`)
}

export function visitTable(passes: readonly VisitPass[]): string[][] {
  return [
    ['', 'visits', 'PERSON', 'moved, p50 s', 'loading took, p50 s', 'PERSON, p50 s', 'p95 s'],
    ...kinds.map(({ title, isWanted }) => {
      const own = passes.filter(isWanted)
      const loading = delaysOf(own, loadingOf)
      return [
        title,
        ...[own.length, delaysOf(own, ({ personSec }) => personSec).length].map(String),
        figure(median(delaysOf(own, ({ movedSec }) => movedSec))),
        figure(median(loading)),
        figure(median(delaysOf(own, ({ personSec }) => personSec))),
        figure(p95Of(own)),
      ]
    }),
  ]
}

function loadingOf({ loadingSec, readySec }: VisitPass): number | null {
  return loadingSec === null || readySec === null ? null : readySec - loadingSec
}

/** The rows of a result (BENCH-01). */
export function visitRows(passes: readonly VisitPass[]): Row[] {
  return kinds.flatMap(({ title, isWanted }) => {
    const own = passes.filter(isWanted)
    const row = (metric: string, value: number, unit: string): Row[] =>
      Number.isFinite(value)
        ? [{ name: 'visits', case: title, metric, value: Math.round(value * 1e3) / 1e3, unit }]
        : []
    const named = delaysOf(own, ({ personSec }) => personSec)
    return [
      ...row('visits', own.length, 'count'),
      ...row('person', named.length, 'count'),
      ...row('moved-p50', median(delaysOf(own, ({ movedSec }) => movedSec)), 's'),
      ...row('loading-p50', median(delaysOf(own, loadingOf)), 's'),
      ...row('loading-p95', quantile(delaysOf(own, loadingOf), 0.95), 's'),
      ...row('delay-p50', median(named), 's'),
      ...row('delay-p95', p95Of(own), 's'),
    ]
  })
}

/** From the entrance to the label, at most 2 s in 95 of 100 visits. */
export function visitBars(passes: readonly VisitPass[]): Bar[] {
  const named = delaysOf(passes, ({ personSec }) => personSec).length
  return [
    { what: 'visits labelled PERSON, of all', value: named / passes.length, least: 0.95 },
    ...kinds.flatMap(({ title, isWanted }) => {
      const own = passes.filter(isWanted)
      const what = `${title}: seconds from the entrance to PERSON, p95`
      return own.length === 0 ? [] : [{ what, value: p95Of(own), most: MOST_SEC }]
    }),
  ]
}
