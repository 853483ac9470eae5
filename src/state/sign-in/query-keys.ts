import { atom, type ExtractAtomValue } from 'jotai/vanilla'
import { userAtom } from './session'

/**
 * Keys of the cached reads; a prefix names all reads of its kind. They begin with the user, so that nobody is ever shown
 * what was read for another, in the same workspace either.
 */
export const keysAtom = atom((get) => {
  const scope = get(userAtom) ?? 'signed-out'
  return {
    cameras: [scope, 'cameras'],
    cameraStatuses: [scope, 'camera-statuses'],
    screenshots: [scope, 'screenshots'],
    events: [scope, 'events'],
    videos: [scope, 'videos'],
    chats: [scope, 'chats'],
    storage: [scope, 'videos', 'storage'],
    workspace: [scope, 'workspace'],
    members: [scope, 'members'],
    apiTokens: [scope, 'api-tokens'],
    webhooks: [scope, 'webhooks'],
    webhookDeliveries: [scope, 'webhook-deliveries'],
    pairing: [scope, 'pairing'],
    devices: [scope, 'devices'],
    passkeys: [scope, 'passkeys'],
    modes: [scope, 'modes'],
    pushDevices: [scope, 'push-devices'],
    shares: [scope, 'shares'],
    review: [scope, 'review'],
    descriptions: [scope, 'descriptions'],
    workspaceUsage: [scope, 'usage'],
    config: [scope, 'config'],
    notificationUsage: [scope, 'notification-usage'],
  } as const
})

export type QueryName = keyof ExtractAtomValue<typeof keysAtom>
