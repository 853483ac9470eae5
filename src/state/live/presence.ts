import { atom } from 'jotai/vanilla'
import type { LiveSocket, LiveSocketEvents } from '../../api/live-socket'
import type { Camera } from '../../contract/camera'
import type { IceServer, LiveViewer, PresentCamera } from '../../contract/live/live'
import { setHubClockAtom } from '../hub/hub-ahead'
import { servicesAtom } from '../services'

/** The socket of this tab, which its cameras and its viewings share. */
export type LiveLine = Pick<LiveSocket, 'isOpen' | 'waitingBytes' | 'hubAheadMs' | 'watch' | 'send' | 'sendChunk'> & {
  /** Tells what comes on it until the signal aborts. */
  listen(events: Partial<LiveSocketEvents>, signal: AbortSignal): void
}

/** That a camera could be looked through no more. */
interface Leaving {
  readonly atMs: number
  /** The hub said so then; else the line was lost, and the camera may have gone at any time. */
  readonly isTold: boolean
}

const nobody: ReadonlyMap<string, readonly LiveViewer[]> = new Map()

const lineAtom = atom<LiveLine | null>(null)
const isOpenAtom = atom(false)
/** null: the hub has not said yet. */
const presentAtom = atom<ReadonlyMap<string, readonly LiveViewer[]> | null>(null)
const noSirens: ReadonlyMap<string, string> = new Map()
const soundingAtom = atom(noSirens)
const serversAtom = atom<readonly IceServer[]>([])
const leftAtom = atom<ReadonlyMap<string, Leaving>>(new Map<string, Leaving>())

/** null: nobody is signed in, the provider does not offer `live`, or its code is still on its way. */
export const liveLineAtom = atom((get) => get(lineAtom))

/** Whether the hub can be heard on it now. */
export const isLiveLineOpenAtom = atom((get) => get(isOpenAtom))

/** The cameras that can be looked through now, by id, and who looks; empty while the hub is not heard. */
export const presenceAtom = atom((get) => get(presentAtom) ?? nobody)

/** Who set off the sirens that sound now, by camera id; empty while the hub is not heard. */
export const sirensAtom = atom((get) => get(soundingAtom))

/** Whether the hub has said which cameras can be looked through: a camera that is not among them is away. */
export const isPresenceKnownAtom = atom((get) => get(presentAtom) !== null)

/** What the hub's operator gives connections to find a way by. */
export const iceServersAtom = atom((get) => get(serversAtom))

/** When a camera that is away was there last, as the hub says or this tab saw; ms since the epoch, null: not known. */
export const lastSeenOfAtom = atom((get) => {
  const left = get(leftAtom)
  return (camera: Pick<Camera, 'id' | 'lastSeenAt'>): number | null => {
    const leaving = left.get(camera.id)
    const heardMs = Date.parse(camera.lastSeenAt ?? '')
    if (Number.isNaN(heardMs)) return leaving?.atMs ?? null
    // The list of cameras may have been read before it went.
    return leaving?.isTold === true ? Math.max(leaving.atMs, heardMs) : heardMs
  }
})

/** For live-line.ts alone. */
export const setLineAtom = atom(null, (_get, set, line: LiveLine | null) => {
  set(lineAtom, line)
  set(setHubClockAtom, line)
  set(isOpenAtom, false)
  set(presentAtom, null)
  set(soundingAtom, noSirens)
  set(leftAtom, new Map())
})
export const noteLineOpenAtom = atom(null, (get, set, isOpen: boolean) => {
  set(isOpenAtom, isOpen)
  if (isOpen) return
  set(noteLeftAtom, [...(get(presentAtom) ?? nobody).keys()], false)
  set(presentAtom, null)
  set(soundingAtom, noSirens)
})
export const noteServersAtom = atom(null, (_get, set, servers: readonly IceServer[]) => set(serversAtom, servers))
export const notePresenceAtom = atom(null, (get, set, cameras: readonly PresentCamera[]) => {
  const present = new Map(cameras.map(({ cameraId, viewers }) => [cameraId, viewers]))
  set(
    noteLeftAtom,
    [...(get(presentAtom) ?? nobody).keys()].filter((cameraId) => !present.has(cameraId)),
    true,
  )
  set(presentAtom, present)
  const sirens = cameras.flatMap(({ cameraId, sirenBy }) => (sirenBy === null ? [] : [[cameraId, sirenBy] as const]))
  set(soundingAtom, sirens.length === 0 ? noSirens : new Map(sirens))
})

const noteLeftAtom = atom(null, (get, set, cameraIds: readonly string[], isTold: boolean) => {
  if (cameraIds.length === 0) return
  const leaving = { atMs: get(servicesAtom).nowMs(), isTold }
  set(leftAtom, (left) => new Map([...left, ...cameraIds.map((cameraId) => [cameraId, leaving] as const)]))
})
