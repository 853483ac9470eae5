import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ownNetwork } from '../../../scripts/test/own-network.mjs'
import { brokenKind, type KindReport, type Plan, skippedKind } from '../report'
import { runRounds } from '../rounds'
import { type LiveUnderTest, liveFaults } from './live'

/** Set in a process whose network is its own. */
const MARK = 'NIGHTJAR_FAULTS_NETWORK'

export const hasOwnNetwork = process.env[MARK] === '1'

/** Live pictures go to all addresses of a machine: a second process, in a network of its own, runs the rounds. */
export async function runLive(live: LiveUnderTest, plan: Plan): Promise<KindReport> {
  if (hasOwnNetwork) return runRounds(liveFaults(live), plan)
  const network = ownNetwork()
  if (network === null) return skippedKind('live', 'this user may make no network of their own (unshare --net)')
  const [program = '', ...args] = network
  const own = [process.argv[1] ?? '', '--only', 'live', '--rounds', String(plan.rounds), '--seed', String(plan.seed)]
  const child = spawn(program, [...args, process.execPath, ...own], {
    env: { ...process.env, [MARK]: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let report = brokenKind('live', plan, 'The process with its own network ended before it reported.')
  child.on('message', (sent: KindReport) => {
    report = sent
  })
  await once(child, 'close')
  return report
}
