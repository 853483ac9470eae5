import type { createStore } from 'jotai/vanilla'
import { keptCameras } from '../cameras/camera-list'
import { startSilenceService } from '../hub/connection'
import { keysAtom } from '../sign-in/query-keys'
import { keptWorkspace, workspaceKeyAtom } from '../workspace/workspace'

/**
 * Where the hub is silent from the start, the page goes by what this browser remembers: cameras and plan here, modes,
 * detection and lengths of clips by themselves. Returns the end.
 */
export function startMemoryService(store: ReturnType<typeof createStore>): () => void {
  return startSilenceService(store, () => {
    store.set(keptCameras.standInAtom, store.get(keysAtom).cameras)
    store.set(keptWorkspace.standInAtom, store.get(workspaceKeyAtom))
  })
}
