import { type Bar, median, quantile, type Row } from '../../report'
import type { RequestCosts } from './requests'
import type { HubsRound } from './rounds'

export interface HubsFigures {
  readonly hubs: number
  readonly rounds: readonly HubsRound[]
  readonly costs: RequestCosts
}

export function hubsRows({ hubs, rounds, costs }: HubsFigures): Row[] {
  const row = (metric: string, value: number, unit: string): Row => ({
    name: 'hubs',
    case: `hubs-${hubs}`,
    metric,
    value: Math.round(value * 1000) / 1000,
    unit,
  })
  const backMs = rounds.map(({ liveBackMs }) => liveBackMs)
  return [
    row('rounds', rounds.length, 'count'),
    ...counts.map((name) => row(name, sumOf(rounds, name), 'count')),
    row('failed', failedOf(rounds), 'count'),
    row('live-back-p50', quantile(backMs, 0.5), 'ms'),
    row('live-back-worst', Math.max(...backMs), 'ms'),
    row('upload-cpu', median(costs.ofAllMs), 'ms'),
    row('upload-cpu-of-one', median(costs.ofOneMs), 'ms'),
    row('upload-cpu-ratio', ratioOf(costs), 'of one hub'),
    row('uploads-failed', costs.failed, 'count'),
  ]
}

export function hubsBars({ hubs, rounds, costs }: HubsFigures): Bar[] {
  const title = `${rounds.length} rounds of ${hubs} hubs, one killed in each`
  return [
    { what: `${title}: those in which anything else went wrong`, value: failedOf(rounds), most: 0 },
    { what: `${title}: fewest acknowledged clips of one`, value: fewestAcknowledged(rounds), least: 1 },
    { what: `${title}: acknowledged clips that were lost`, value: sumOf(rounds, 'lost'), most: 0 },
    { what: `${title}: clips that are there twice`, value: sumOf(rounds, 'doubled'), most: 0 },
    { what: `${title}: sessions that ended`, value: sumOf(rounds, 'signedOut'), most: 0 },
    { what: 'until live pictures are back, at worst, s', value: worstBackMs(rounds) / 1000, most: 5 },
    { what: `processor time of an upload at ${hubs} hubs, of that at one`, value: ratioOf(costs), most: 1.1 },
    { what: 'uploads that failed while nothing was killed', value: costs.failed, most: 0 },
  ]
}

const counts = ['acknowledged', 'lost', 'doubled', 'signedOut'] as const

function sumOf(rounds: readonly HubsRound[], name: (typeof counts)[number]): number {
  return rounds.reduce((sum, round) => sum + round[name], 0)
}

/** Where somebody got no answer, or one that nobody foresaw, or the clips and events at the end are not those sent. */
function failedOf(rounds: readonly HubsRound[]): number {
  return rounds.filter(({ problems }) => problems.length > 0).length
}

function fewestAcknowledged(rounds: readonly HubsRound[]): number {
  return Math.min(...rounds.map(({ acknowledged }) => acknowledged))
}

function worstBackMs(rounds: readonly HubsRound[]): number {
  return Math.max(...rounds.map(({ liveBackMs }) => liveBackMs))
}

/** Of neighbours in time: what both owe to the machine cancels out. */
function ratioOf({ ofAllMs, ofOneMs }: RequestCosts): number {
  return median(ofAllMs.map((allMs, turn) => allMs / (ofOneMs[turn] ?? Number.NaN)))
}
