import { focusManager } from '@tanstack/query-core'
import { atom } from 'jotai/vanilla'
import { queryClientAtom } from 'jotai-tanstack-query'
import { EVENTS_POLL_MS } from '../http/polling'
import { servicesAtom } from '../services'
import { keysAtom } from '../sign-in/query-keys'

/** 'read': a moment ago; 'behind': clips have come since. */
const listsAtom = atom<'at-rest' | 'read' | 'behind'>('at-rest')

/** Nobody sees those of a hidden tab: whoever comes back to it has them read. */
const readListsAtom = atom(null, (get) => {
  const refetchType = focusManager.isFocused() ? 'active' : 'none'
  for (const queryKey of [get(keysAtom).events, get(keysAtom).videos, get(keysAtom).workspaceUsage]) {
    void get(queryClientAtom).invalidateQueries({ queryKey, refetchType })
  }
})

/**
 * A clip or an alert is there now: lists and usage that show it are out of date. They are read at once, and while clips follow each
 * other, as after an outage, no more often than events are anyway: all loaded pages of a list are read in turn, by the
 * line that the clips wait for.
 */
export const noteDeliveredAtom = atom(null, (get, set) => {
  if (get(listsAtom) !== 'at-rest') return set(listsAtom, 'behind')
  const read = () => {
    set(listsAtom, 'read')
    set(readListsAtom)
    get(servicesAtom).after(EVENTS_POLL_MS, () => (get(listsAtom) === 'behind' ? read() : set(listsAtom, 'at-rest')))
  }
  read()
})
