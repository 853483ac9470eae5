import { join } from 'node:path'
import { DiskOrders } from '../hub/disk-orders'
import { Installation, type Settled } from '../hub/installation'
import { preload } from '../hub/preload'
import { hasOwnMounts } from '../hub/small-disk'
import type { RoundResult } from '../report'
import type { Faults } from '../rounds'
import { sweepSteps } from './disk-steps'
import { closeFullDisk, type FullDisk, fillDisks, openFullDisk } from './full-disk'

interface Setup {
  readonly failing: Installation
  readonly orders: DiskOrders
  /** null: this process may mount nothing. */
  readonly full: FullDisk | null
}

/** Each step of an upload's way to the disk fails in turn; then the disks of database and recordings are really full. */
export const disk: Faults<Setup> = {
  kind: 'disk',
  skipped: hasOwnMounts ? [] : ['the part with really full disks: this user may not mount any (unshare --mount)'],
  async open(folder) {
    const file = join(folder, 'disk')
    const variables = { NODE_OPTIONS: preload('disk'), NIGHTJAR_FAULTS_DISK: file }
    const failing = await Installation.open(join(folder, 'failing'), variables)
    try {
      return {
        failing,
        orders: new DiskOrders(file),
        full: hasOwnMounts ? await openFullDisk(join(folder, 'full')) : null,
      }
    } catch (problem) {
      await failing.close()
      throw problem
    }
  },
  round: failAndCompare,
  async close({ failing, full }) {
    await failing.close()
    if (full !== null) await closeFullDisk(full)
  },
}

async function failAndCompare({ failing, orders, full }: Setup, random: () => number): Promise<RoundResult> {
  const countNow = () => failing.ledger.size + (full?.installation.ledger.size ?? 0)
  const before = countNow()
  const { steps, settled } = await failSteps(failing, orders, random)
  const filled = full === null ? null : await fillDisks(full, random)
  return {
    what: `${steps} failing steps${filled === null ? '' : `, ${filled.refusals} refusals on full disks, the database at ${filled.ofDatabase} of them`}`,
    acknowledged: countNow() - before,
    lost: settled.verdict.lost + (filled?.verdict.lost ?? 0),
    doubled: settled.verdict.doubled + (filled?.verdict.doubled ?? 0),
    problems: [...settled.problems, ...(filled?.problems ?? [])],
  }
}

/** All steps with each error, with the recordings on the disk of the rest and on another. */
async function failSteps(
  installation: Installation,
  orders: DiskOrders,
  random: () => number,
): Promise<{ steps: number; settled: Settled }> {
  const { hub } = installation
  if (!hub.isRunning) await hub.start()
  const problems: string[] = []
  let steps = 0
  for (const isAcross of [false, true]) {
    for (const code of ['ENOSPC', 'EIO'] as const) {
      const sweep = await sweepSteps(installation, orders, { code, isAcross }, random)
      problems.push(...sweep.problems)
      steps += sweep.steps
    }
  }
  const { verdict, problems: others } = await installation.judge()
  await hub.stop()
  problems.push(...others, ...(await installation.check()))
  return { steps, settled: { verdict, problems } }
}
