import { parseArgs } from 'node:util'
import { Complaint } from '../complaint'

export interface LiveBenchOptions {
  /** How long each case is watched, twice: for what it costs, and for what is seen. */
  readonly seconds: number
  /** How often View Feed is opened for the time to its first frame. */
  readonly openings: number
  /** What viewers take from the camera's own work, in place of what they see. */
  readonly isOfCamera: boolean
  /** For that: how often its film plays in each case, and how many stretches are compared. */
  readonly clips: number
  readonly pairs: number
  /** So many look through one camera by the hub, without browsers, in place of the rest; null: not that. */
  readonly crowd: number | null
  readonly jsonFile: string | null
}

const usage =
  'Usage: npm run bench:live -- [--seconds 20] [--openings 10] [--json FILE], or -- --camera [--clips 3] [--pairs 10] [--json FILE], or -- --crowd 50 [--seconds 60] [--json FILE]'

export function readOptions(args: readonly string[]): LiveBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      openings: { type: 'string', default: '10' },
      camera: { type: 'boolean', default: false },
      clips: { type: 'string', default: '3' },
      pairs: { type: 'string', default: '10' },
      crowd: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const [seconds, openings] = [
    Number(values.seconds ?? (values.crowd === undefined ? 20 : 60)),
    Number(values.openings),
  ]
  const [clips, pairs] = [Number(values.clips), Number(values.pairs)]
  const crowd = values.crowd === undefined ? null : Number(values.crowd)
  if (!(seconds >= 2) || [openings, clips, pairs, crowd ?? 1].some((count) => !Number.isInteger(count) || count < 1))
    throw new Complaint(usage)
  return { seconds, openings, isOfCamera: values.camera, clips, pairs, crowd, jsonFile: values.json ?? null }
}
