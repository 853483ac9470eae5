import { atom, type createStore } from 'jotai/vanilla'
import { captureStatesAtom } from '../cameras/capture-states'
import { localCamerasAtom } from '../cameras/local-cameras'

/** A camera that runs in this tab, and that others of the workspace may look through. */
export interface OfferedCamera {
  readonly name: string
  /** Its capture's own. */
  readonly stream: MediaStream
}

/** By id. */
export const offeredCamerasAtom = atom((get): ReadonlyMap<string, OfferedCamera> => {
  const states = get(captureStatesAtom)
  // The list of cameras is not asked for where none runs: screens without cameras ask for none.
  if (![...states.values()].some(({ phase }) => phase === 'running')) return new Map()
  return new Map(
    get(localCamerasAtom).flatMap(({ id, name, isLiveAllowed }) => {
      const state = states.get(id)
      if (state?.phase !== 'running' || isLiveAllowed === false) return []
      return [[id, { name, stream: state.stream }] as const]
    }),
  )
})

const hasOfferedAtom = atom((get) => get(offeredCamerasAtom).size > 0)

/** Calls once, as soon as this tab runs a camera: pages that run none need no code for it. Returns what ends the wait. */
export function whenCamerasRun(store: ReturnType<typeof createStore>, begin: () => void): () => void {
  let unsubscribe: () => void = () => undefined
  const look = () => {
    if (!store.get(hasOfferedAtom)) return
    unsubscribe()
    begin()
  }
  unsubscribe = store.sub(hasOfferedAtom, look)
  look()
  return () => unsubscribe()
}
