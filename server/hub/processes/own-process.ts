import type { BrokerState } from '../../mqtt/publisher'
import type { LineToMeeting } from '../../peers/process-peers'
import type { Figures } from './messages'

/** One of several processes that serve a hub, as its own side sees it. */
export interface OwnProcess {
  /** From 1; one that starts anew has the number of the one that died. */
  readonly number: number
  readonly of: number
  /** How many serve now. */
  readonly running: number
  /** How the one of them that publishes is with the MQTT broker. */
  readonly broker: BrokerState
  /** To the others. */
  readonly line: LineToMeeting
  /** How this one is with the broker, from now on. */
  tellBroker(state: BrokerState): void
  /** Of all of them; none, where they cannot be had in time. */
  figuresOfAll(): Promise<readonly Figures[]>
  /** How its own are read. */
  serveFigures(read: () => Promise<Figures>): void
}

/** Processes share the folder of uploads on their way, and each clears its own at its start. */
export function stagingPrefixOf(ownProcess: Pick<OwnProcess, 'number'> | undefined): string {
  return ownProcess === undefined ? '' : `${ownProcess.number}-`
}
