import type { TabChannel } from '../state/services'

/** The other tabs of this browser; silence where it has no BroadcastChannel. */
export function tabChannel(): TabChannel {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nightjar-tabs')
  return {
    tell: (message) => channel?.postMessage(message),
    listen: (hear, signal) => channel?.addEventListener('message', ({ data }) => hear(data), { signal }),
  }
}
