import { at, dayOf, hourOf, NOW_MS } from './local-time'
import type { TypedExpectation, TypedQuestion } from './typed-expectation'
import { cameraNames, type EventRow } from './workspace'

const HOUR = 3_600_000

/** What the rows say, in the words of which the typed questions are made. Written without a look at the assistant. */
export function termsOf(all: readonly EventRow[]) {
  const within = (from: number, to: number) => (r: EventRow) => r.atMs >= from && r.atMs < to
  const sel = (...f: ((r: EventRow) => boolean)[]) => all.filter((r) => f.every((one) => one(r)))
  const P = (r: EventRow) => r.type === 'PERSON'
  const M = (r: EventRow) => r.type === 'MOTION'
  const A = (r: EventRow) => r.type === 'ALERT'
  const cam =
    (...n: string[]) =>
    (r: EventRow) =>
      n.includes(r.camera)
  const span = (a: string, b?: string) => within(at(a), b === undefined ? NOW_MS + 1 : at(b))
  const day = (d: string) => (r: EventRow) => dayOf(r.atMs) === d
  const T = '2026-04-15',
    Y = '2026-04-14',
    MON = '2026-04-13',
    SUN = '2026-04-12',
    SAT = '2026-04-11',
    FRI = '2026-04-10'
  const today = day(T),
    yday = day(Y)
  const week = span(`${MON} 00:00`),
    lastWeek = span('2026-04-06 00:00', `${MON} 00:00`)
  const lastWeekSame = span('2026-04-06 00:00', '2026-04-08 14:20')
  const ago = (h: number) => within(NOW_MS - h * HOUR, NOW_MS + 1)
  const nights = (d: string, n: string) =>
    ['18:00', '19:00', '20:00', '21:00', '22:00', '23:00'].flatMap((s) =>
      ['05:00', '06:00', '07:00', '08:00', '00:00'].map((e) => span(`${d} ${s}`, `${n} ${e}`)),
    )
  const lastNight = nights(Y, T)
  const evening = (d: string, n: string) =>
    ['17:00', '18:00', '19:00'].flatMap((s) =>
      [`${d} 21:00`, `${d} 22:00`, `${d} 23:00`, `${n} 00:00`].map((e) => span(`${d} ${s}`, e)),
    )
  const morning = (d: string) =>
    ['00:00', '04:00', '05:00', '06:00'].flatMap((s) => ['11:00', '12:00'].map((e) => span(`${d} ${s}`, `${d} ${e}`)))
  const afternoon = (d: string) => ['17:00', '18:00'].map((e) => span(`${d} 12:00`, `${d} ${e}`))
  const any = [
    () => true,
    week,
    ago(24),
    ago(168),
    today,
    day(T),
    span('2026-04-01 00:00'),
    span('2026-04-09 00:00'),
    span('2026-04-08 00:00'),
    ago(720),
  ]
  const newest = (rows: readonly EventRow[], n: number) => rows.slice(-n)
  const count = (...sets: readonly EventRow[][]): TypedExpectation => ({ kind: 'count', sets })
  const one = (r: EventRow | undefined): TypedExpectation => ({ kind: 'one', rows: r ? [r] : [] })
  const last = (rows: readonly EventRow[]) => rows[rows.length - 1]
  const refuse = (...not: RegExp[]): TypedExpectation => ({ kind: 'refuse', not })
  const says = (...x: RegExp[]): TypedExpectation => ({ kind: 'says', all: x })
  const tally = (rows: readonly EventRow[]) => cameraNames.map((c): [string, number] => [c, rows.filter(cam(c)).length])
  const top = (...sets: readonly EventRow[][]): TypedExpectation => {
    const best = sets.map((s) => {
      const t = tally(s)
      const m = Math.max(...t.map(([, n]) => n))
      return { names: t.filter(([, n]) => n === m).map(([c]) => c), m }
    })
    return { kind: 'top', names: best.flatMap((b) => b.names), n: best.map((b) => b.m) }
  }
  const least = (s: readonly EventRow[]): TypedExpectation => {
    const t = tally(s)
    const m = Math.min(...t.map(([, n]) => n))
    return { kind: 'top', names: t.filter(([, n]) => n === m).map(([c]) => c), n: [m] }
  }
  const pair = (...p: [readonly EventRow[], readonly EventRow[]][]): TypedExpectation => ({
    kind: 'pair',
    pairs: p.flatMap(([a, b]): [number, number][] => [[a.length, b.length]]),
  })
  const ydaySame = span(`${Y} 00:00`, `${Y} 14:20`)
  const daysOf = (rows: readonly EventRow[]) =>
    [...new Set(rows.map((r) => dayOf(r.atMs)))].map((d): [string, number] => [d, rows.filter(day(d)).length])
  const busiestDays = (rows: readonly EventRow[]) => {
    const d = daysOf(rows)
    const m = Math.max(...d.map(([, n]) => n))
    return d.filter(([, n]) => n === m).map(([x]) => x)
  }
  const dayWords = (d: string) => {
    const t = new Date(`${d}T12:00:00Z`)
    const wd = t.toLocaleDateString('en-GB', { weekday: 'long' })
    return `${d}|${wd}|${t.getUTCDate()} ${t.toLocaleDateString('en-GB', { month: 'long' })}|${t.toLocaleDateString('en-GB', { month: 'long' })} ${t.getUTCDate()}${d === T ? '|today' : d === Y ? '|yesterday' : ''}`
  }
  const usedBytes = all.reduce((s, r) => s + (r.clip?.sizeBytes ?? 0), 0)
  const num = (bytes: number) => {
    const mb = bytes / 1048576,
      gb = mb / 1024
    return new RegExp(
      `\\b(${mb.toFixed(2)}|${mb.toFixed(1)}|${Math.round(mb)}) ?MB|\\b(${gb.toFixed(2)}|${gb.toFixed(1)}) ?GB`.replace(
        /\./g,
        '\\.',
      ),
    )
  }
  const used = num(usedBytes),
    left = num(20 * 1024 ** 3 - usedBytes)
  const q = (ask: string, check: TypedExpectation, ...before: string[]): TypedQuestion => ({
    ask,
    check,
    ...(before.length ? { before } : {}),
  })
  const around = (d: string, h: number) =>
    [
      [h - 1, h + 1],
      [h, h + 1],
    ]
      .map(([a, b]) => span(`${d} ${String(a).padStart(2, '0')}:00`, `${d} ${String(b).padStart(2, '0')}:00`))
      .concat([span(`${d} ${String(h - 1).padStart(2, '0')}:30`, `${d} ${String(h).padStart(2, '0')}:30`)])
  const hourTop = (rows: readonly EventRow[]) => {
    const t = Array.from({ length: 24 }, (_, h) => rows.filter((r) => hourOf(r.atMs) === h).length)
    const m = Math.max(...t)
    return new RegExp(t.flatMap((n, h) => (n === m ? [`\\b${String(h).padStart(2, '0')}:00`] : [])).join('|'))
  }
  const nums = (...values: number[]): TypedExpectation => ({ kind: 'nums', values })
  const alertsLastWeek = tally(sel(A, lastWeek)).filter(([, n]) => n > 0)
  const top3 = tally(sel(week))
    .sort((a, b) => b[1] - a[1])
    .slice(0, 3)
  return {
    within,
    sel,
    P,
    M,
    A,
    cam,
    span,
    day,
    T,
    Y,
    MON,
    SUN,
    SAT,
    FRI,
    today,
    yday,
    week,
    lastWeek,
    lastWeekSame,
    ago,
    nights,
    lastNight,
    evening,
    morning,
    afternoon,
    any,
    newest,
    count,
    one,
    last,
    refuse,
    says,
    tally,
    top,
    least,
    pair,
    ydaySame,
    daysOf,
    busiestDays,
    dayWords,
    usedBytes,
    num,
    used,
    left,
    q,
    around,
    hourTop,
    nums,
    alertsLastWeek,
    top3,
  }
}
