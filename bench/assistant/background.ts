import { at, NOW_MS } from './local-time'
import { type CameraName, cameraNames, type EventRow } from './workspace'

/** A time in which a camera could not see, or recorded nothing. */
export interface Blind {
  readonly camera: CameraName
  readonly why: 'offline' | 'unarmed' | 'detection-off' | 'not-added'
  readonly fromMs: number
  readonly toMs: number
}

/** How the cameras of a workspace are now; what was before is the same for all. */
export interface Present {
  /** Of the last snapshot of each. */
  readonly lastSeenMs: (camera: CameraName) => number
  readonly isDetecting: (camera: CameraName) => boolean
}

const ADDED = '2026-03-10 09:00'
/** One camera came later. */
const LATE: CameraName = 'Loading Dock'
const LATE_ADDED = '2026-04-12 09:00'
/** Somebody switched the mode to Off, and on again. */
export const OFF = { fromMs: at('2026-04-13 08:00'), toMs: at('2026-04-13 18:00') } as const
const UNDETECTING: CameraName = 'Garage'
const DETECTED_UNTIL_MS = at('2026-04-14 20:00')

/** Outages that the hub wrote down; the last is not over. */
export const outages: readonly {
  readonly camera: CameraName
  readonly fromMs: number
  readonly toMs: number | null
}[] = [
  { camera: 'Front Door', fromMs: at('2026-04-11 09:00'), toMs: at('2026-04-11 09:20') },
  { camera: 'Front Door', fromMs: at('2026-04-11 12:00'), toMs: at('2026-04-11 12:30') },
  { camera: 'Front Door', fromMs: at('2026-04-11 15:00'), toMs: at('2026-04-11 15:10') },
  { camera: 'Back Door', fromMs: at('2026-04-14 22:10'), toMs: at('2026-04-15 01:30') },
  { camera: 'Driveway', fromMs: at('2026-04-15 11:00'), toMs: null },
]

export function addedMs(camera: CameraName): number {
  return at(camera === LATE ? LATE_ADDED : ADDED)
}

/** All offline for ten minutes, and none told to look for motion. */
export const abandoned: Present = {
  lastSeenMs: (camera) => (camera === 'Driveway' ? at('2026-04-15 11:00') : NOW_MS - 600_000),
  isDetecting: () => false,
}

/** All online but one, and all but one look for motion. */
export const watched: Present = {
  lastSeenMs: (camera) => (camera === 'Driveway' ? at('2026-04-15 11:00') : NOW_MS),
  isDetecting: (camera) => camera !== UNDETECTING,
}

/** The rows without what nobody could have recorded. */
export function recordable(rows: readonly EventRow[]): EventRow[] {
  const past = pastOf()
  return rows.filter(
    ({ camera, atMs, type }) =>
      !past.some(
        (blind) =>
          blind.camera === camera &&
          blind.fromMs <= atMs &&
          atMs < blind.toMs &&
          (type !== 'ALERT' || blind.why === 'offline' || blind.why === 'not-added'),
      ),
  )
}

function pastOf(): Blind[] {
  return [
    ...outages.map(({ camera, fromMs, toMs }) => ({ camera, why: 'offline' as const, fromMs, toMs: toMs ?? NOW_MS })),
    ...cameraNames.map((camera) => ({ camera, why: 'unarmed' as const, ...OFF })),
    { camera: LATE, why: 'not-added', fromMs: 0, toMs: at(LATE_ADDED) },
    { camera: UNDETECTING, why: 'detection-off', fromMs: DETECTED_UNTIL_MS, toMs: NOW_MS },
  ]
}

/** All times in which a camera could not see; of one that looks for nothing, from its last motion on. */
export function blindTimes(rows: readonly EventRow[], present: Present): Blind[] {
  const lastMotion = (camera: CameraName) =>
    rows.findLast((row) => row.camera === camera && row.type !== 'ALERT')?.atMs ?? addedMs(camera)
  const past = pastOf().filter(({ why }) => why !== 'detection-off')
  const now = cameraNames.flatMap((camera): Blind[] => [
    ...(present.lastSeenMs(camera) < NOW_MS
      ? [{ camera, why: 'offline' as const, fromMs: present.lastSeenMs(camera), toMs: NOW_MS }]
      : []),
    ...(present.isDetecting(camera)
      ? []
      : [{ camera, why: 'detection-off' as const, fromMs: lastMotion(camera), toMs: NOW_MS }]),
  ])
  return [...past, ...now]
}
