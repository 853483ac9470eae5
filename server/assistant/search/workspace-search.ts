import { DEFAULT_SENSITIVITY_PERCENT } from '../../../src/contract/limits'
import type { Tier } from '../../../src/contract/plans'
import type { Usage } from '../../../src/contract/wire'
import { hasAudio } from '../../billing/plan-rules'
import { statusOf } from '../../cameras/camera-status'
import type { CameraTable, Db } from '../../db/schema'
import type { EventRow } from '../../events/event-rows'
import { listMembers } from '../../members/member-rows'
import { notificationUsageOf } from '../../notifications/notification-usage'
import { type PlanUsage, readPlanUsage } from '../../workspace/plan-usage'
import type { SearchSources } from '../services'
import { readSight, type Sight, type SightQuestion } from '../sight/unseen'
import { countVideosByKind, type Sized, sumVideosByCamera, sumVideosByQuarter } from './recording-group-rows'
import {
  type Counted,
  countDescribedEvents,
  countEventsByCamera,
  countEventsByKind,
  countEventsByQuarter,
  countFoundEvents,
  type EventPage,
  type FoundVideo,
  findFoundVideo,
  type Kind,
  listCamerasEver,
  listEventTexts,
  listFoundEvents,
  listFoundVideos,
  type Search,
  sumFoundVideos,
  type VideoOrder,
  type VideoSums,
  type WantedWord,
} from './search-rows'

/** What is looked for in a workspace: what a search of the repository says, with words that titles, messages or descriptions hold. */
export type Wanted = Omit<Search, 'workspaceId'> & { readonly text?: string | null }

/** A camera as it is now. */
export interface CameraState {
  readonly id: string
  readonly name: string
  readonly location: string
  readonly isOnline: boolean
  /** Epoch milliseconds of its last snapshot; null: there was none. */
  readonly lastSeenMs: number | null
  readonly isDetectionOn: boolean
  readonly isAudioOn: boolean
  /** In percent (CAM-39). */
  readonly sensitivity: number
}

/** The one search: answers, a model's tools and the hub's own call read the data of one workspace here, only here. */
export class WorkspaceSearch {
  readonly #sources: SearchSources
  readonly #db: Db
  readonly #workspaceId: string

  constructor(sources: SearchSources, workspaceId: string) {
    this.#sources = sources
    this.#db = sources.db
    this.#workspaceId = workspaceId
  }

  /** Those that were removed too, as far back as questions know them, since recordings of them are kept. */
  async camerasEver(): Promise<readonly CameraTable[]> {
    return listCamerasEver(this.#db, this.#workspaceId)
  }

  async cameras(tier: Tier): Promise<readonly CameraState[]> {
    const present = (await this.camerasEver()).filter(({ removed_at }) => removed_at === null)
    return present.map((camera) => ({
      id: camera.id,
      name: camera.name,
      location: camera.location,
      isOnline: statusOf(camera, this.#sources) === 'ONLINE',
      lastSeenMs: this.#sources.lastSeen.over(camera).last_snapshot_at,
      isDetectionOn: camera.is_motion_enabled === 1,
      isAudioOn: hasAudio(tier, camera.is_audio_enabled === 1),
      sensitivity: camera.motion_sensitivity ?? DEFAULT_SENSITIVITY_PERCENT,
    }))
  }

  async countEvents(wanted: Wanted): Promise<number> {
    return countFoundEvents(this.#db, this.#search(wanted), await this.#words(wanted))
  }

  /** Those that a language model has described. */
  async countDescribed(wanted: Wanted): Promise<number> {
    return countDescribedEvents(this.#db, this.#search(wanted))
  }

  async events(wanted: Wanted, page: EventPage): Promise<readonly EventRow[]> {
    return listFoundEvents(this.#db, this.#search(wanted), await this.#words(wanted), page)
  }

  /** Only cameras that have some; the key is the id. */
  async eventsByCamera(wanted: Wanted): Promise<readonly Counted<string>[]> {
    return countEventsByCamera(this.#db, this.#search(wanted))
  }

  async eventsByKind(wanted: Wanted): Promise<readonly Counted<Kind>[]> {
    return countEventsByKind(this.#db, this.#search(wanted))
  }

  /** The key is the number of the quarter of an hour since the epoch. */
  async eventsByQuarter(wanted: Wanted): Promise<readonly Counted<number>[]> {
    return countEventsByQuarter(this.#db, this.#search(wanted))
  }

  /** As those of events. */
  async recordingsByCamera(wanted: Wanted): Promise<readonly Sized<string>[]> {
    return sumVideosByCamera(this.#db, this.#search(wanted))
  }

  async recordingsByKind(wanted: Wanted): Promise<readonly Counted<Kind>[]> {
    return countVideosByKind(this.#db, this.#search(wanted))
  }

  async recordingsByQuarter(wanted: Wanted): Promise<readonly Sized<number>[]> {
    return sumVideosByQuarter(this.#db, this.#search(wanted))
  }

  async sumRecordings(wanted: Wanted): Promise<VideoSums> {
    return sumFoundVideos(this.#db, this.#search(wanted))
  }

  async recordings(wanted: Wanted, order: VideoOrder, limit: number): Promise<readonly FoundVideo[]> {
    return listFoundVideos(this.#db, this.#search(wanted), { order, limit })
  }

  /** When cameras could not see, of those that are there now where none are named. */
  async sight(asked: Omit<SightQuestion, 'ever'>): Promise<Sight> {
    return readSight(this.#sources, this.#workspaceId, { ...asked, ever: await this.camerasEver() })
  }

  /** null: the workspace has no such recording. */
  async recording(videoId: string): Promise<FoundVideo | null> {
    return (await findFoundVideo(this.#db, this.#workspaceId, videoId)) ?? null
  }

  async usage(): Promise<PlanUsage> {
    return readPlanUsage(this.#db, this.#workspaceId, this.#sources.clock.now())
  }

  /** Addresses of those who are in the workspace, in the order they came. */
  async members(): Promise<readonly string[]> {
    return (await listMembers(this.#db, this.#workspaceId)).map(({ email }) => email)
  }

  async notifications(tier: Tier): Promise<Usage> {
    return notificationUsageOf(this.#sources, { workspaceId: this.#workspaceId, tier })
  }

  #search(wanted: Wanted): Search {
    return { ...wanted, workspaceId: this.#workspaceId }
  }

  /** Compared here, in any writing of the letters, alike on both databases; none: no words are asked for. */
  async #words({ text, ...wanted }: Wanted): Promise<WantedWord[]> {
    const words = (text ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    if (words.length === 0) return []
    const texts = await listEventTexts(this.#db, this.#search(wanted))
    return words.map((word) => ({
      word,
      texts: texts.filter(({ title, message }) => `${title} ${message}`.toLowerCase().includes(word)),
    }))
  }
}
