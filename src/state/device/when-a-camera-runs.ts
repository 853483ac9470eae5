import { atom, type createStore } from 'jotai/vanilla'
import { captureStatesAtom } from '../cameras/capture-states'

const runsAnyAtom = atom((get) => [...get(captureStatesAtom).values()].some(({ phase }) => phase === 'running'))

/** Calls once, as soon as this tab runs a camera, whoever may look through it: pages that run none need no code for it. */
export function whenACameraRuns(store: ReturnType<typeof createStore>, begin: () => void): void {
  let unsubscribe: () => void = () => undefined
  const look = () => {
    if (!store.get(runsAnyAtom)) return
    unsubscribe()
    begin()
  }
  unsubscribe = store.sub(runsAnyAtom, look)
  look()
}
