import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hasOwnMounts, ownMounts } from '../hub/small-disk'
import { brokenKind, type KindReport, type Plan } from '../report'
import { runRounds } from '../rounds'
import { disk } from './disk'

/**
 * Full disks are mounted by a second process, with mounts that nobody else sees and that end with it. Where that is not
 * allowed the rest runs here.
 */
export async function runDisk(plan: Plan): Promise<KindReport> {
  const mounts = hasOwnMounts ? null : ownMounts()
  if (mounts === null) return runRounds(disk, plan)
  const [program = '', ...args] = mounts.command
  const own = [process.argv[1] ?? '', '--only', 'disk', '--rounds', String(plan.rounds), '--seed', String(plan.seed)]
  const child = spawn(program, [...args, process.execPath, ...own], {
    env: mounts.env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let report = brokenKind('disk', plan, 'The process with its own disks ended before it reported.')
  child.on('message', (sent: KindReport) => {
    report = sent
  })
  await once(child, 'close')
  return report
}

/** In that second process: hands the report to the first, which prints it. */
export async function handOver(report: KindReport): Promise<void> {
  await new Promise((resolve) => process.send?.(report, resolve))
  process.disconnect()
}
