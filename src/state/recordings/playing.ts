import { atom } from 'jotai/vanilla'
import { calls } from '../../contract/calls'
import type { Detection } from '../../contract/detection'
import type { SecurityEvent } from '../../contract/event'
import type { Video } from '../../contract/video'
import { shownEventsAtom } from '../events/events'
import { isGone } from '../http/removal'
import { reportFailure } from '../http/request-error'
import { messages } from '../messages'
import { servicesAtom } from '../services'
import { loadMoreVideosAtom } from './load-more'
import { findMotion } from './motion-moment'
import {
  chosenClip,
  clipOfEvent,
  clipOfVideo,
  hasNeighbour,
  neighbour,
  type Playlist,
  playlistAt,
  withDetections,
  withLoaded,
} from './playlist'
import { hasMoreVideosAtom, loadedVideosAtom, shownTotalAtom, shownVideosAtom } from './videos'

/** Why a recording does not play. */
export type PlayFailure =
  /** The hub has it no longer. */
  | 'gone'
  | 'no-answer'
  /** The file came, and this browser cannot show it. */
  | 'unsupported'

/** The player in its dialog. */
export type Playing =
  | { readonly phase: 'closed' }
  | { readonly phase: 'opening'; readonly list: Playlist }
  | {
      readonly phase: 'open'
      readonly list: Playlist
      readonly url: string
      /** Seconds into the recording at which motion began; null while or where that is not known. */
      readonly motionSec: number | null
      /** Where it begins: where it stood as it failed. */
      readonly fromSec: number
      /** It failed once, and was opened anew: where it fails too, neither links nor the line are why. */
      readonly isSecondTry: boolean
    }
  | { readonly phase: 'failed'; readonly list: Playlist; readonly failure: PlayFailure; readonly fromSec: number }

const stateAtom = atom<Playing>({ phase: 'closed' })

export const playingAtom = atom((get) => get(stateAtom))

export const closePlayerAtom = atom(null, (get, set) => {
  get(motionSearchAtom)?.abort()
  set(stateAtom, { phase: 'closed' })
})

/** Ends the search for the motion of what plays: its whole file is read for that, on a line that the next one needs. */
const motionSearchAtom = atom<AbortController | null>(null)

/** Whether frames are shown around what was seen while a recording plays; holds from one recording to the next. */
const areBoxesShownAtom = atom(true)
export const boxesShownAtom = atom((get) => get(areBoxesShownAtom))
export const toggleBoxesAtom = atom(null, (get, set) => set(areBoxesShownAtom, !get(areBoxesShownAtom)))

/** Fetches a fresh link to the chosen recording. */
const openAtom = atom(null, async (get, set, list: Playlist, fromSec: number) => {
  const opening: Playing = { phase: 'opening', list }
  get(motionSearchAtom)?.abort()
  set(stateAtom, opening)
  const link = await set(askForLinkAtom, chosenClip(list).videoId)
  // Closed, or on to another recording, meanwhile.
  if (get(stateAtom) !== opening) return
  if (link.ok) {
    const told = withDetections(list, link.detections)
    set(stateAtom, { phase: 'open', list: told, url: link.url, motionSec: null, fromSec, isSecondTry: false })
  } else set(stateAtom, { phase: 'failed', list, failure: link.failure, fromSec })
})

type Link =
  | { readonly ok: true; readonly url: string; readonly detections: readonly Detection[] | undefined }
  | { readonly ok: false; readonly failure: Extract<PlayFailure, 'gone' | 'no-answer'> }

/** Tells the log of a failure; the player tells the user, since it was asked to open. */
const askForLinkAtom = atom(null, async (get, _set, videoId: string): Promise<Link> => {
  const { http, reporter } = get(servicesAtom)
  const result = await http.send(calls.videos.one, { params: { videoId } })
  if (result.ok) return { ok: true, url: result.value.videoUrl, detections: result.value.detections }
  reportFailure(reporter, result.failure)
  return { ok: false, failure: isGone(result.failure) ? 'gone' : 'no-answer' }
})

/** Plays an event's recording; before and after it come those of the given events, in their order. */
export const playEventAtom = atom(null, async (_get, set, event: SecurityEvent, among: readonly SecurityEvent[]) => {
  const clips = among.flatMap((other) => clipOfEvent(other) ?? [])
  const list = event.videoId === null ? null : playlistAt(clips, event.videoId)
  if (list !== null) await set(openAtom, list, 0)
})

/** Plays an event of the Events screen. */
export const playShownEventAtom = atom(null, (get, set, event: SecurityEvent) =>
  set(playEventAtom, event, get(shownEventsAtom)),
)

/** The Play overlay of the Videos screen. */
export const playVideoAtom = atom(null, async (get, set, video: Video) => {
  const list = playlistAt(get(shownVideosAtom).map(clipOfVideo), video.id, get(shownTotalAtom))
  await set(openAtom, list ?? { clips: [clipOfVideo(video)], index: 0, total: 1 }, 0)
})

/** On to the next recording of the list, or back to the one before; at the list's ends nothing happens. */
export const stepPlayerAtom = atom(null, async (get, set, by: 1 | -1) => {
  const playing = get(stateAtom)
  if (playing.phase === 'closed') return
  const { list } = playing
  const loaded = neighbour(list, by)
  if (loaded !== null) await set(openAtom, loaded, 0)
  else if (hasNeighbour(list, by)) await set(stepBeyondLoadedAtom, list)
})

/** The recording behind which more are being loaded; null: none. */
const goesOnBehindAtom = atom<string | null>(null)
export const isPlayerGoingOnAtom = atom((get) => {
  const playing = get(stateAtom)
  return playing.phase !== 'closed' && chosenClip(playing.list).videoId === get(goesOnBehindAtom)
})

/** What came into the list meanwhile moves what is known onto further pages: so many are read for one press. */
const MOST_PAGES = 20

/** Whoever looks through a night need not close the player to load what comes next. */
const stepBeyondLoadedAtom = atom(null, async (get, set, from: Playlist) => {
  if (get(goesOnBehindAtom) !== null) return
  set(goesOnBehindAtom, chosenClip(from).videoId)
  const list = await set(readBehindAtom, from)
  const isAwaited = get(isPlayerGoingOnAtom)
  set(goesOnBehindAtom, null)
  const playing = get(stateAtom)
  // Closed, or on to another recording, meanwhile.
  if (playing.phase === 'closed' || !isAwaited) return
  if (list === null) return get(servicesAtom).showToast({ kind: 'error', text: messages.moreVideosFailed })
  const next = neighbour(list, 1)
  if (next === null) set(stateAtom, { ...playing, list })
  else await set(openAtom, next, 0)
})

/** Reads on until a recording behind the list's last one is there, or its end; null where neither came. */
const readBehindAtom = atom(null, async (get, set, from: Playlist): Promise<Playlist | null> => {
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    // A read of all that shows, as once the hub is back, takes the place of one of another page, which is asked for again.
    if (!(await set(loadMoreVideosAtom))) return null
    const hasMore = get(hasMoreVideosAtom)
    const list = withLoaded(from, get(loadedVideosAtom).map(clipOfVideo), hasMore)
    if (list.clips.length > from.clips.length || !hasMore) return list
  }
  return null
})

/** Opens the chosen recording once more, where it stood. */
export const retryPlayerAtom = atom(null, async (get, set) => {
  const playing = get(stateAtom)
  if (playing.phase === 'failed') await set(openAtom, playing.list, playing.fromSec)
})

interface HowPlaybackFailed {
  /** The browser says that the line broke. */
  readonly isNetwork: boolean
  /** Where in the recording. */
  readonly atSec: number
}

/**
 * The browser gave up on the file. It does not say why: a link that has run out, a file that is gone, an answer that did not
 * come and a format it does not know look alike. The hub is asked again, and a film that it has is opened once more, at the
 * same second.
 */
export const notePlaybackFailedAtom = atom(null, async (get, set, failedUrl: string, how: HowPlaybackFailed) => {
  const { isNetwork, atSec: fromSec } = how
  const failed = openWith(get(stateAtom), failedUrl)
  if (failed === null) return
  const { list } = failed
  const link = await set(askForLinkAtom, chosenClip(list).videoId)
  const isFileThere = link.ok && (await get(servicesAtom).fetchFile(link.url)) !== null
  // Its motion may have been found meanwhile: the state is another, and the recording the same.
  const playing = openWith(get(stateAtom), failedUrl)
  if (playing === null || playing.isSecondTry !== failed.isSecondTry) return
  const isFilmThere = isFileThere && !chosenClip(list).isNoFilm
  const isTriedAgain = isFilmThere && !playing.isSecondTry && !(isNetwork && link.url === failedUrl)
  if (isTriedAgain) set(stateAtom, { ...playing, url: link.url, fromSec, isSecondTry: true })
  else set(stateAtom, { phase: 'failed', list, failure: failureOf(link, isFileThere && !isNetwork), fromSec })
})

function failureOf(link: Link, isReadable: boolean): PlayFailure {
  if (!link.ok) return link.failure
  return isReadable ? 'unsupported' : 'no-answer'
}

/** The recording shows: its motion is looked for now, so that the picture came first. */
export const notePlaybackBegunAtom = atom(null, async (get, set) => {
  const playing = get(stateAtom)
  if (playing.phase !== 'open' || playing.motionSec !== null) return
  const search = new AbortController()
  set(motionSearchAtom, search)
  const content = await get(servicesAtom).fetchFile(playing.url, search.signal)
  const motionSec = content === null ? null : await findMotion(content)
  const shown = openWith(get(stateAtom), playing.url)
  if (shown !== null && motionSec !== null) set(stateAtom, { ...shown, motionSec })
})

/** The player while it shows this file; null once it was closed, or went on to another. */
function openWith(playing: Playing, url: string): Extract<Playing, { phase: 'open' }> | null {
  return playing.phase === 'open' && playing.url === url ? playing : null
}
