import { atom } from 'jotai/vanilla'
import { atomWithQuery } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { Video } from '../../contract/video'
import { noUsage } from '../../contract/wire'
import { type Day, dayOf } from '../../lib/day'
import { extensionsAtom } from '../http/extensions'
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
  queryFn: async () => unwrap(await get(servicesAtom).http.send(calls.videos.storageUsage, {})),
}))

/** Zeros until it is known (VID-23). */
export const storageUsageAtom = atom((get) => get(storageUsageQueryAtom).data ?? noUsage)

/** What one camera or one day takes of the storage. */
export interface StorageUse<Name> {
  readonly name: Name
  readonly sizeBytes: number
  readonly count: number
}

/** Adds up recordings by a name, the largest first; those without a name are left out. */
export function storageBy<Name>(
  videos: readonly Video[],
  nameOf: (video: Video) => Name | null,
): readonly StorageUse<Name>[] {
  const uses = new Map<Name, StorageUse<Name>>()
  for (const video of videos) {
    const name = nameOf(video)
    if (name === null) continue
    const { sizeBytes, count } = uses.get(name) ?? { sizeBytes: 0, count: 0 }
    uses.set(name, { name, sizeBytes: sizeBytes + video.size, count: count + 1 })
  }
  return [...uses.values()].sort((one, other) => other.sizeBytes - one.sizeBytes)
}

function recordedOn({ createdAt }: Video): Day | null {
  const atMs = Date.parse(createdAt)
  return Number.isNaN(atMs) ? null : dayOf(atMs)
}

/** By camera name; '' for recordings of no camera. */
export const storageByCameraAtom = atom((get) => storageBy(get(loadedVideosAtom), ({ camera }) => camera?.name ?? ''))

export const storageByDayAtom = atom((get) => storageBy(get(loadedVideosAtom), recordedOn))
