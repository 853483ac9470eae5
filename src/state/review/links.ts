import { CancelledError } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { calls } from '../../contract/calls'
import type { ReviewClip } from '../../contract/review'
import { LINKS_POLL_MS } from '../http/polling'
import { unwrap } from '../http/request-error'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'
import { reviewLanesAtom } from './review'

/** So many neighbours come with a recording that is asked for: the next look is mostly near. */
const BLOCK = 24

/** A pointer that goes on within this time was only passing. */
export const REST_MS = 60

/** Films that show and whose links are missing, or too old to open, are asked for again so often. */
export const ASK_AGAIN_MS = 5_000

/** A recording of a lane, by when it began. */
export interface FilmKey {
  readonly cameraId: string
  readonly startMs: number
}

/** What the hub told of a recording, with links that open for some minutes. */
interface Linked {
  readonly clip: ReviewClip
  readonly askedAtMs: number
}

const keyOf = ({ cameraId, startMs }: FilmKey) => `${cameraId} ${startMs}`

const linkedAtom = atom<ReadonlyMap<string, Linked>>(new Map<string, Linked>())

/** Links to recordings that were asked for; null: not here, or too old to open. */
export const clipOfKeyAtom = atom((get) => {
  const linked = get(linkedAtom)
  const nowMs = get(servicesAtom).nowMs
  return (key: FilmKey): ReviewClip | null => {
    const found = linked.get(keyOf(key))
    return found !== undefined && nowMs() - found.askedAtMs < LINKS_POLL_MS ? found.clip : null
  }
})

/** Recordings that the hub was asked for in vain: it did not answer, or has them no longer. */
const missingAtom = atom<ReadonlySet<string>>(new Set<string>())
export const isFilmMissingAtom = atom((get) => {
  const missing = get(missingAtom)
  return (key: FilmKey): boolean => missing.has(keyOf(key))
})

/** All recordings of the lanes in the order of time, as blocks of neighbours. */
const blocksAtom = atom((get): readonly (readonly FilmKey[])[] => {
  const all = get(reviewLanesAtom).flatMap(({ cameraId, startsMs, lengthsMs }) =>
    startsMs.flatMap((startMs, index) => ((lengthsMs[index] ?? 0) > 0 ? [{ cameraId, startMs }] : [])),
  )
  all.sort((one, other) => one.startMs - other.startMs)
  return Array.from({ length: Math.ceil(all.length / BLOCK) }, (_, index) =>
    all.slice(index * BLOCK, (index + 1) * BLOCK),
  )
})

/** Which block holds a recording. */
const blockOfKeyAtom = atom((get) => {
  const blocks = get(blocksAtom)
  const places = new Map(blocks.flatMap((block, index) => block.map((key) => [keyOf(key), index] as const)))
  return (key: FilmKey) => blocks[places.get(keyOf(key)) ?? -1] ?? null
})

/** Fetches a block unless it is here or on its way; a failed one is asked for again by who still shows it. */
const fetchBlockAtom = atom(null, async (get, set, block: readonly FilmKey[]) => {
  const [first, last] = [block[0], block.at(-1)]
  if (first === undefined || last === undefined) return
  const { http, nowMs } = get(servicesAtom)
  const askedAtMs = nowMs()
  // By all that it holds: what comes late between its ends leaves these as they were.
  const queryKey = [...get(keysAtom).review, 'clips', first.startMs, block.map(keyOf)]
  const query = { from: new Date(first.startMs).toISOString(), to: new Date(last.startMs).toISOString() }
  const answer = await get(queryClientAtom)
    .fetchQuery({
      queryKey,
      staleTime: LINKS_POLL_MS,
      retry: false,
      queryFn: async ({ signal }) => ({
        askedAtMs,
        clips: unwrap(await http.send(calls.review.clips, { query, signal })).clips,
      }),
    })
    // The query's own reporter has told of it; broken off because the pointer went on, it is nobody's business.
    .catch((problem: unknown) => (problem instanceof CancelledError ? 'cancelled' : null))
  if (answer === 'cancelled') return
  const found = new Map(
    answer?.clips.map((clip) => [
      keyOf({ cameraId: clip.cameraId, startMs: Date.parse(clip.startedAt) }),
      { clip, askedAtMs: answer.askedAtMs },
    ]),
  )
  // What changes nothing is told to nobody: who shows a film asks at each change.
  set(missingAtom, (before) => {
    const added = block.map(keyOf).filter((key) => !found.has(key) && !before.has(key))
    const isSame = added.length === 0 && [...found.keys()].every((key) => !before.has(key))
    return isSame ? before : new Set([...[...before].filter((key) => !found.has(key)), ...added])
  })
  set(linkedAtom, (before) => {
    const isSame = [...found].every(([key, { askedAtMs: atMs }]) => before.get(key)?.askedAtMs === atMs)
    return isSame ? before : new Map([...before, ...found])
  })
})

/** When the blocks begin that films wait for. */
const awaitedStartsAtom = atom<readonly number[]>([])

/** Asks for films that are about to play, with their neighbours. */
export const askForFilmsAtom = atom(null, async (get, set, keys: readonly FilmKey[]) => {
  const missing = keys.filter((key) => get(clipOfKeyAtom)(key) === null)
  const blockOf = get(blockOfKeyAtom)
  const blocks = [...new Set(missing.map(blockOf))].filter((block) => block !== null)
  const starts = blocks.flatMap(([first]) => first?.startMs ?? [])
  set(awaitedStartsAtom, (before) => [...before, ...starts])
  try {
    await Promise.all(blocks.map((block) => set(fetchBlockAtom, block)))
  } finally {
    set(awaitedStartsAtom, (before) => before.filter((startMs) => !starts.includes(startMs)))
  }
})

interface Pointing {
  readonly wanted: FilmKey | null
  /** The block that is on its way for the pointer. */
  readonly asked: readonly FilmKey[] | null
  readonly cancel: () => void
}

const pointingAtom = atom<Pointing>({ wanted: null, asked: null, cancel: () => undefined })

/**
 * The pointer means a recording; null: none. Nothing is fetched while it goes on, one block at a time when it rests, and
 * that is broken off when it has gone elsewhere: a drag over a day costs some ten requests, not thousands.
 */
export const pointAtFilmAtom = atom(null, (get, set, wanted: FilmKey | null) => {
  const { after } = get(servicesAtom)
  const before = get(pointingAtom)
  before.cancel()
  const fetchWanted = () => {
    const { asked } = get(pointingAtom)
    const block = wanted === null || get(clipOfKeyAtom)(wanted) !== null ? null : get(blockOfKeyAtom)(wanted)
    if (block === null) return
    const first = asked?.[0]
    // What a film waits for too is not the pointer's to break off.
    const isAwaited = first !== undefined && get(awaitedStartsAtom).includes(first.startMs)
    if (asked !== null && asked !== block && first !== undefined && !isAwaited) {
      const queryKey = [...get(keysAtom).review, 'clips', first.startMs]
      void get(queryClientAtom).cancelQueries({ queryKey })
    }
    set(pointingAtom, { wanted, asked: block, cancel: () => undefined })
    void set(fetchBlockAtom, block)
  }
  set(pointingAtom, { ...before, wanted, cancel: wanted === null ? () => undefined : after(REST_MS, fetchWanted) })
})
