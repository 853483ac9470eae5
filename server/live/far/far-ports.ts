import type { LiveRequest, LiveViewer } from '../../../src/contract/live/live'
import type { Tab } from '../tab'

/** What a room has here, for other hubs. */
export interface OwnState {
  /** The tabs here, with the cameras that they offer, and since when. */
  readonly offers: ReadonlyMap<Tab, ReadonlyMap<string, number>>
  /** Who looks from here. */
  readonly viewed: readonly ViewedCamera[]
  readonly sirens: readonly { readonly cameraId: string; readonly by: string }[]
  /** Of those who look, the programs that are not ours. */
  readonly programs: readonly { readonly cameraId: string; readonly viewingId: string }[]
}

/** What those who look from one hub have of tabs at others. */
export interface Begun {
  readonly viewingIds: readonly string[]
  readonly relayIds: readonly number[]
}

interface ViewedCamera {
  readonly cameraId: string
  readonly viewers: LiveViewer[]
}

/** Other hubs, where this one is not alone (far/far-live.ts). */
export interface FarPorts {
  /** Of this hub. */
  readonly hubId: string
  readonly publish: (state: OwnState) => void
  readonly hear: (tab: Tab, request: LiveRequest) => boolean
  readonly isViewed: (tab: Tab) => boolean
  readonly loseTab: (tab: Tab) => void
}
