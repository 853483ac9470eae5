import { type Interval, intervalOf } from '../../intervals'
import { type Bar, figure, median, type Row } from '../../report'
import { type MadeRecording, type RecordingWay, recordingWays } from '../harness/recording-figures'
import type { Likeness } from './likeness'

/** What is asked of MP4: so much of what VP8 takes, at no worse a picture. */
const MOST_OF_VP8 = 0.4

/** One way, once. */
export interface WayRun {
  readonly way: RecordingWay | 'watching'
  readonly cameras: number
  /** Of all processes of the browser, in percent of a core. */
  readonly cpuPercent: number
  readonly droppedChecks: number
  readonly clips: readonly Pick<MadeRecording, 'mediaType' | 'sizeBytes'>[]
  /** Of one of the clips, since all cameras film the same; null where none was made. */
  readonly likeness: Likeness | null
}

/** A way over all rounds with so many cameras. */
interface WayFigures {
  readonly above: Interval
  readonly sizeBytes: number
  readonly psnrDb: number
  readonly pictures: number
  readonly clips: number
  readonly droppedChecks: number
  readonly mediaTypes: readonly string[]
}

/** What a container is called, by the way that is to make it; the browser's own recorder chooses. */
const typeOf: Partial<Record<RecordingWay, string>> = { 'mp4-h264': 'video/mp4', 'webm-vp8': 'video/webm' }

/** What a way made instead of what it is there for; null: nothing. Figures of such a run would be told under a wrong name. */
export function wrongType({ way, clips }: WayRun): string | null {
  const wanted = way === 'watching' ? undefined : typeOf[way]
  return wanted === undefined ? null : (clips.find(({ mediaType }) => mediaType !== wanted)?.mediaType ?? null)
}

function figuresOf(runs: readonly WayRun[], way: RecordingWay): WayFigures {
  const own = runs.filter((run) => run.way === way)
  const clips = own.flatMap((run) => run.clips)
  const likeness = own.flatMap((run) => run.likeness ?? [])
  return {
    above: intervalOf(aboveOf(runs, way), median),
    sizeBytes: median(clips.map(({ sizeBytes }) => sizeBytes)),
    psnrDb: median(likeness.map(({ psnrDb }) => psnrDb)),
    pictures: median(likeness.map(({ pictures }) => pictures)),
    clips: clips.length,
    droppedChecks: own.reduce((sum, { droppedChecks }) => sum + droppedChecks, 0),
    mediaTypes: [...new Set(clips.map(({ mediaType }) => mediaType))],
  }
}

/** Of each round, in percent of a core above watching in the same round. */
function aboveOf(runs: readonly WayRun[], way: RecordingWay): number[] {
  const of = (wanted: WayRun['way']) => runs.filter((run) => run.way === wanted)
  return of(way).map(({ cpuPercent }, round) => cpuPercent - (of('watching')[round]?.cpuPercent ?? Number.NaN))
}

/** CPU of MP4 to VP8, and by how much its picture is more like the camera's: of pairs of the same round. */
export function comparisonOf(runs: readonly WayRun[]): { readonly cpu: Interval; readonly psnr: Interval } {
  const [mp4, vp8] = [aboveOf(runs, 'mp4-h264'), aboveOf(runs, 'webm-vp8')]
  const psnrOf = (way: RecordingWay) =>
    runs.filter((run) => run.way === way).map(({ likeness }) => likeness?.psnrDb ?? Number.NaN)
  const of = (values: readonly number[]) => intervalOf(values, median)
  return {
    cpu: of(mp4.map((percent, round) => percent / (vp8[round] ?? Number.NaN))),
    psnr: of(psnrOf('mp4-h264').map((db, round) => db - (psnrOf('webm-vp8')[round] ?? Number.NaN))),
  }
}

/** Of runs with one number of cameras (BENCH-15). */
export function recordingBars(runs: readonly WayRun[]): Bar[] {
  const cameras = runs[0]?.cameras ?? 0
  const { cpu, psnr } = comparisonOf(runs)
  const { droppedChecks, clips } = figuresOf(runs, 'mp4-h264')
  const rounds = runs.filter(({ way }) => way === 'mp4-h264').length
  const title = cameras === 1 ? '1 camera' : `${cameras} cameras`
  const withBounds = (what: string, { low, high }: Interval) => `${title}: ${what} (${figure(low)} to ${figure(high)})`
  return [
    { what: withBounds('CPU of mp4-h264 to webm-vp8', cpu), value: cpu.value, most: MOST_OF_VP8 },
    { what: withBounds('PSNR of mp4-h264 above that of webm-vp8, dB', psnr), value: psnr.value, least: 0 },
    { what: `${title}: checks dropped while mp4-h264 records`, value: droppedChecks, most: 0 },
    { what: `${title}: clips of mp4-h264 lost`, value: rounds * cameras - clips, most: 0 },
  ]
}

export const recordingHead = [
  '',
  'cpu % above watching',
  'from',
  'to',
  'kB a clip',
  'psnr dB',
  'pictures',
  'dropped checks',
  'made as',
]

/** Lines under `recordingHead`. */
export function recordingLines(runs: readonly WayRun[]): string[][] {
  return recordingWays.map((way) => {
    const { above, sizeBytes, psnrDb, pictures, droppedChecks, mediaTypes } = figuresOf(runs, way)
    return [
      `${way}, ${runs[0]?.cameras}`,
      ...[above.value, above.low, above.high, sizeBytes / 1024, psnrDb, pictures].map(figure),
      String(droppedChecks),
      mediaTypes.join(', '),
    ]
  })
}

/** The rows of a result (BENCH-01). */
export function recordingRows(runs: readonly WayRun[]): Row[] {
  const { cpu, psnr } = comparisonOf(runs)
  const rowOf = (name: string) => (metric: string, value: number, unit: string) => {
    return { name, case: `cameras-${runs[0]?.cameras}`, metric, value: Math.round(value * 1e4) / 1e4, unit }
  }
  const ofMp4 = rowOf('mp4-h264')
  const bounded = (row: ReturnType<typeof rowOf>, metric: string, { value, low, high }: Interval, unit: string) => [
    row(metric, value, unit),
    row(`${metric}-low`, low, unit),
    row(`${metric}-high`, high, unit),
  ]
  return [
    ...recordingWays.flatMap((way) => {
      const row = rowOf(way)
      const { above, sizeBytes, psnrDb, pictures, clips, droppedChecks } = figuresOf(runs, way)
      return [
        ...bounded(row, 'cpu', above, '%'),
        row('size', sizeBytes, 'bytes'),
        row('psnr', psnrDb, 'dB'),
        row('pictures', pictures, 'per clip'),
        row('clips', clips, 'count'),
        row('checks-dropped', droppedChecks, 'count'),
      ]
    }),
    ...bounded(ofMp4, 'cpu-ratio', cpu, 'of webm-vp8'),
    ...bounded(ofMp4, 'psnr-above', psnr, 'dB above webm-vp8'),
  ]
}
