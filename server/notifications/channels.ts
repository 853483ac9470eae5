import type { EventType } from '../../src/contract/event'
import { type Channel, channel } from '../../src/contract/workspace-config'
import { groupsOf, type LabelCount, type LabelGroup } from '../../src/lib/label'
import type { DeliveryChannel } from '../db/notification-tables'
import type { Db, WorkspaceConfigTable } from '../db/schema'
import { pushChannelOf } from './push/push-channel'
import { listPushDevices } from './push/push-rows'

/** What may be told of: motion in which nothing was recognised, what was, alerts, and cameras that go or come back (System Status). */
export type Topic = 'MOTION' | 'PERSON' | 'ANIMAL' | 'VEHICLE' | 'ALERT' | 'STATUS'

const topicOfGroup: Readonly<Record<LabelGroup, Topic>> = { person: 'PERSON', animal: 'ANIMAL', vehicle: 'VEHICLE' }

/** An event is told where any of what it shows is wanted (LABEL-08). */
export function topicsOf(type: EventType, seen: readonly LabelCount[]): readonly Topic[] {
  const groups = groupsOf(seen).map((group) => topicOfGroup[group])
  return groups.length === 0 ? [type] : groups
}

/** The switch of each topic (NOTIF-02). */
function isWanted(config: WorkspaceConfigTable, topic: Topic): boolean {
  switch (topic) {
    case 'MOTION':
      return config.notify_on_motion === 1
    case 'PERSON':
      return config.notify_on_person === 1
    case 'ANIMAL':
      return config.notify_on_animal === 1
    case 'VEHICLE':
      return config.notify_on_vehicle === 1
    case 'ALERT':
      return config.notify_on_alert === 1
    case 'STATUS':
      return config.notify_on_error === 1
  }
}

/** Where a channel leads; null: it is off, or has no address. SMS has no screen and is no channel (NOTIF-13). */
export function addressOf(config: WorkspaceConfigTable, of: Channel): string | null {
  const { isOn, address } = settingsOf(config, of)
  return isOn && address !== null && address !== '' ? address : null
}

/** Both settings of a channel as they are saved. */
export function settingsOf(config: WorkspaceConfigTable, of: Channel): { isOn: boolean; address: string | null } {
  switch (of) {
    case 'email':
      return { isOn: config.email_enabled === 1, address: config.notify_email }
    case 'slack':
      return { isOn: config.slack_enabled === 1, address: config.notify_slack_webhook }
    case 'discord':
      return { isOn: config.discord_enabled === 1, address: config.notify_discord_webhook }
  }
}

/** What something of these topics goes to now: the channels of the workspace, and the devices of its people (PUSH-05). */
export async function channelsFor(
  db: Db,
  config: WorkspaceConfigTable,
  topics: readonly Topic[],
): Promise<DeliveryChannel[]> {
  if (!topics.some((topic) => isWanted(config, topic))) return []
  const devices = await listPushDevices(db, config.workspace_id)
  return [
    ...channel.options.filter((of) => addressOf(config, of) !== null),
    ...devices.map(({ id }) => pushChannelOf(id)),
  ]
}
