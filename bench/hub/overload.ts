import { setTimeout as wait } from 'node:timers/promises'
import { makeCameras } from './accounts'
import type { HubProcess } from './hub-process'
import { specifiedPace } from './load'
import { runFlatOutProcess, runLoadProcess } from './load-process'
import type { OverloadFigures } from './overload-figures'

const FLAT_OUT_SECONDS = 10
/** Fewer than a hub holds places for. */
const AT_ONCE = 64
const TIMES_TOO_MUCH = 2.5

/** First what the hub can do at most, then much more than that; cameras that do not obey when they are refused. */
export async function measureOverload(
  hub: HubProcess,
  { count, seconds, diskFolder }: { readonly count: number; readonly seconds: number; readonly diskFolder: string },
): Promise<OverloadFigures> {
  const cameras = await makeCameras(hub, count)
  const order = { port: hub.port, cameras, diskFolder, pace: specifiedPace }
  const mostRate = await runFlatOutProcess({ ...order, seconds: FLAT_OUT_SECONDS }, AT_ONCE)
  const snapshotEveryMs = (1000 * count) / (TIMES_TOO_MUCH * mostRate)
  const pace = { snapshotEveryMs, clipEveryMs: specifiedPace.clipEveryMs / TIMES_TOO_MUCH, isConnected: true }
  const health = askHealth(hub)
  const load = await runLoadProcess({ ...order, seconds, pace })
  return { mostRate, seconds, load, healthMs: await health.end(), rssMb: hub.memoryMb().peak }
}

/** Once a second, as whatever keeps a hub running does. */
function askHealth({ port }: HubProcess): { end(): Promise<readonly number[]> } {
  const timesMs: number[] = []
  const ending = new AbortController()
  const asking = (async () => {
    while (!ending.signal.aborted) {
      const startMs = performance.now()
      await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
      timesMs.push(performance.now() - startMs)
      await wait(1_000, null, { signal: ending.signal }).catch(() => null)
    }
  })()
  return {
    end: async () => {
      ending.abort()
      await asking
      return timesMs
    },
  }
}
