import { MINUTE_MS } from '../../src/lib/durations'
import type { CameraTable, Db } from '../db/schema'
import type { Clock } from '../lib/clock'
import {
  countEventsBetween,
  findEvents,
  findLastEvent,
  findLastPictured,
  findToldIds,
  listEventsBetween,
  listFirstEventsAfter,
  noteToldIds,
  type ToldEvent,
} from './mqtt-rows'

/** What happened longer ago than this is no news when it arrives: it waited in a camera's outbox, or the broker was away. */
const NEWS_MS = 5 * MINUTE_MS
/** Most news that are told at once. */
export const MOST_NEWS = 50
/** Most that are looked at, of those minutes. */
const MOST_ROWS = 500
/** Recordings that are deleted, and what comes late, are noticed so often. */
const LOOK_AGAIN_MS = 10_000

export interface News {
  /** That were not told yet, the oldest first. */
  readonly fresh: readonly ToldEvent[]
  /** That never will be: there are too many, or they are too old. */
  readonly dropped: number
}

/**
 * What happened in one workspace, read from the rows: whichever hub wrote them, and however long the broker was away, nothing
 * is kept for it meanwhile. What was noted is known at the beginning, whoever told it; before anything was, what is there.
 */
export class EventFeed {
  readonly #ports: { readonly db: Db; readonly clock: Clock }
  readonly #workspaceId: string
  #known: Set<string> | null = null
  /** Whether others would read from the rows what is known here. */
  #isNoted = false
  /** Read as news and given back since, by id. */
  #givenBack: ReadonlySet<string> = new Set()
  #readAtMs = 0
  /** Known before the clock leapt: set right again, it has the same minutes once more. */
  #knownBefore: ReadonlySet<string> = new Set()
  #recent: readonly ToldEvent[] = []
  readonly #last = new Map<string, ToldEvent>()
  readonly #pictured = new Map<string, ToldEvent>()
  /** Cameras whose last event was looked for. */
  readonly #looked = new Set<string>()
  #lookAtMs = 0

  constructor(ports: { readonly db: Db; readonly clock: Clock }, workspaceId: string) {
    this.#ports = ports
    this.#workspaceId = workspaceId
  }

  /** Of the last minutes, the newest first. */
  get recent(): readonly ToldEvent[] {
    return this.#recent
  }

  /** Of each camera. */
  get last(): ReadonlyMap<string, ToldEvent> {
    return this.#last
  }

  /** Of each camera, the last that has a picture. */
  get pictured(): ReadonlyMap<string, ToldEvent> {
    return this.#pictured
  }

  /** What comes from now on is news, however late the broker is there. The first reading does it too. */
  async begin(): Promise<void> {
    if (this.#known !== null) return
    const { db, clock } = this.#ports
    const nowMs = clock.now()
    const told = await findToldIds(db, this.#workspaceId)
    const rows = told === null ? await this.#listRecent(nowMs) : []
    this.#known = new Set(told ?? rows.map(({ id }) => id))
    this.#isNoted = told !== null
    this.#readAtMs = nowMs
    await this.note()
  }

  async read(cameras: readonly CameraTable[]): Promise<News> {
    const { db, clock } = this.#ports
    const nowMs = clock.now()
    const sinceMs = nowMs - NEWS_MS
    const came = await this.#listRecent(nowMs)
    const rows = this.#asTheyCame([...(await this.#listAhead(nowMs)), ...came], nowMs)
    const known = this.#known
    const unreadAfterMs = this.#unreadAfter(nowMs)
    const isOfNow = ({ id, created_at }: ToldEvent) =>
      created_at <= nowMs + NEWS_MS || created_at > unreadAfterMs || this.#givenBack.has(id)
    const isNew = ({ id }: ToldEvent) => known !== null && !known.has(id) && !this.#knownBefore.has(id)
    const unknown = rows.filter((row) => isNew(row) && isOfNow(row)).toReversed()
    const edgeMs = came.length < MOST_ROWS ? sinceMs : (came.at(-1)?.created_at ?? nowMs) - 1
    const isGap = known !== null && this.#readAtMs < edgeMs
    const older = isGap ? await countEventsBetween(db, this.#workspaceId, this.#readAtMs, edgeMs) : 0
    // Before anything counts as known: it may fail.
    await this.#noteLast(cameras, came, nowMs)
    const ids = new Set(rows.map(({ id }) => id))
    const late = [...this.#givenBack].filter((id) => !ids.has(id)).length
    if (unknown.length > 0) this.#isNoted = false
    if (known !== null && Math.abs(nowMs - this.#readAtMs) > NEWS_MS) this.#knownBefore = known
    this.#known = ids
    this.#givenBack = new Set()
    this.#readAtMs = nowMs
    this.#recent = rows
    const fresh = unknown.slice(-MOST_NEWS)
    return { fresh, dropped: older + late + unknown.length - fresh.length }
  }

  /** News that could not be told: they are news again, for as long as they are any. */
  giveBack(news: readonly ToldEvent[]): void {
    this.#givenBack = new Set(news.map(({ id }) => id))
    for (const id of this.#givenBack) this.#known?.delete(id)
  }

  /** For whoever goes on after this one: what is known by now is no news. Answers with what kept it from that; null: nothing did. */
  async note(): Promise<string | null> {
    if (this.#isNoted || this.#known === null) return null
    try {
      await noteToldIds(this.#ports.db, this.#workspaceId, [...this.#known])
      this.#isNoted = true
      return null
    } catch (problem) {
      return String(problem)
    }
  }

  #listRecent(nowMs: number): Promise<ToldEvent[]> {
    const period = { afterMs: nowMs - NEWS_MS, untilMs: nowMs + NEWS_MS }
    return listEventsBetween(this.#ports.db, this.#workspaceId, period, MOST_ROWS)
  }

  /**
   * What came while the clock was ahead is known before its time comes, which is no news. By itself, as it may be so much
   * that nothing of now would be among the newest.
   */
  async #listAhead(nowMs: number): Promise<ToldEvent[]> {
    const ahead = await listFirstEventsAfter(this.#ports.db, this.#workspaceId, nowMs + NEWS_MS, MOST_ROWS)
    return ahead.toReversed()
  }

  /** Of what lies ahead, what came right before the clock was set back may not have been read yet. */
  #unreadAfter(nowMs: number): number {
    return this.#readAtMs > nowMs + NEWS_MS ? this.#readAtMs - NEWS_MS : Number.POSITIVE_INFINITY
  }

  /**
   * Nothing is to set off anything once more. Of a refused clip that comes after all its row says now: its event came when it
   * was refused. One of the future came while the clock was ahead, and would come again when that time has.
   */
  #asTheyCame(rows: readonly ToldEvent[], nowMs: number): readonly ToldEvent[] {
    const before = new Map(this.#recent.map(({ id, came_at }) => [id, came_at]))
    return rows.map((row) => {
      const cameAtMs = Math.min(row.came_at, before.get(row.id) ?? row.came_at)
      return { ...row, came_at: cameAtMs > nowMs + NEWS_MS ? Number.NEGATIVE_INFINITY : cameAtMs }
    })
  }

  async #noteLast(cameras: readonly CameraTable[], rows: readonly ToldEvent[], nowMs: number): Promise<void> {
    this.#forgetOthers(cameras)
    if (Math.abs(nowMs - this.#lookAtMs) >= LOOK_AGAIN_MS) {
      this.#lookAtMs = nowMs
      await this.#lookAgain(cameras, nowMs + NEWS_MS)
    }
    // The oldest first, so that the newest stays.
    for (const row of rows.toReversed()) {
      const last = this.#last.get(row.camera_id)
      if (last === undefined || row.created_at >= last.created_at) this.#last.set(row.camera_id, row)
      const pictured = this.#pictured.get(row.camera_id)
      const isNewer = pictured === undefined || row.created_at >= pictured.created_at
      if (isNewer && row.thumbnail_key !== null) this.#pictured.set(row.camera_id, row)
    }
  }

  #forgetOthers(cameras: readonly CameraTable[]): void {
    const ids = new Set(cameras.map(({ id }) => id))
    for (const cameraId of [...this.#looked]) {
      if (ids.has(cameraId)) continue
      this.#looked.delete(cameraId)
      this.#last.delete(cameraId)
      this.#pictured.delete(cameraId)
    }
  }

  /** Rows go, or lose their picture, and what a camera delivers late is none of the last minutes. */
  async #lookAgain(cameras: readonly CameraTable[], untilMs: number): Promise<void> {
    const { db } = this.#ports
    const ids = [...this.#pictured.values()].map(({ id }) => id)
    const rows = await findEvents(db, this.#workspaceId, ids)
    const standing = new Map(rows.filter(hasPicture).map((row) => [row.id, row]))
    for (const camera of cameras) {
      const last = await findLastEvent(db, camera, untilMs)
      const known = this.#pictured.get(camera.id)
      const before = known === undefined ? undefined : standing.get(known.id)
      const pictured =
        last !== undefined && hasPicture(last) ? last : await this.#findPictured(camera, { known, before, untilMs })
      this.#looked.add(camera.id)
      put(this.#last, camera, last)
      put(this.#pictured, camera, pictured)
    }
  }

  /** No further back than to the one before, where that stands: pictures may be rare among many events. */
  async #findPictured(camera: CameraTable, { known, before, untilMs }: Pictured): Promise<ToldEvent | undefined> {
    if (known === undefined && this.#looked.has(camera.id)) return undefined
    // One that lies ahead is of a clock that was.
    const sinceMs = before === undefined || before.created_at > untilMs ? 0 : before.created_at
    return findLastPictured(this.#ports.db, camera, { sinceMs, untilMs })
  }
}

/** Where a camera's last event with a picture is looked for. */
interface Pictured {
  readonly known: ToldEvent | undefined
  /** The known one, where it stands. */
  readonly before: ToldEvent | undefined
  readonly untilMs: number
}

function hasPicture({ thumbnail_key }: ToldEvent): boolean {
  return thumbnail_key !== null
}

function put(all: Map<string, ToldEvent>, { id }: CameraTable, event: ToldEvent | undefined): void {
  if (event === undefined) all.delete(id)
  else all.set(id, event)
}
