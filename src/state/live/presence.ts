import { atom } from 'jotai/vanilla'
import type { LiveSocket, LiveSocketEvents } from '../../api/live-socket'
import type { LiveViewer } from '../../contract/live'

/** The socket of this tab, which its cameras and its viewings share. */
export type LiveLine = Pick<LiveSocket, 'isOpen' | 'waitingBytes' | 'send' | 'sendChunk'> & {
  /** Tells what comes on it until the signal aborts. */
  listen(events: Partial<LiveSocketEvents>, signal: AbortSignal): void
}

const nobody: ReadonlyMap<string, readonly LiveViewer[]> = new Map()

const lineAtom = atom<LiveLine | null>(null)
const isOpenAtom = atom(false)
const presentAtom = atom(nobody)

/** null: nobody is signed in, the provider does not offer `live`, or its code is still on its way. */
export const liveLineAtom = atom((get) => get(lineAtom))

/** Whether the hub can be heard on it now. */
export const isLiveLineOpenAtom = atom((get) => get(isOpenAtom))

/** The cameras that can be looked through now, by id, and who looks; empty while the hub is not heard. */
export const presenceAtom = atom((get) => get(presentAtom))

/** For live-line.ts alone. */
export const setLineAtom = atom(null, (_get, set, line: LiveLine | null) => {
  set(lineAtom, line)
  set(isOpenAtom, false)
  set(presentAtom, nobody)
})
export const noteLineOpenAtom = atom(null, (_get, set, isOpen: boolean) => {
  set(isOpenAtom, isOpen)
  if (!isOpen) set(presentAtom, nobody)
})
export const notePresenceAtom = atom(null, (_get, set, present: ReadonlyMap<string, readonly LiveViewer[]>) =>
  set(presentAtom, present),
)
