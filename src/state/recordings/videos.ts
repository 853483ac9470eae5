import type { InfiniteData } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { atomWithInfiniteQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { VIDEOS_PAGE_SIZE } from '../../contract/limits'
import type { Video } from '../../contract/video'
import { allDates, type DateRange, isWithin } from '../../lib/date-range'
import { groupsOf, type LabelGroup } from '../../lib/label'
import { invitedCamerasQueryAtom } from '../cameras/camera-list'
import { seenIn } from '../events/seen'
import { extensionsAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { hasHeardAtom, offeredExtensionsAtom } from '../hub/connection'
import { hubNowMsAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'

/** Three fixed sample camera names beside All Cameras (VID-03, X-02), for a provider whose cameras are not read here. */
const sampleCameraNames = ['Front Door', 'Backyard', 'Garage'] as const

export const videosSearchAtom = atom('')
export const videosCameraAtom = atom<string>('all')
export const videosRangeAtom = atom<DateRange>(allDates)

/** Whether the provider tells what films are (FACT-07); while it is silent, whether it did. */
export const hasFactsAtom = atom((get) => get(offeredExtensionsAtom).has('facts'))

export type VideosFilter = 'all' | LabelGroup

const chosenSeenAtom = atom<VideosFilter>('all')

/** What is to be seen in recordings (LABEL-06). A provider that does not tell has all of them. */
export const videosSeenAtom = atom(
  (get): VideosFilter => (get(hasFactsAtom) ? get(chosenSeenAtom) : 'all'),
  (_get, set, seen: VideosFilter) => set(chosenSeenAtom, seen),
)

/** Some recordings, and how many came: those that are removed later are still counted where the pages divide. */
export interface VideosPage {
  readonly videos: Video[]
  readonly total: number
  readonly rowCount: number
}

/** Reads a page; those with words are found by them (EXT-24). */
export const readVideosPageAtom = atom((get) => async (page: number, words: { readonly q?: string } = {}) => {
  const query = { page, pageSize: VIDEOS_PAGE_SIZE, ...words }
  const read = unwrap(await get(servicesAtom).http.send(calls.videos.list, { query }))
  return { ...read, rowCount: read.videos.length } satisfies VideosPage
})

/** A provider has its own mind of how many rows a page has: the fullest tells, as rows that cannot be read are left out. */
export function nextVideosPage(last: VideosPage, pages: readonly VideosPage[]): number | undefined {
  const size = Math.max(...pages.map(({ rowCount }) => rowCount)) || VIDEOS_PAGE_SIZE
  return pages.length * size < last.total ? pages.length : undefined
}

/** Pages count from 0; results are appended (VID-21). What is loaded is read again before the links of its pictures end. */
export const videosQueryAtom = atomWithInfiniteQuery((get) => ({
  queryKey: [...get(keysAtom).videos, 'pages'],
  enabled: get(isSignedInAtom),
  refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
  initialPageParam: 0,
  getNextPageParam: nextVideosPage,
  queryFn: ({ pageParam }) => get(readVideosPageAtom)(Number(pageParam)),
}))

/**
 * Writes a change that the hub has confirmed into the loaded pages. What was asked for before it would undo it, and is
 * asked for again.
 */
export const changeVideosAtom = atom(null, async (get, _set, change: (videos: Video[]) => Video[]) => {
  const client = get(queryClientAtom)
  const queryKey = [...get(keysAtom).videos, 'pages']
  const wasReading = client.isFetching({ queryKey }) > 0
  await client.cancelQueries({ queryKey })
  client.setQueryData<InfiniteData<VideosPage>>(
    queryKey,
    (loaded) => loaded && { ...loaded, pages: loaded.pages.map((page) => ({ ...page, videos: change(page.videos) })) },
  )
  if (wasReading) void client.invalidateQueries({ queryKey })
})

/** All loaded recordings once, also where new ones moved old ones onto the next page. */
export const loadedVideosAtom = atom((get): readonly Video[] => {
  const videos = get(videosQueryAtom).data?.pages.flatMap((page) => page.videos) ?? []
  return [...new Map(videos.map((video) => [video.id, video])).values()]
})

/**
 * Search over the camera's name and the title, and the filters by camera and by what is seen, on the loaded
 * recordings. The specification notes that the original compared an object with a string; the intended filter by name
 * is built.
 */
export function filterVideos(
  videos: readonly Video[],
  search: string,
  cameraName: string,
  seen: VideosFilter = 'all',
): readonly Video[] {
  const wanted = search.trim().toLowerCase()
  return videos.filter((video) => {
    const name = video.camera?.name ?? ''
    const isCamera = cameraName === 'all' || name === cameraName
    const isMeant = seen === 'all' || groupsOf(seenIn(video)).includes(seen)
    return isCamera && isMeant && [name, video.title].some((text) => text.toLowerCase().includes(wanted))
  })
}

/** The Date Range is applied to what is loaded: the call for recordings takes no dates (API-27). */
export const shownVideosAtom = atom((get) => {
  const range = get(videosRangeAtom)
  const nowMs = get(hubNowMsAtom)()
  const [search, camera, seen] = [get(videosSearchAtom), get(videosCameraAtom), get(videosSeenAtom)]
  const found = filterVideos(get(loadedVideosAtom), search, camera, seen)
  return found.filter(({ createdAt }) => isWithin(range, createdAt, nowMs))
})

const isFilteredAtom = atom(
  (get) => get(videosSearchAtom).trim() !== '' || get(videosCameraAtom) !== 'all' || get(videosSeenAtom) !== 'all',
)

/** Whether there are recordings, and what is looked for by search, camera or what was seen is not among the loaded ones. */
export const isFilterEmptyAtom = atom(
  (get) => get(isFilteredAtom) && get(loadedVideosAtom).length > 0 && get(shownVideosAtom).length === 0,
)

/** How many the shown list has, those included that are not loaded yet; what is looked for is among the loaded alone. */
export const shownTotalAtom = atom((get): number => {
  const isAll = !get(isFilteredAtom) && get(videosRangeAtom).kind === 'all'
  const total = isAll ? get(videosQueryAtom).data?.pages.at(-1)?.total : undefined
  return Math.max(total ?? 0, get(shownVideosAtom).length)
})

/** Looks for nothing in particular any more, whenever it was. */
export const showAllVideosAtom = atom(null, (_get, set) => {
  set(videosSearchAtom, '')
  set(videosCameraAtom, 'all')
  set(videosSeenAtom, 'all')
  set(videosRangeAtom, allDates)
})

/** Those of one camera, whatever was looked for before. */
export const showCameraVideosAtom = atom(null, (_get, set, name: string) => {
  set(showAllVideosAtom)
  set(videosCameraAtom, name)
})

/**
 * The names to filter by: those of the workspace's cameras, and of cameras that are gone and have left recordings; the
 * samples where the provider does not invite that read (FACE-10). A name that is chosen stays in the list.
 */
export const cameraNamesAtom = atom((get): readonly string[] => {
  const query = get(invitedCamerasQueryAtom)
  const chosen = get(videosCameraAtom)
  const recorded = get(loadedVideosAtom).flatMap(({ camera }) => (camera?.name ? [camera.name] : []))
  const own = [...(query?.data ?? []).map(({ name }) => name), ...(query === null ? [] : recorded)]
  const samples = query === null && get(hasHeardAtom) ? sampleCameraNames : []
  return [...new Set([...own, ...samples, ...(chosen === 'all' ? [] : [chosen])])]
})

/**
 * Load More shows while fewer are loaded than the total, whatever the filter (VID-14, X-68): while pages are left, or
 * where new recordings moved old ones onto a page that was read again.
 */
export const hasMoreVideosAtom = atom((get) => {
  const pages = get(videosQueryAtom).data?.pages ?? []
  const rows = pages.flatMap(({ videos }) => videos).length
  const last = pages.at(-1)
  const hasPagesLeft = last !== undefined && nextVideosPage(last, pages) !== undefined
  return hasPagesLeft || get(loadedVideosAtom).length < rows
})
