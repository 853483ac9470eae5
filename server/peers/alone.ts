import { randomUUID } from 'node:crypto'
import type { Peers } from './peers'

/** One hub in one process: there is nobody to tell, and what it knows itself is all there is. */
export function alone(): Peers {
  return {
    hubId: randomUUID(),
    state: 'alone',
    waitingBytes: 0,
    put: () => undefined,
    find: async () => null,
    drop: () => undefined,
    count: async () => null,
    hold: async () => null,
    release: () => undefined,
    send: () => undefined,
    hear: () => () => undefined,
    watch: () => undefined,
    close: async () => undefined,
  }
}
