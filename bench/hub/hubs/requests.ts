import type { HubUnderTest } from '../../../tests/faults/hub/hub-under-test'
import { processMs } from '../../processes'
import { type AskedHub, makeCameras } from '../accounts'
import { specifiedPace } from '../load'
import { runLoadProcess } from '../load-process'
import { type Cluster, portOf } from './cluster'

/** In turns, so that what else the machine does meets both. */
const TURNS = 3

export interface RequestCosts {
  /** Processor time of all hubs for one upload, of each turn, in milliseconds. */
  readonly ofAllMs: readonly number[]
  readonly ofOneMs: readonly number[]
  readonly failed: number
  /** The first few reasons. */
  readonly problems: readonly string[]
}

export interface RequestPlan {
  readonly cameras: number
  readonly seconds: number
  readonly diskFolder: string
}

/** As much load on each of all hubs as on one of them alone: what a hub does however little it has to do is theirs, too. */
export async function measureRequests(cluster: Cluster, plan: RequestPlan): Promise<RequestCosts> {
  const [first] = cluster.hubs
  if (first === undefined) throw new Error('There are no hubs.')
  const { balancer } = cluster
  const cameras = await makeCameras(asked(first), plan.cameras)
  const costs = { ofAllMs: [] as number[], ofOneMs: [] as number[], failed: 0, problems: [] as string[] }
  const measure = async (hubs: readonly HubUnderTest[]) => {
    balancer.sendTo(hubs.length === 1 ? portOf(first) : null)
    const beforeMs = cpuOf(hubs)
    const own = cameras.slice(0, Math.ceil((cameras.length * hubs.length) / cluster.hubs.length))
    const { snapshot, clip } = await runLoadProcess({ ...plan, port: balancer.port, cameras: own, pace: specifiedPace })
    costs.failed += snapshot.failed + clip.failed
    costs.problems.push(...snapshot.problems, ...clip.problems)
    return (cpuOf(hubs) - beforeMs) / (snapshot.latenciesMs.length + clip.latenciesMs.length)
  }
  // What V8 compiles under the first load is no cost of an upload: each has as much of it.
  for (const hub of cluster.hubs) await measure([hub])
  for (let turn = 0; turn < TURNS; turn++) {
    costs.ofAllMs.push(await measure(cluster.hubs))
    costs.ofOneMs.push(await measure([first]))
  }
  return costs
}

function cpuOf(hubs: readonly HubUnderTest[]): number {
  return hubs.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : processMs(pid)), 0)
}

function asked(hub: HubUnderTest): AskedHub {
  return { port: portOf(hub), codeFor: (email) => hub.nextCode(email) }
}
