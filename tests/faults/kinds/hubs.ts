import { join } from 'node:path'
import { HubsUnderLoad } from '../../../bench/hub/hubs/rounds'
import type { Faults } from '../rounds'

const HUBS = 3

/** One of several hubs dies by SIGKILL and comes back; whoever is signed in stays so, and live pictures come back. */
export const hubs: Faults<HubsUnderLoad> = {
  kind: 'hubs',
  open: (folder) => HubsUnderLoad.open(join(folder, 'hubs'), HUBS),
  round: (load, random) => load.killOne(random),
  close: (load) => load.close(),
}
