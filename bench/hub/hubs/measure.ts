import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import { Complaint } from '../../complaint'
import { Cluster } from './cluster'
import type { HubsFigures } from './figures'
import { measureRequests } from './requests'
import { type HubsRound, HubsUnderLoad } from './rounds'

export interface HubsPlan {
  readonly hubs: number
  readonly rounds: number
  /** Of the load by which processor time is told. */
  readonly cameras: number
  readonly seconds: number
}

/** Kills one of several hubs in each round, then tells what an upload costs at all of them and at one. */
export async function measureHubs(
  folder: string,
  { hubs, rounds: planned, cameras, seconds }: HubsPlan,
): Promise<HubsFigures> {
  const lack = Cluster.lack()
  if (lack !== null) throw new Complaint(`bench:hub -- --hubs needs more than this machine has: ${lack}.`)
  const diskFolder = join(folder, 'disk')
  await mkdir(diskFolder)
  const load = await HubsUnderLoad.open(join(folder, 'hubs'), hubs)
  try {
    const rounds: HubsRound[] = []
    for (let seed = 1; seed <= planned; seed++) {
      const round = await load.killOne(uniformNumbers(seed))
      rounds.push(round)
      const { what, acknowledged, lost, doubled, problems } = round
      console.log(`round ${seed}: ${what}; ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`)
      for (const problem of problems) console.log(`  ${problem}`)
    }
    load.closePairs()
    return { hubs, rounds, costs: await measureRequests(load.cluster, { cameras, seconds, diskFolder }) }
  } finally {
    await load.close()
  }
}
