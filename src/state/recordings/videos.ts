import type { InfiniteData } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { atomWithInfiniteQuery, atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import { VIDEOS_PAGE_SIZE } from '../../contract/limits'
import type { Video } from '../../contract/video'
import { noUsage } from '../../contract/wire'
import { isWebm } from '../../engine/transcode'
import { allDates, type DateRange, isWithin } from '../../lib/date-range'
import { extensionsAtom } from '../http/extensions'
import { LINKS_POLL_MS } from '../http/links-poll'
import { reportFailure, unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/keys'
import { isSignedInAtom, userAtom } from '../sign-in/session'
import { toMp4Atom } from './transcode-download'
import { savedAsStoredSentences } from './transcode-sentences'

/** Three fixed sample camera names beside All Cameras (VID-03, X-02). */
export const sampleCameraNames = ['Front Door', 'Backyard', 'Garage'] as const

export const videosSearchAtom = atom('')
export const videosCameraAtom = atom<string>('all')
export const videosRangeAtom = atom<DateRange>(allDates)

/** Pages count from 0; results are appended (VID-21). What is loaded is read again before the links of its pictures end. */
export const videosQueryAtom = atomWithInfiniteQuery((get) => ({
  queryKey: [...get(keysAtom).videos, 'pages'],
  enabled: get(isSignedInAtom),
  refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
  initialPageParam: 0,
  getNextPageParam: (last: { total: number }, pages: readonly { videos: readonly Video[] }[]) =>
    pages.length * VIDEOS_PAGE_SIZE < last.total ? pages.length : undefined,
  queryFn: async ({ pageParam }) =>
    unwrap(
      await get(servicesAtom).http.send(calls.videos.list, {
        query: { page: Number(pageParam), pageSize: VIDEOS_PAGE_SIZE },
      }),
    ),
}))

/** Writes a change that the hub has confirmed into the loaded pages. */
export const changeVideosAtom = atom(null, (get, _set, change: (videos: Video[]) => Video[]) => {
  type Pages = InfiniteData<{ readonly videos: Video[]; readonly total: number }>
  get(queryClientAtom).setQueryData<Pages>(
    [...get(keysAtom).videos, 'pages'],
    (loaded) => loaded && { ...loaded, pages: loaded.pages.map((page) => ({ ...page, videos: change(page.videos) })) },
  )
})

/** All loaded recordings once, also where new ones moved old ones onto the next page. */
export const loadedVideosAtom = atom((get): readonly Video[] => {
  const videos = get(videosQueryAtom).data?.pages.flatMap((page) => page.videos) ?? []
  return [...new Map(videos.map((video) => [video.id, video])).values()]
})

/**
 * Search over the camera's name and the title, and the camera filter, on the loaded recordings. The
 * specification notes that the original compared an object with a string; the intended filter by name is built.
 */
export function filterVideos(videos: readonly Video[], search: string, cameraName: string): readonly Video[] {
  const wanted = search.trim().toLowerCase()
  return videos.filter((video) => {
    const name = video.camera?.name ?? ''
    const isCamera = cameraName === 'all' || name === cameraName
    return isCamera && [name, video.title].some((text) => text.toLowerCase().includes(wanted))
  })
}

/** The Date Range is applied to what is loaded: the call for recordings takes no dates (API-27). */
export const shownVideosAtom = atom((get) => {
  const range = get(videosRangeAtom)
  const nowMs = get(servicesAtom).nowMs()
  const found = filterVideos(get(loadedVideosAtom), get(videosSearchAtom), get(videosCameraAtom))
  return found.filter(({ createdAt }) => isWithin(range, createdAt, nowMs))
})

/**
 * Load More shows while fewer are loaded than the total, whatever the filter (VID-14, X-68): while pages are left, or
 * where new recordings moved old ones onto a page that was read again.
 */
export const hasMoreVideosAtom = atom((get) => {
  const pages = get(videosQueryAtom).data?.pages ?? []
  const rows = pages.flatMap(({ videos }) => videos).length
  const hasPagesLeft = pages.length * VIDEOS_PAGE_SIZE < (pages.at(-1)?.total ?? 0)
  return hasPagesLeft || get(loadedVideosAtom).length < rows
})

export const storageUsageQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).storage,
  enabled: get(isSignedInAtom),
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.videos.storageUsage, {})),
}))

/** Zeros until it is known (VID-23). */
export const storageUsageAtom = atom((get) => get(storageUsageQueryAtom).data ?? noUsage)

/** Load More. Where all pages are loaded and one is still missing, a new first one came meanwhile: all are read again. */
export const loadMoreVideosAtom = atom(null, async (get) => {
  const query = get(videosQueryAtom)
  await (query.hasNextPage ? query.fetchNextPage() : query.refetch())
})

/** A download that is on its way. */
export type Download =
  | { readonly phase: 'fetching' }
  /** `progress` is a share, 0 to 1. */
  | { readonly phase: 'converting'; readonly progress: number; readonly cancel: () => void }

/** Downloads on their way, by video. */
export const downloadsAtom = atom<ReadonlyMap<string, Download>>(new Map<string, Download>())

const setDownloadAtom = atom(null, (_get, set, videoId: string, download: Download | null) =>
  set(downloadsAtom, (all) => {
    const others = [...all].filter(([id]) => id !== videoId)
    return new Map(download === null ? others : [...others, [videoId, download]])
  }),
)

/** Saves a recording as recording-{id}.mp4 (VID-22): fetched, since a link's name is ignored across origins. */
export const downloadVideoAtom = atom(null, async (get, set, videoId: string) => {
  const { http, fetchFile, reporter } = get(servicesAtom)
  set(setDownloadAtom, videoId, { phase: 'fetching' })
  const user = get(userAtom)
  const result = await http.send(calls.videos.download, { params: { videoId } })
  const content = result.ok ? await fetchFile(result.value.url) : null
  if (content !== null) await set(saveAsMp4Atom, videoId, content, user)
  else if (result.ok) reporter.report('The recording could not be fetched.')
  else reportFailure(reporter, result.failure)
  set(setDownloadAtom, videoId, null)
})

/**
 * What cannot be made into MP4 is saved as it is stored, and the user is told why. A name says WebM only of what is one:
 * all else has the name that is specified (VID-22).
 */
const saveAsMp4Atom = atom(null, async (get, set, videoId: string, stored: Blob, user: string | null) => {
  const { saveFile, showToast } = get(servicesAtom)
  // Whoever signed in meanwhile is not given another's recording.
  const isMine = () => get(userAtom) === user
  if (!isMine()) return
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const onProgress = (progress: number) => set(setDownloadAtom, videoId, { phase: 'converting', progress, cancel })
  onProgress(0)
  const isKnown = await isWebm(stored)
  const result = await set(toMp4Atom, stored, { signal: cancelling.signal, onProgress })
  if (!isMine()) return
  if (result.kind === 'done') return saveFile(result.content, `recording-${videoId}.mp4`)
  if (result.reason === 'cancelled') return
  saveFile(stored, `recording-${videoId}.${isKnown ? 'webm' : 'mp4'}`)
  showToast({ kind: 'warning', text: savedAsStoredSentences[isKnown ? result.reason : 'not-readable'] })
})
