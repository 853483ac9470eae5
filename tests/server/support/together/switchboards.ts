import { setImmediate as turn } from 'node:timers/promises'
import { liveLimits } from '../../../../server/live/limits'
import type { Room } from '../../../../server/live/room'
import { Switchboard } from '../../../../server/live/switchboard'
import type { Guest, Tab } from '../../../../server/live/tab'
import { WhepViewings } from '../../../../server/live/whep-viewings'
import { ProcessPeers, type ProcessPeersPorts } from '../../../../server/peers/process-peers'
import type { LiveNews } from '../../../../src/contract/live/live'
import { cameraRow } from '../camera-row'
import { manualClock } from '../hub'

/** The live view of one hub, without the rest of it. Whoever opens it calls `close`. */
export interface TestSwitchboard {
  enter(tab: TestTab): { readonly room: Room; leave(): void }
  readonly programs: TestPrograms
  close(): Promise<void>
}

/** Players of other programs; an offer that is not answered is given up after 10 s. */
export interface TestPrograms {
  /** `tierTurns`: how long the database takes to say what the workspace may. */
  begin(cameraId: string, tierTurns: number): ReturnType<WhepViewings['begin']>
  end(cameraId: string, viewingId: string): boolean
}

/** A tab as its hub has it; it keeps what it is told. */
export interface TestTab extends Tab {
  readonly heard: LiveNews[]
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

const row = { ...cameraRow, workspace_id: 'home' }

/** One workspace, with the cameras of these ids and no others. */
export function openSwitchboard(line: ProcessPeersPorts['line'], cameraIds: readonly string[]): TestSwitchboard {
  const peers = new ProcessPeers({ line, log: quiet })
  const camera = async (_workspaceId: string, id: string) => {
    await turn()
    return cameraIds.includes(id) ? { ...row, id } : null
  }
  const metrics = { noteViewings: () => undefined, noteRelayed: () => undefined }
  const cameraLookup = { camera }
  const { lookMs: lookLimitMs } = liveLimits
  const clock = manualClock()
  const switchboard = new Switchboard({ peers, metrics, cameraLookup, lookLimitMs, clock, log: quiet })
  return {
    enter: (tab) => {
      const guest = guestOf(tab)
      const room = switchboard.roomOf(row.workspace_id)
      switchboard.enter(guest)
      room.join(tab)
      return {
        room,
        leave: () => {
          room.leave(tab, 'left')
          switchboard.leave(guest)
        },
      }
    },
    programs: programsAt(switchboard),
    close: async () => {
      switchboard.close()
      await peers.close()
    },
  }
}

export function testTab(who: string): TestTab {
  const heard: LiveNews[] = []
  return {
    who,
    heard,
    isGone: false,
    waitingBytes: 0,
    sendChunk: () => undefined,
    viewingBeat: () => undefined,
    tell: (news) => void heard.push(news),
    tellText: (text) => void heard.push(JSON.parse(text)),
  }
}

function programsAt(switchboard: Switchboard): TestPrograms {
  const viewings = new WhepViewings(switchboard, 10_000)
  return {
    begin: (cameraId, tierTurns) => {
      const tierNow = async () => {
        for (let turns = 0; turns < tierTurns; turns++) await turn()
        return 'PRO' as const
      }
      const pass = { workspaceId: row.workspace_id, who: 'a program', tierNow }
      return viewings.begin({ pass, cameraId, offer: 'v=0', signal: new AbortController().signal })
    },
    end: (cameraId, viewingId) => viewings.end(row.workspace_id, cameraId, viewingId),
  }
}

function guestOf({ who }: TestTab): Guest {
  const nothing = () => undefined
  const pass = { workspaceId: row.workspace_id, who, tierNow: async () => 'PRO' as const }
  return { pass, noteTier: nothing, expel: nothing, close: nothing, beat: nothing }
}

/** All that was on its way has come, and what followed from it. */
export async function settled(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) await turn()
}
