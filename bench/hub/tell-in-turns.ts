import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type AskedHub, type BenchCamera, headersOf, post } from './accounts'

/** A hub takes 30 alerts an hour of a camera. */
export const EVENTS_PER_CAMERA = 20
const EVENT_EVERY_MS = 100

/** Cameras tell of events in turns, each at its own moment, however busy the hub is; `onSend` hears of each before it is told. */
export async function tellInTurns<Camera extends BenchCamera>(
  hub: AskedHub,
  cameras: readonly Camera[],
  events: number,
  onSend: (camera: Camera, atMs: number) => void,
): Promise<void> {
  const startMs = Date.now()
  const answers: Promise<unknown>[] = []
  for (let index = 0; index < events; index++) {
    const atMs = startMs + index * EVENT_EVERY_MS
    const earlyMs = atMs - Date.now()
    if (earlyMs > 1) await wait(earlyMs)
    const camera = cameras[index % cameras.length]
    if (camera === undefined) break
    onSend(camera, atMs)
    const body = { alertId: randomUUID(), kind: 'covered', occurredAt: new Date(atMs).toISOString() }
    answers.push(post(hub, `/cameras/${camera.cameraId}/alerts`, body, headersOf(camera)))
  }
  await Promise.all(answers)
}
