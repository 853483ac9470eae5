import type { EventType } from '../../src/contract/event'
import type { BenchQuestion } from './expectation'
import { at, dayOf, hourOf, NOW_MS } from './local-time'
import type { Scope, Span } from './misleading/scope'
import { type CameraName, cameraNames, type EventRow } from './workspace'

interface Wanted {
  readonly type?: EventType
  readonly camera?: CameraName | readonly CameraName[]
  /** Wall clock; from the beginning where it is left out. */
  readonly from?: string
  readonly to?: string
}

/** Sixty questions as people ask them, with answers that are counted here, from the rows alone. It is Wednesday, 15 April 2026, 14:20. */
export function questionsOf(rows: readonly EventRow[]): BenchQuestion[] {
  const find = (wanted: Wanted) => rows.filter((row) => isWanted(row, wanted))
  const count = (ask: string, wanted: Wanted, before?: string[]): BenchQuestion => ({
    ask,
    ...(before && { before }),
    expected: { kind: 'count', rows: find(wanted) },
    scope: scopeOf(wanted),
  })
  const last = (ask: string, wanted: Wanted): BenchQuestion => ({
    ask,
    expected: { kind: 'event', row: lastOf(find(wanted)) },
    scope: scopeOf(wanted),
  })
  const compare = (ask: string, first: Wanted, second: Wanted, before?: string[]): BenchQuestion => ({
    ask,
    ...(before && { before }),
    expected: { kind: 'comparison', first: find(first).length, second: find(second).length },
    scope: { ...scopeOf(first), against: spanOf(second) },
  })
  const today = { from: '2026-04-15 00:00' }
  const yesterday = { from: '2026-04-14 00:00', to: '2026-04-15 00:00' }
  const lastNight = { from: '2026-04-14 18:00', to: '2026-04-15 06:00' }
  const thisWeek = { from: '2026-04-13 00:00' }
  const lastWeek = { from: '2026-04-06 00:00', to: '2026-04-13 00:00' }
  const weekend = { from: '2026-04-11 00:00', to: '2026-04-13 00:00' }
  const refuse = (ask: string, words: RegExp): BenchQuestion => ({ ask, expected: { kind: 'refusal', words } })
  const questions: BenchQuestion[] = [
    count("Show me today's motion events", { type: 'MOTION', ...today }),
    count('Who visited today?', { type: 'PERSON', ...today }),
    count('Any security alerts?', { type: 'ALERT' }),
    {
      ask: 'Show me the last hour of footage',
      expected: { kind: 'count', rows: find({ from: '2026-04-15 13:20' }).filter(({ clip }) => clip !== null) },
    },
    count('how many ppl yesterday', { type: 'PERSON', ...yesterday }),
    count('did anything happen at the garage after midnight', { camera: 'Garage', ...today }),
    last('show me the clip of the last alert', { type: 'ALERT' }),
    last('when was the last person at the back door?', { type: 'PERSON', camera: 'Back Door' }),
    last('whats the most recent thing the nursery camera saw', { camera: 'Nursery' }),
    count('did someone come to the front door last night', { type: 'PERSON', camera: 'Front Door', ...lastNight }),
    compare(
      'Was there more motion today than yesterday?',
      { type: 'MOTION', ...today },
      { type: 'MOTION', ...yesterday },
    ),
    compare('compare this week with last week', thisWeek, lastWeek),
    compare('and compared to yesterday?', { type: 'PERSON', ...today }, { type: 'PERSON', ...yesterday }, [
      'How many people today?',
    ]),
    compare(
      'were there fewer alerts this week than last week',
      { type: 'ALERT', ...thisWeek },
      { type: 'ALERT', ...lastWeek },
    ),
    {
      ask: 'which camera had the most motion this week?',
      expected: best(find({ type: 'MOTION', ...thisWeek }), (row) => row.camera),
    },
    { ask: 'What was the busiest hour yesterday', expected: best(find(yesterday), hourName) },
    {
      ask: 'which day last week had the most people',
      expected: best(find({ type: 'PERSON', ...lastWeek }), (row) => dayOf(row.atMs)),
    },
    { ask: 'where is the least going on', expected: best(rows, (row) => row.camera, true) },
    { ask: 'How many events per camera since Monday?', expected: perCamera(find(thisWeek)) },
    { ask: 'what kinds of events did we get yesterday', expected: perType(find(yesterday)) },
    count('events on april 3rd', { from: '2026-04-03 00:00', to: '2026-04-04 00:00' }),
    count('How many times was motion detected in the office last week?', {
      type: 'MOTION',
      camera: 'Office',
      ...lastWeek,
    }),
    count('anyone in the backyard between 8 and 10 yesterday evening?', {
      type: 'PERSON',
      camera: 'Backyard',
      from: '2026-04-14 20:00',
      to: '2026-04-14 22:00',
    }),
    count('people since tuesday', { type: 'PERSON', from: '2026-04-14 00:00' }),
    count('how many visitors did we have last weekend?', { type: 'PERSON', ...weekend }),
    count('what happened in the past 24 hours', { from: '2026-04-14 14:20' }),
    count('motion this morning', { type: 'MOTION', from: '2026-04-15 06:00', to: '2026-04-15 12:00' }),
    count('What happened on Sunday between 2 and 4 pm?', { from: '2026-04-12 14:00', to: '2026-04-12 16:00' }),
    count('any alerts since last friday', { type: 'ALERT', from: '2026-04-10 00:00' }),
    count('how many events were there on March 29?', { from: '2026-03-29 00:00', to: '2026-03-30 00:00' }),
    count('was there any activity at the loading dock on monday night', {
      camera: 'Loading Dock',
      from: '2026-04-13 18:00',
      to: '2026-04-14 06:00',
    }),
    count('show me everything from the driveway two days ago', {
      camera: 'Driveway',
      from: '2026-04-13 00:00',
      to: '2026-04-14 00:00',
    }),
    count('how many events in total', {}),
    count('number of persons at the front and back door today', {
      type: 'PERSON',
      camera: ['Front Door', 'Back Door'],
      ...today,
    }),
    count('motoin at the garge yesterady', { type: 'MOTION', camera: 'Garage', ...yesterday }),
    count('and yesterday?', { type: 'MOTION', camera: 'Driveway', ...yesterday }, [
      'how much motion was there on the driveway today?',
    ]),
    count('what about the office', { type: 'PERSON', camera: 'Office', ...lastNight }, ['Did anyone come last night?']),
    count('only alerts', { type: 'ALERT', ...lastWeek }, ['how many events last week']),
    count('everything but motion this week', { ...thisWeek }, undefined),
    {
      ask: 'last 3 events at the garage',
      expected: { kind: 'events', rows: find({ camera: 'Garage' }).slice(-3).reverse() },
    },
    {
      ask: 'who was the first person this morning',
      expected: {
        kind: 'event',
        row: firstOf(find({ type: 'PERSON', from: '2026-04-15 06:00', to: '2026-04-15 12:00' })),
      },
    },
    { ask: 'what was the first event yesterday', expected: { kind: 'event', row: firstOf(find(yesterday)) } },
    {
      ask: 'show me the two largest recordings of this week',
      expected: { kind: 'clips', rows: largest(find(thisWeek), 2) },
    },
    {
      ask: "what's the latest video from the loading dock",
      expected: {
        kind: 'clips',
        rows: find({ camera: 'Loading Dock' })
          .filter(({ clip }) => clip !== null)
          .slice(-1),
      },
    },
    {
      ask: 'how many recordings are there of the nursery',
      expected: { kind: 'number', value: find({ camera: 'Nursery' }).filter(({ clip }) => clip !== null).length },
    },
    {
      ask: 'how many clips were recorded yesterday',
      expected: { kind: 'number', value: find(yesterday).filter(({ clip }) => clip !== null).length },
    },
    { ask: 'How many cameras do I have?', expected: { kind: 'number', value: cameraNames.length } },
    {
      ask: 'are any cameras offline right now',
      expected: { kind: 'words', words: ['8 of 8 cameras are offline', ...cameraNames] },
    },
    { ask: 'what plan am i on', expected: { kind: 'words', words: ['Team'] } },
    { ask: 'how much storage is left', expected: { kind: 'words', words: storageWords(rows) } },
    { ask: 'how long do you keep my videos', expected: { kind: 'words', words: ['365 days'] } },
    {
      ask: 'Which door had more people yesterday, the front door or the back door?',
      expected: compareCameras(find({ type: 'PERSON', ...yesterday })),
    },
    refuse('any motion at the pool?', /no camera called "pool"/),
    refuse('how many vans were in the yard yesterday', /cannot tell "vans"/),
    refuse("what's the weather going to be tomorrow?", /cannot tell|nothing of the future|beyond me/),
    refuse('did anna come home yesterday', /do not know who people are/),
    refuse('delete all recordings of the garage', /change nothing/),
    count('who was at the door around 6:30 pm yesterday', {
      type: 'PERSON',
      camera: ['Front Door', 'Back Door'],
      from: '2026-04-14 18:00',
      to: '2026-04-14 19:00',
    }),
    count('how many people came at night this week?', { type: 'PERSON', ...thisWeek }, undefined),
    {
      ask: 'is it true that nobody was in the nursery today',
      expected: { kind: 'count', rows: find({ type: 'PERSON', camera: 'Nursery', ...today }) },
    },
  ]
  return questions.map((question) => corrected(question, rows))
}

/** Two questions that one filter cannot say. */
function corrected(question: BenchQuestion, rows: readonly EventRow[]): BenchQuestion {
  const since = (row: EventRow) => row.atMs >= at('2026-04-13 00:00')
  if (question.ask === 'everything but motion this week')
    return { ...question, expected: { kind: 'count', rows: rows.filter((row) => since(row) && row.type !== 'MOTION') } }
  if (question.ask !== 'how many people came at night this week?') return question
  const isNight = ({ atMs }: EventRow) => hourOf(atMs) >= 18 || (hourOf(atMs) < 6 && atMs >= at('2026-04-13 18:00'))
  return {
    ask: question.ask,
    expected: { kind: 'count', rows: rows.filter((row) => since(row) && row.type === 'PERSON' && isNight(row)) },
  }
}

function scopeOf(wanted: Wanted): Scope {
  const { camera } = wanted
  return { cameras: typeof camera === 'string' ? [camera] : (camera ?? null), spans: [spanOf(wanted)] }
}

function spanOf({ from, to }: Wanted): Span {
  return [from ?? null, to ?? null]
}

function isWanted(row: EventRow, { type, camera, from, to }: Wanted): boolean {
  const cameras = camera === undefined ? cameraNames : typeof camera === 'string' ? [camera] : camera
  const [fromMs, toMs] = [from === undefined ? 0 : at(from), to === undefined ? NOW_MS + 1 : at(to)]
  return (
    (type === undefined || row.type === type || (type === 'MOTION' && row.type === 'PERSON')) &&
    cameras.includes(row.camera) &&
    row.atMs >= fromMs &&
    row.atMs < toMs
  )
}

function lastOf(rows: readonly EventRow[]): EventRow {
  const row = rows.at(-1)
  if (row === undefined) throw new Error('The workspace has no such event; take another seed.')
  return row
}

function firstOf(rows: readonly EventRow[]): EventRow {
  return lastOf(rows.slice(0, 1))
}

function tally(rows: readonly EventRow[], keyOf: (row: EventRow) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}

function best(rows: readonly EventRow[], keyOf: (row: EventRow) => string, isLeast = false): BenchQuestion['expected'] {
  const counts = [...tally(rows, keyOf)].sort(([, a], [, b]) => (isLeast ? a - b : b - a))
  const [, count = 0] = counts[0] ?? []
  const names = counts.filter(([, other]) => other === count).map(([name]) => name)
  const others = counts.filter(([, other]) => other !== count).map(([name]) => `${name}`)
  return { kind: 'words', words: [...names, `${count} `], not: others.filter((name) => !/^\d/.test(name)) }
}

function hourName({ atMs }: EventRow): string {
  const hour = hourOf(atMs)
  return `${String(hour).padStart(2, '0')}:00 to ${String(hour + 1).padStart(2, '0')}:00`
}

function perCamera(rows: readonly EventRow[]): BenchQuestion['expected'] {
  const counts = tally(rows, ({ camera }) => camera)
  return { kind: 'words', words: cameraNames.map((name) => `${name}: ${counts.get(name) ?? 0}\n`.trim()) }
}

function perType(rows: readonly EventRow[]): BenchQuestion['expected'] {
  const counts = tally(rows, ({ type }) => type)
  return {
    kind: 'words',
    words: [
      `Person: ${counts.get('PERSON') ?? 0}`,
      `Motion: ${counts.get('MOTION') ?? 0}`,
      `Alert: ${counts.get('ALERT') ?? 0}`,
    ],
  }
}

function compareCameras(rows: readonly EventRow[]): BenchQuestion['expected'] {
  const counts = tally(rows, ({ camera }) => camera)
  const [front = 0, back = 0] = [counts.get('Front Door'), counts.get('Back Door')]
  const verdict = front === back ? 'As many' : `More at ${front > back ? 'Front Door' : 'Back Door'}`
  return { kind: 'words', words: [verdict, `Front Door: ${front}`, `Back Door: ${back}`] }
}

function largest(rows: readonly EventRow[], count: number): EventRow[] {
  return rows
    .filter(({ clip }) => clip !== null)
    .sort((a, b) => (b.clip?.sizeBytes ?? 0) - (a.clip?.sizeBytes ?? 0))
    .slice(0, count)
}

/** In the writing of the screens: base 1024, two decimals. */
function storageWords(rows: readonly EventRow[]): string[] {
  const gigabyte = 1024 ** 3
  const used = rows.reduce((sum, { clip }) => sum + (clip?.sizeBytes ?? 0), 0) / gigabyte
  return [`${used.toFixed(2)} GB of 20.00 GB`, `${(20 - used).toFixed(2)} GB left`]
}
