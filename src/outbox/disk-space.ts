import { defaultRoomBytes, roomBytesOf } from './room'

/** What the browser says of its disk; missing in old browsers and on insecure pages. */
export type DiskSpace = Partial<Pick<StorageManager, 'estimate' | 'persisted' | 'persist'>>

/** How many bytes clips and recordings may take together. */
export async function roomIn(space: DiskSpace): Promise<number> {
  const estimate = await space.estimate?.().catch(() => null)
  return estimate?.quota === undefined ? defaultRoomBytes : roomBytesOf(estimate.quota)
}

/** Asks the browser not to clear the disk by itself; false where it will not promise. */
export async function askToPersist(space: DiskSpace): Promise<boolean> {
  if ((await space.persisted?.()) === true) return true
  return (await space.persist?.()) ?? false
}

export function browserSpace(): DiskSpace {
  const { navigator } = globalThis as { navigator?: { storage?: StorageManager } }
  return navigator?.storage ?? {}
}
