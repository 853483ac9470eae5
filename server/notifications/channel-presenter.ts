import type { Channel, ChannelStatus } from '../../src/contract/workspace-config'
import type { ChannelStateTable } from '../db/notification-tables'

/** What went wrong last on each channel (extension `channel-status`). */
export function presentChannelStatus(states: readonly ChannelStateTable[]): ChannelStatus {
  const problemOf = (channel: Channel) => {
    const state = states.find((candidate) => candidate.channel === channel)
    return state === undefined ? null : { failedAt: new Date(state.failed_at).toISOString(), message: state.problem }
  }
  return { email: problemOf('email'), slack: problemOf('slack'), discord: problemOf('discord') }
}
