import type { LiveRequest } from '../../src/contract/live/live'
import type { Tier } from '../../src/contract/plans'
import type { Line } from './line'
import type { Room } from './room'

/** Does what a tab asks for. What is about a viewing or relay that is over, or not its own, comes to nothing. */
export function hearRequest(
  room: Room,
  line: Line,
  tierNow: () => Promise<Tier | null>,
  request: Exclude<LiveRequest, { kind: 'hello' | 'ping' }>,
): Promise<void> | void {
  if (room.hearFar(line, request)) return
  switch (request.kind) {
    case 'cameras':
      return room.offer(line, request.cameraIds)
    case 'view':
      return room.view({ viewer: line, request, tierNow, isProgram: false })
    case 'answer':
    case 'no-direct':
      return room.tellViewer(line, request.viewingId, request)
    case 'offer':
    case 'size':
      return room.tellCamera(line, request.viewingId, request)
    case 'candidate':
      return room.candidate(line, request.viewingId, request)
    case 'relay':
      return room.wantRelay(line, request.viewingId, request.isWanted)
    case 'relay-format':
      return room.relayFormat(line, request.relayId, request.format)
    case 'siren':
      return room.noteSiren(line, request.cameraId, request.by)
    case 'act':
      return room.act(line, request.viewingId, request.act)
    case 'act-refused':
      return room.refuseAct(line, request.viewingId, request)
    case 'end':
      return room.end(line, request.viewingId, request.reason)
  }
}
