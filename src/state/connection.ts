import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import type { Failure } from '../api/result'

/** Whether the hub answers. `since` is when it last stopped doing so. */
export type Connection = { readonly phase: 'reachable' } | { readonly phase: 'unreachable'; readonly sinceMs: number }

export const connectionAtom = atom<Connection>({ phase: 'reachable' })

/** While nobody answers, open reads are tried again this often. */
export const RECONNECT_INTERVAL_MS = 3_000

/** Takes note of how a call ended. Any answer, also a refusal, shows that the hub is there. */
export const noteOutcomeAtom = atom(null, (get, set, failure: Failure | null, nowMs: number) => {
  if (failure?.kind === 'aborted' || failure?.kind === 'signed-out') return
  const isAway = failure?.kind === 'network'
  const { phase } = get(connectionAtom)
  if (isAway && phase === 'reachable') set(connectionAtom, { phase: 'unreachable', sinceMs: nowMs })
  if (!isAway && phase === 'unreachable') {
    set(connectionAtom, { phase: 'reachable' })
    // What the screens show may be from before the outage.
    void get(queryClientAtom).invalidateQueries()
  }
})

/** Tries the open reads again; called every few seconds while the hub is away. */
export const probeAtom = atom(null, (get) => {
  if (get(connectionAtom).phase === 'unreachable') void get(queryClientAtom).refetchQueries({ type: 'active' })
})
