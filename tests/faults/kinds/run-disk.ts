import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hasOwnMounts, ownMounts } from '../hub/small-disk'
import type { Kind } from '../options'
import { brokenKind, type KindReport, type Plan } from '../report'
import { runRounds } from '../rounds'
import { disk } from './disk'

/** Full disks are mounted by a second process. Where that is not allowed the rest runs here. */
export async function runDisk(plan: Plan): Promise<KindReport> {
  return (await inSecondProcess('disk', plan)) ?? runRounds(disk, plan)
}

/** Runs a kind with mounts that nobody else sees and that end with it; null: this is that process, or none is allowed. */
export async function inSecondProcess(kind: Kind, plan: Plan): Promise<KindReport | null> {
  const mounts = hasOwnMounts ? null : ownMounts()
  if (mounts === null) return null
  const [program = '', ...args] = mounts.command
  const own = [process.argv[1] ?? '', '--only', kind, '--rounds', String(plan.rounds), '--seed', String(plan.seed)]
  const child = spawn(program, [...args, process.execPath, ...own], {
    env: mounts.env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  let report = brokenKind(kind, plan, 'The process with its own disks ended before it reported.')
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
