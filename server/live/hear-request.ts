import type { LiveRequest } from '../../src/contract/live/live'
import type { Tier } from '../../src/contract/plans'
import type { Room } from './room'
import type { Tab } from './tab'

/** Does what a tab asks for. What is about a viewing or relay that is over, or not its own, comes to nothing. */
export function hearRequest(
  room: Room,
  tab: Tab,
  tierNow: () => Promise<Tier | null>,
  request: Exclude<LiveRequest, { kind: 'hello' | 'ping' }>,
): Promise<void> | void {
  if (room.hearFar(tab, request)) return
  switch (request.kind) {
    case 'cameras':
      return room.offer(tab, request.cameraIds)
    case 'view':
      return room.view({ viewer: tab, request, tierNow, isProgram: false })
    case 'answer':
    case 'no-direct':
      return room.tellViewer(tab, request.viewingId, request)
    case 'offer':
    case 'size':
      return room.tellCamera(tab, request.viewingId, request)
    case 'candidate':
      return room.candidate(tab, request.viewingId, request)
    case 'relay':
      return room.wantRelay(tab, request.viewingId, request.isWanted)
    case 'relay-format':
      return room.relayFormat(tab, request.relayId, request.format)
    case 'siren':
      return room.noteSiren(tab, request.cameraId, request.by)
    case 'act':
      return room.act(tab, request.viewingId, request.act)
    case 'act-refused':
      return room.refuseAct(tab, request.viewingId, request)
    case 'end':
      return room.end(tab, request.viewingId, request.reason)
  }
}
