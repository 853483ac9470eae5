import type { Sensor } from './event-message'

/** Names of topics (docs/home-assistant.md). Ids alone stand in them: whatever is renamed keeps its place. */

const ROOT = 'nightjar'

/** Where Home Assistant looks for what there is, and says that it has started. */
export const DISCOVERY_ROOT = 'homeassistant'
export const BIRTH_TOPIC = `${DISCOVERY_ROOT}/status`

export function workspaceTopic(workspaceId: string, name: 'hub' | 'mode' | 'alarm'): string {
  return `${ROOT}/${workspaceId}/${name}`
}

export type CameraTopic = 'about' | 'online' | Sensor | 'detection' | 'last-event' | 'picture' | 'event'

export function cameraTopic(workspaceId: string, cameraId: string, name: CameraTopic): string {
  return `${ROOT}/${workspaceId}/camera/${cameraId}/${name}`
}

/** Where a state that can be set is set. */
export function setTopic(topic: string): string {
  return `${topic}/set`
}

/** All that sets something in a workspace, known or not. */
export function commandTopics(workspaceId: string): string[] {
  return [`${ROOT}/${workspaceId}/+/set`, `${ROOT}/${workspaceId}/camera/+/+/set`]
}

/** Everything of a workspace, for what was left there by an earlier start. */
export function everythingOf(workspaceId: string): string {
  return `${ROOT}/${workspaceId}/#`
}

/** Of which camera of the workspace a topic is; null: of none. */
export function cameraIn(workspaceId: string, topic: string): string | null {
  const [root, workspace, kind, cameraId = ''] = topic.split('/')
  const isCamera = root === ROOT && workspace === workspaceId && kind === 'camera' && /^[\w-]{1,64}$/.test(cameraId)
  return isCamera ? cameraId : null
}
