import { atom } from 'jotai/vanilla'
import { sessionAtom } from './session'

/**
 * Keys of the cached reads; a prefix names all reads of its kind. They begin with the workspace, so that nobody is ever
 * shown what was read for another.
 */
export const keysAtom = atom((get) => {
  const session = get(sessionAtom)
  const scope = session.phase === 'signed-in' ? (session.workspaceId ?? '') : 'signed-out'
  return {
    cameras: [scope, 'cameras'],
    cameraStatuses: [scope, 'camera-statuses'],
    screenshots: [scope, 'screenshots'],
    events: [scope, 'events'],
    videos: [scope, 'videos'],
    chats: [scope, 'chats'],
    storage: [scope, 'videos', 'storage'],
    workspace: [scope, 'workspace'],
    workspaceUsage: [scope, 'usage'],
    config: [scope, 'config'],
    notificationUsage: [scope, 'notification-usage'],
  } as const
})
