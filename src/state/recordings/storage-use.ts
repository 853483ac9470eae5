import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { StorageParts, Video } from '../../contract/video'
import { noUsage } from '../../contract/wire'
import { dayOf } from '../../lib/day'
import { addUpParts, type StoragePart } from '../../lib/storage-parts'
import { extensionsAtom } from '../http/extensions'
import { myZone } from '../http/my-zone'
import { LINKS_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { isSignedInAtom } from '../sign-in/session'
import { loadedVideosAtom } from './videos'

export const storageUsageQueryAtom = atomWithQuery((get) => ({
  queryKey: get(keysAtom).storage,
  enabled: get(isSignedInAtom),
  // As the recordings beside it, whose sum it is.
  refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.videos.storageUsage, { query: {} })),
}))

/** Zeros until it is known (VID-23). */
export const storageUsageAtom = atom((get) => get(storageUsageQueryAtom).data ?? noUsage)

/** Whether the provider says what takes the storage, of all recordings; else the loaded ones are added up here. */
export const arePartsSaidAtom = atom((get) => get(extensionsAtom).has('storage-parts'))

/** Of the days of this browser. It is much to add up for the provider: only while somebody looks at it. */
export const storagePartsQueryAtom = atomWithQuery((get) => ({
  queryKey: [...get(keysAtom).storage, 'parts'],
  enabled: get(isSignedInAtom) && get(arePartsSaidAtom),
  refetchInterval: get(extensionsAtom).has('polling') ? LINKS_POLL_MS : false,
  queryFn: async () => {
    const query = { timeZone: myZone().timeZone ?? 'UTC' }
    return unwrap(await get(servicesAtom).http.send(calls.videos.storageUsage, { query })).parts ?? noParts
  },
}))

const noParts: StorageParts = { byCamera: [], byDay: [] }

/** Adds up recordings by a name, the largest first; those without a name are left out. */
export function partsBy(videos: readonly Video[], nameOf: (video: Video) => string | null): StoragePart[] {
  return addUpParts(
    videos.flatMap((video) => {
      const name = nameOf(video)
      return name === null ? [] : { name, sizeBytes: video.size, count: 1 }
    }),
  )
}

function recordedOn({ createdAt }: Video): string | null {
  const atMs = Date.parse(createdAt)
  return Number.isNaN(atMs) ? null : dayOf(atMs)
}

/** By camera name, '' for recordings of no camera, and by day. */
export const storagePartsAtom = atom((get): StorageParts => {
  if (get(arePartsSaidAtom)) return get(storagePartsQueryAtom).data ?? noParts
  const videos = get(loadedVideosAtom)
  return { byCamera: partsBy(videos, ({ camera }) => camera?.name ?? ''), byDay: partsBy(videos, recordedOn) }
})
