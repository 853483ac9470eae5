import { WebSocket } from 'ws'
import type { Socket } from '../../../src/api/live-socket'

/** A socket of Node's in the place of a browser's. */
export function openRealSocket(url: string, protocol: string): Socket & WebSocket {
  const socket = new WebSocket(url, protocol)
  // Where browsers only close.
  socket.on('error', () => undefined)
  return socket as unknown as Socket & WebSocket
}
