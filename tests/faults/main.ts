import { Complaint, complaining } from '../../bench/complaint'
import { Cluster } from '../../bench/hub/hubs/cluster'
import { isStoreProcess, serveStore } from '../../bench/hub/hubs/store-process'
import { runFreezes } from './browser/freezes'
import { runOfflineStart } from './browser/offline-start'
import { runBrowserFaults } from './browser/rounds'
import { addToFile } from './counts'
import { PostgresCluster } from './hub/postgres-cluster'
import { hasOwnMounts } from './hub/small-disk'
import { clock } from './kinds/clock'
import { hubKill } from './kinds/hub-kill'
import { hubs } from './kinds/hubs'
import { network } from './kinds/network'
import { postgres } from './kinds/postgres'
import { runPowerLoss } from './kinds/power-loss'
import { push } from './kinds/push'
import { handOver, runDisk } from './kinds/run-disk'
import { s3 } from './kinds/s3'
import { hasOwnNetwork, runLive } from './live/run-live'
import { type Kind, readOptions } from './options'
import { hasFailed, type KindReport, type Plan, paceOf, skippedKind, tableOf } from './report'
import { runRounds } from './rounds'

/** scripts/faults.mjs finds both. */
function given(name: 'CHROME_PATH' | 'FAULTS_CAMERA'): string {
  const value = process.env[name]
  if (value === undefined) throw new Complaint('Start this with: npm run test:faults')
  return value
}

const browserGiven = () => ({ executable: given('CHROME_PATH'), cameraFile: given('FAULTS_CAMERA') })

const runners: Readonly<Record<Kind, (plan: Plan) => Promise<KindReport>>> = {
  'hub-kill': (plan) => runRounds(hubKill, plan),
  postgres: async (plan) => {
    const lack = PostgresCluster.lack()
    return lack === null ? runRounds(postgres, plan) : skippedKind('postgres', lack)
  },
  disk: runDisk,
  'power-loss': runPowerLoss,
  s3: (plan) => runRounds(s3, plan),
  network: (plan) => runRounds(network, plan),
  clock: (plan) => runRounds(clock, plan),
  push: (plan) => runRounds(push, plan),
  hubs: async (plan) => {
    const lack = Cluster.lack()
    return lack === null ? runRounds(hubs, plan) : skippedKind('hubs', lack)
  },
  browser: (plan) => runBrowserFaults(browserGiven(), plan),
  freeze: (plan) => runFreezes(browserGiven(), plan),
  live: (plan) => runLive(browserGiven(), plan),
  'offline-start': (plan) => runOfflineStart(browserGiven(), plan),
}

/** Started by the first one, for what that is not allowed. */
const isSecondProcess = hasOwnMounts || hasOwnNetwork

async function main(): Promise<void> {
  const { rounds, seed, only, jsonFile } = readOptions(process.argv.slice(2))
  if (process.platform === 'win32')
    throw new Complaint('test:faults sends signals to processes, which Windows has not.')
  const reports: KindReport[] = []
  for (const kind of only) {
    const startMs = performance.now()
    const report = await runners[kind]({ rounds, seed })
    reports.push(report)
    // After each kind: whoever stops a long run keeps what it has.
    if (jsonFile !== null) addToFile(jsonFile, report)
    if (!isSecondProcess && report.rounds > 0) console.log(paceOf(report, performance.now() - startMs))
  }
  const [first] = reports
  if (isSecondProcess && first !== undefined) return handOver(first)
  console.log(`\n${tableOf(reports)}`)
  process.exitCode = reports.some(hasFailed) ? 1 : 0
}

await complaining(isStoreProcess ? serveStore : main)
