import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CameraLink } from '../../bench/browser/harness/camera-link'
import {
  type PersonTurn,
  personBars,
  personRows,
  personTable,
  threadOf,
  turnPlan,
} from '../../bench/browser/person/person-figures'
import { paceBars, paceRows, paceTable } from '../../bench/browser/person/person-pace'
import { barLine } from '../../bench/report'

/** Ten seconds in which ten looks cost 80 ms of CPU each, or none. */
function turnOf(isMoving: boolean, isWanted: boolean, change: Partial<PersonTurn> = {}): PersonTurn {
  const isLooking = isMoving && isWanted
  const counts: PersonTurn['counts'] = {
    checks: [33],
    movedChecks: isMoving ? 33 : 0,
    clipsBegun: 0,
    isRecording: false,
    workers: ['motion', 'recorder', 'person'],
    isPersonReady: true,
    notes: [],
    looks: isLooking ? [90, 90, 90, 90, 90, 100, 100, 100, 100, 200] : [],
    found: isLooking ? 4 : 0,
  }
  const [workerMs, allMs] = [isLooking ? 800 : 0, isLooking ? 1_900 : 1_000]
  return { isMoving, isWanted, lengthMs: 10_000, workerMs, allMs, counts, ...change }
}

const turns = [turnOf(true, true), turnOf(true, false), turnOf(false, true), turnOf(false, false)]

/** The turns with one of them otherwise. */
function turnsWith(index: number, change: (turn: PersonTurn) => Partial<PersonTurn>): PersonTurn[] {
  return turns.map((turn, i) => (i === index ? { ...turn, ...change(turn) } : turn))
}

function countsWith(change: Partial<PersonTurn['counts']>) {
  return ({ counts }: PersonTurn) => ({ counts: { ...counts, ...change } })
}

const figureOf = (wanted: string, of: readonly PersonTurn[] = turns) =>
  personRows(of).find(({ metric }) => metric === wanted)?.value

describe('the turns of the bench of person detection (BENCH-05)', () => {
  it('have detection on and off alike, each first in turn', () => {
    expect(turnPlan(60)).toEqual({ turnSeconds: 15, wanted: [true, false, false, true] })
    expect(turnPlan(100)).toEqual({ turnSeconds: 100 / 6, wanted: [true, false, false, true, true, false] })
  })

  it('are two at least', () => {
    expect(turnPlan(20)).toEqual({ turnSeconds: 10, wanted: [true, false] })
  })
})

describe('the thread of a worker', () => {
  const before = { threads: [7, 8], workers: ['motion', 'recorder'] }

  it('is the one that came while this worker alone was started', () => {
    expect(threadOf('person', before, { threads: [8, 9, 7], workers: ['motion', 'recorder', 'person'] })).toBe(9)
  })

  it.each([
    ['no thread came', [7, 8], ['person']],
    ['two threads came', [7, 8, 9, 10], ['person']],
    ['another worker was started, too', [7, 8, 9], ['person', 'recorder']],
    ['only another worker was started', [7, 8, 9], ['recorder']],
  ])('is not known where %s', (_, threads, started) => {
    expect(threadOf('person', before, { threads, workers: [...before.workers, ...started] })).toBeNull()
  })
})

describe('the figures of person detection', () => {
  it('are shares of one core over the turns of one kind, longer ones counting more', () => {
    expect(figureOf('person-share-moving')).toBe(0.08)
    expect(figureOf('person-share-moving', [...turns, turnOf(true, true, { lengthMs: 30_000, workerMs: 400 })])).toBe(
      0.03,
    )
    expect([figureOf('browser-share-moving-on'), figureOf('browser-share-moving-off')]).toEqual([0.19, 0.1])
    expect([figureOf('person-share-still'), figureOf('browser-share-still-on')]).toEqual([0, 0.1])
  })

  it('are looks, how long each took, and what each cost its thread', () => {
    expect([figureOf('looks'), figureOf('looks-found'), figureOf('looks-still')]).toEqual([10, 4, 0])
    expect(figureOf('looks-per-second')).toBe(1)
    expect([figureOf('look-p50'), figureOf('look-p95'), figureOf('look-cpu')]).toEqual([95, 155, 80])
    expect([figureOf('seconds-moving'), figureOf('seconds-still')]).toEqual([20, 20])
  })

  it('leave out what is unknown where nothing was looked at', () => {
    const metrics = personRows(turns.slice(1)).map(({ metric }) => metric)
    expect(metrics).toContain('looks')
    for (const unknown of ['look-p50', 'look-cpu', 'person-share-moving']) expect(metrics).not.toContain(unknown)
  })

  it('have one line for each kind of turn', () => {
    expect(personTable(turns).slice(1)).toEqual([
      ['moving, on', '8.00', '19.0', '10', '100'],
      ['moving, off', '0.000', '10.0', '0', '100'],
      ['still, on', '0.000', '10.0', '0', '0.000'],
      ['still, off', '0.000', '10.0', '0', '0.000'],
    ])
  })
})

describe('the bars of person detection (BENCH-05)', () => {
  const missed = (of: readonly PersonTurn[]) =>
    personBars(of)
      .map(barLine)
      .filter((line) => !line.endsWith(' ok'))
      .map((line) => line.replace(/^bar: (.*): [^:]*$/, '$1'))

  it('are all met where looks are short and few, and none are in an empty room', () => {
    expect(missed(turns)).toEqual([])
  })

  it.each<[string, PersonTurn[]]>([
    ['share of checks with motion while somebody walks', turnsWith(0, countsWith({ movedChecks: 28 }))],
    ['share of checks with motion in an empty room', turnsWith(2, countsWith({ movedChecks: 1 }))],
    ['naming worker while somebody walks, share of one core', turnsWith(0, () => ({ workerMs: 2_510 }))],
    ['naming worker in an empty room, share of one core', turnsWith(2, () => ({ workerMs: 11 }))],
    ['looks a second while somebody walks', turnsWith(0, () => ({ lengthMs: 10_100 }))],
    ['looks in an empty room', turnsWith(2, countsWith({ looks: [80] }))],
    ['looks with the detection off', turnsWith(1, countsWith({ looks: [80] }))],
    ['looks with the detection off', turnsWith(3, countsWith({ looks: [80] }))],
    ['looks that found somebody', turnsWith(0, countsWith({ found: 0 }))],
    ['a look, median ms', turnsWith(0, countsWith({ looks: Array.from({ length: 10 }, () => 121) }))],
  ])('are missed for one reason each: %s', (what, of) => {
    expect(missed(of)).toEqual([what])
  })

  it('are missed by a worker whose time is not known', () => {
    const unknown = turnsWith(0, () => ({ workerMs: Number.NaN }))
    expect(missed(unknown)).toContain('naming worker while somebody walks, share of one core')
  })
})

describe('the checks of eight cameras while looks go on (BENCH-05)', () => {
  const paced = (isWanted: boolean, slowest: number, lookMs: readonly number[] = []) =>
    turnOf(true, isWanted, {
      counts: { ...turnOf(true, isWanted).counts, checks: [34, 34, 33, 34, slowest, 34, 34, 33], looks: [...lookMs] },
    })
  const kept = [paced(true, 33, [90, 90]), paced(false, 34), paced(false, 33), paced(true, 32, [90])]

  it('are told of the slowest camera in the slowest turn, and on average', () => {
    const figures = new Map(paceRows(kept).map(({ metric, value }) => [metric, value]))
    expect([figures.get('checks-slowest-on'), figures.get('checks-slowest-off')]).toEqual([3.2, 3.3])
    expect([figures.get('checks-on'), figures.get('looks'), figures.get('person-share-moving')]).toEqual([
      3.3563, 3, 0.08,
    ])
    expect(paceTable(kept)[1]).toEqual(['moving, on', '3.20', '3.36', '3', '8.00'])
  })

  it.each<[string, PersonTurn[]]>([
    ['checks a second of the slowest', [...kept, paced(true, 31, [90])]],
    ['looks meanwhile', [paced(true, 33)]],
    ['naming worker, share of one core', [{ ...paced(true, 33, [90]), workerMs: 2_600 }]],
  ])('have a bar that is missed for one reason each: %s', (what, of) => {
    const missed = (turns: readonly PersonTurn[]) =>
      paceBars(turns)
        .map(barLine)
        .filter((line) => !line.endsWith(' ok'))
    expect(missed(kept)).toEqual([])
    expect(missed(of)).toHaveLength(1)
    expect(missed(of)[0]).toContain(what)
  })
})

it('one path shows one film after the other, and goes with its folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-films-'))
  const films = ['walk', 'room'].map((name) => join(folder, `${name}.y4m`))
  for (const film of films) writeFileSync(film, film)
  const [walk = '', room = ''] = films
  const link = new CameraLink(walk)
  try {
    // Chromium tells the format by the name.
    expect(link.path).toMatch(/\.y4m$/)
    expect(readFileSync(link.path, 'utf8')).toBe(walk)
    link.show(room)
    expect(readFileSync(link.path, 'utf8')).toBe(room)
  } finally {
    link.remove()
    expect([existsSync(dirname(link.path)), existsSync(walk)]).toEqual([false, true])
    rmSync(folder, { recursive: true })
  }
})
