import type { EventDescription } from '../../contract/descriptions'
import type { Detection } from '../../contract/detection'
import type { EventType, SecurityEvent } from '../../contract/event'
import type { Video } from '../../contract/video'
import { fullFilmWords } from '../../lib/film-words'
import type { LabelCount } from '../../lib/label'
import { seenIn, seenInEvent } from '../events/seen'

/** What the player tells of a recording. */
export interface PlayableClip {
  readonly videoId: string
  readonly title: string
  readonly cameraName: string
  readonly type: EventType | null
  /** ISO time. */
  readonly createdAt: string
  /** Who and what was seen in it, and when. */
  readonly detections: readonly Detection[]
  /** How many of each (LABEL-06). */
  readonly labels: readonly LabelCount[]
  /** How far a language model is with describing it; undefined: it is not asked. */
  readonly description?: EventDescription | undefined
  /** What is known of its film, in words; '' where the list does not tell. */
  readonly film: string
  /** The provider found no film in its file. */
  readonly isNoFilm: boolean
}

/** The list that a recording was chosen from, in that list's order; what came into the list since is not in it. */
export interface Playlist {
  readonly clips: readonly PlayableClip[]
  readonly index: number
  /** Of the whole list: more than `clips` where pages of it are not loaded yet. */
  readonly total: number
}

/** The recording of an event; null for an event without one. */
export function clipOfEvent(event: SecurityEvent): PlayableClip | null {
  const { videoId, title, type, createdAt, video, description } = event
  if (videoId === null) return null
  const seen = { detections: video?.detections ?? [], labels: seenInEvent(event) }
  const film = { film: '', isNoFilm: false }
  const told = { videoId, title, type, createdAt, cameraName: video?.camera?.name ?? '' }
  return { ...told, ...seen, ...film, description }
}

export function clipOfVideo(video: Video): PlayableClip {
  const { id, title, notificationType, createdAt, camera, description } = video
  const seen = { detections: video.detections ?? [], labels: seenIn(video) }
  const film = { film: fullFilmWords(video), isNoFilm: video.isPlayable === false }
  const told = { videoId: id, title, type: notificationType, createdAt, cameraName: camera?.name ?? '' }
  return { ...told, ...seen, ...film, description }
}

/** null where the list does not hold the recording. */
export function playlistAt(
  clips: readonly PlayableClip[],
  videoId: string,
  total: number = clips.length,
): Playlist | null {
  const index = clips.findIndex((clip) => clip.videoId === videoId)
  return index === -1 ? null : { clips, index, total }
}

export function chosenClip({ clips, index }: Playlist): PlayableClip {
  const clip = clips[index]
  if (clip === undefined) throw new Error(`A playlist of ${clips.length} has no recording ${index}.`)
  return clip
}

/** The recording `by` further on, as a playlist; null where it is not loaded, or the list ends. */
export function neighbour(list: Playlist, by: 1 | -1): Playlist | null {
  return list.clips[list.index + by] === undefined ? null : { ...list, index: list.index + by }
}

/** Whether there is a next recording, or a previous one, loaded or not. */
export function hasNeighbour({ index, total }: Playlist, by: 1 | -1): boolean {
  return index + by >= 0 && index + by < total
}

/**
 * With what has been loaded behind its last one since. What came into the list at its beginning is not in it; its last may
 * have been removed. `hasMore`: pages are left.
 */
export function withLoaded(list: Playlist, loaded: readonly PlayableClip[], hasMore: boolean): Playlist {
  const known = new Set(list.clips.map(({ videoId }) => videoId))
  const lastAt = list.clips.at(-1)?.createdAt ?? ''
  const further = loaded.filter(({ videoId, createdAt }) => !known.has(videoId) && createdAt <= lastAt)
  const clips = [...list.clips, ...further]
  return { ...list, clips, total: hasMore ? Math.max(list.total, clips.length + 1) : clips.length }
}

/** With all that was seen in the chosen recording: lists of events tell what their thumbnails show. undefined: nothing is told. */
export function withDetections(list: Playlist, detections: readonly Detection[] | undefined): Playlist {
  if (detections === undefined) return list
  return { ...list, clips: list.clips.map((clip, index) => (index === list.index ? { ...clip, detections } : clip)) }
}
