import type { TabChannel } from '../../../src/state/services'

/** The tabs of one browser: each call makes the channel of one more; what a tab tells all others hear, and later. */
export function fakeTabs(): () => TabChannel {
  const hearers = new Set<(message: unknown, from: TabChannel) => void>()
  return () => {
    const tab: TabChannel = {
      tell(message) {
        const copy: unknown = structuredClone(message)
        for (const hear of hearers) queueMicrotask(() => hearers.has(hear) && hear(copy, tab))
      },
      listen(hear, signal) {
        const hearOthers = (message: unknown, from: TabChannel) => from === tab || hear(message)
        hearers.add(hearOthers)
        signal.addEventListener('abort', () => hearers.delete(hearOthers))
      },
    }
    return tab
  }
}
