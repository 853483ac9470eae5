import type { ClipStore } from './clip-store'
import type { WaitingClip } from './waiting-clip'

/**
 * Keeps in memory what the disk refuses (a full disk, a private window): such a clip does not survive the tab, but it
 * is delivered as long as the tab lives. Never rejects.
 */
export function resilientStore(disk: ClipStore, onDiskError: (error: unknown) => void): ClipStore {
  const memory = new Map<string, WaitingClip>()
  return {
    async put(clip) {
      try {
        await disk.put(clip)
        memory.delete(clip.id)
      } catch (error) {
        onDiskError(error)
        memory.set(clip.id, clip)
      }
    },
    async list() {
      const onDisk = await disk.list().catch((error: unknown) => {
        onDiskError(error)
        return []
      })
      const kept = onDisk.filter((clip) => !memory.has(clip.id))
      return [...kept, ...memory.values()].sort((a, b) => a.startedAtMs - b.startedAtMs)
    },
    async remove(id) {
      memory.delete(id)
      await disk.remove(id).catch(onDiskError)
    },
  }
}
