import { atom } from 'jotai/vanilla'
import { keysAtom } from '../sign-in/query-keys'
import { videosQueryAtom } from './videos'

/** Where a press on Load More stands. `busy` is also the wait for a read of the list that is on its way already. */
export type LoadingMore = 'idle' | 'busy' | 'failed'

type Press = { readonly scope: unknown } & (
  | { readonly phase: 'busy'; readonly came: Promise<boolean> }
  /** It did not come to the list of that time; one that was read since says nothing of it. */
  | { readonly phase: 'failed'; readonly listReadAtMs: number }
)

const pressAtom = atom<Press | null>(null)

/** The last press of whoever is signed in. */
const ownPressAtom = atom((get) => {
  const press = get(pressAtom)
  return press?.scope === get(keysAtom).videos[0] ? press : null
})

export const loadingMoreAtom = atom((get): LoadingMore => {
  const press = get(ownPressAtom)
  if (press?.phase !== 'failed') return press?.phase ?? 'idle'
  return press.listReadAtMs === get(videosQueryAtom).dataUpdatedAt ? 'failed' : 'idle'
})

/** Load More. Resolves to whether it came; a second press while the first is on its way is the same one. */
export const loadMoreVideosAtom = atom(null, (get, set): Promise<boolean> => {
  const under = get(ownPressAtom)
  if (under?.phase === 'busy') return under.came
  const [scope] = get(keysAtom).videos
  const press: Press = { scope, phase: 'busy', came: set(readMoreAtom).then(end) }
  function end(hasCome: boolean): boolean {
    const listReadAtMs = get(videosQueryAtom).dataUpdatedAt
    if (get(pressAtom) === press) set(pressAtom, hasCome ? null : { scope, phase: 'failed', listReadAtMs })
    return hasCome
  }
  set(pressAtom, press)
  return press.came
})

/** Attempts at a page that other reads of the list took the place of. */
const PAGE_ATTEMPTS = 3

/**
 * Where all pages are loaded and one is still missing, a new first one came meanwhile: all are read again, and so they are
 * where one is gone, whose place another took.
 */
const readMoreAtom = atom(null, async (get): Promise<boolean> => {
  for (let attempt = 0; attempt < PAGE_ATTEMPTS; attempt++) {
    const query = get(videosQueryAtom)
    // Neither takes the place of the other: a delivered clip has all that is loaded read anew.
    if (query.isFetching) await query.refetch({ cancelRefetch: false })
    const before = get(videosQueryAtom).data?.pages ?? []
    if (!query.hasNextPage) return !(await query.refetch()).isError
    const { isError, data } = await query.fetchNextPage()
    if (isError) return false
    const pages = data?.pages ?? []
    if (pages.length <= before.length) continue
    const isOneGone = (pages.at(-1)?.total ?? 0) < (before.at(-1)?.total ?? 0)
    return !isOneGone || !(await query.refetch()).isError
  }
  return false
})
