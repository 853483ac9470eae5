import { atom } from 'jotai/vanilla'
import { atomWithInfiniteQuery } from 'jotai-tanstack-query'
import { MAX_SEARCH_LENGTH } from '../../contract/event-search'
import type { Video } from '../../contract/video'
import { extensionsAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/polling'
import { type LoadingMore, loadingMoreAtom, loadMoreVideosAtom } from '../recordings/load-more'
import {
  filterVideos,
  hasMoreVideosAtom,
  loadedVideosAtom,
  nextVideosPage,
  readVideosPageAtom,
  videosQueryAtom,
} from '../recordings/videos'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** What is typed to find a recording to share. */
export const clipSearchAtom = atom('')

/** The part of it that the hub is asked for: what was typed once typing rests. */
export const settledClipSearchAtom = atom('')

const wordsAtom = atom((get) => get(clipSearchAtom).trim().slice(0, MAX_SEARCH_LENGTH))

/** Whether what is searched for may be older than all that is loaded, and the provider finds it (EXT-24). */
const isHubAskedAtom = atom(
  (get) => get(wordsAtom) !== '' && get(extensionsAtom).has('video-search') && get(videosQueryAtom).hasNextPage,
)

/** Read again before the links of its pictures end, as what is loaded is. */
const hubClipsQueryAtom = atomWithInfiniteQuery((get) => {
  const q = get(settledClipSearchAtom).trim().slice(0, MAX_SEARCH_LENGTH)
  return {
    queryKey: [...get(keysAtom).videos, 'found', q],
    enabled: get(isSignedInAtom) && get(isHubAskedAtom) && q === get(wordsAtom),
    refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
    initialPageParam: 0,
    getNextPageParam: nextVideosPage,
    queryFn: ({ pageParam }) => get(readVideosPageAtom)(Number(pageParam), { q }),
  }
})

export interface FoundClips {
  readonly clips: readonly Video[]
  /** The hub looks among the older ones, or will once typing rests. */
  readonly isLooking: boolean
  readonly hasMore: boolean
  readonly isLoadingMore: boolean
  /** The next page did not come. */
  readonly hasFailed: boolean
}

/** What the words find: among what is loaded at once, of any age as soon as the hub has answered (SHARE-27). */
export const foundClipsAtom = atom((get): FoundClips => {
  const loaded = filterVideos(get(loadedVideosAtom), get(clipSearchAtom), 'all')
  const ofLoaded = { clips: loaded, hasMore: get(hasMoreVideosAtom), ...pressOf(get(loadingMoreAtom)) }
  if (!get(isHubAskedAtom)) return { ...ofLoaded, isLooking: false }
  if (get(settledClipSearchAtom).trim() !== get(clipSearchAtom).trim()) return { ...ofLoaded, isLooking: true }
  const query = get(hubClipsQueryAtom)
  if (query.data === undefined) return { ...ofLoaded, isLooking: !query.isError }
  const clips = query.data.pages.flatMap(({ videos }) => videos)
  // A new one moves the last of a page to the next.
  const once = [...new Map(clips.map((clip) => [clip.id, clip])).values()]
  const next = { isLoadingMore: query.isFetchingNextPage, hasFailed: query.isFetchNextPageError }
  return { clips: once, hasMore: query.hasNextPage, ...next, isLooking: false }
})

function pressOf(loading: LoadingMore) {
  return { isLoadingMore: loading === 'busy', hasFailed: loading === 'failed' }
}

/** The next of what shows. */
export const loadMoreClipsAtom = atom(null, async (get, set) => {
  const query = get(hubClipsQueryAtom)
  const isOfHub = get(isHubAskedAtom) && query.data !== undefined
  await (isOfHub ? query.fetchNextPage() : set(loadMoreVideosAtom))
})
