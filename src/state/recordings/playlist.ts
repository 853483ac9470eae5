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
export function playlistAt(clips: readonly PlayableClip[], videoId: string): Playlist | null {
  const index = clips.findIndex((clip) => clip.videoId === videoId)
  return index === -1 ? null : { clips, index }
}

export function chosenClip({ clips, index }: Playlist): PlayableClip {
  const clip = clips[index]
  if (clip === undefined) throw new Error(`A playlist of ${clips.length} has no recording ${index}.`)
  return clip
}

/** The recording `by` further on, as a playlist; null at the list's ends. */
export function neighbour({ clips, index }: Playlist, by: 1 | -1): Playlist | null {
  return clips[index + by] === undefined ? null : { clips, index: index + by }
}
