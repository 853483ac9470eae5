import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { uniformNumbers } from '../../../scripts/footage/random.mjs'
import { ForgetfulDisk } from '../hub/forgetful-disk'
import { Installation } from '../hub/installation'
import { preload } from '../hub/preload'
import { hasOwnMounts, ownMounts } from '../hub/small-disk'
import { brokenKind, type KindReport, type Plan, type RoundResult, skippedKind, together } from '../report'
import { type Faults, ownRandom, runRounds } from '../rounds'
import { inSecondProcess } from './run-disk'

const KIND = 'power-loss'
const SIZES = { leastBytes: 20_000, mostBytes: 500_000 }
const SHORTEST_LIFE_MS = 500
const LONGEST_LIFE_MS = 2_500
/** On a busy machine nothing may be acknowledged by then. */
const CONTROLS = 3

interface Setup {
  readonly disk: ForgetfulDisk
  readonly installation: Installation
}

/** The power fails under four senders: what was not synced is gone. */
export async function runPowerLoss(plan: Plan): Promise<KindReport> {
  const lack = ForgetfulDisk.lack() ?? (hasOwnMounts || ownMounts() !== null ? null : 'this user may not mount any')
  if (lack !== null) return skippedKind(KIND, lack)
  const report = await inSecondProcess(KIND, plan)
  if (report !== null) return report
  const rounds = await runRounds(powerLoss(), plan)
  return (await doesNotice(plan.seed)) ? rounds : together(rounds, brokenKind(KIND, plan, BLIND))
}

const BLIND = 'A hub that synced no file lost nothing: these rounds prove nothing.'

function powerLoss(variables: Readonly<Record<string, string>> = {}): Faults<Setup> {
  return {
    kind: KIND,
    async open(folder) {
      const disk = new ForgetfulDisk(folder)
      try {
        return { disk, installation: await Installation.open(join(disk.folder, 'data'), variables) }
      } catch (problem) {
        disk.remove()
        throw problem
      }
    },
    round: cutAndCompare,
    async close({ disk, installation }) {
      await installation.close()
      disk.remove()
    },
  }
}

async function cutAndCompare({ disk, installation }: Setup, random: () => number): Promise<RoundResult> {
  const { hub, ledger } = installation
  const before = ledger.size
  const lifeMs = SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS)
  if (!hub.isRunning) await hub.start()
  const uploaders = installation.load({ sizes: SIZES, random: ownRandom(random) })
  await delay(lifeMs)
  await hub.kill()
  const hadBefore = ledger.size - before
  disk.cutPower()
  await hub.start()
  const { verdict, problems } = await installation.settle(uploaders)
  await hub.stop()
  return {
    what: `power cut after ${Math.round(lifeMs)} ms, ${hadBefore} acknowledged by then`,
    acknowledged: ledger.size - before,
    lost: verdict.lost,
    doubled: verdict.doubled,
    problems: [...problems, ...(await installation.check())],
  }
}

/** The same with a hub that syncs none of its files, which must lose some; else the rounds would find nothing either. */
async function doesNotice(seed: number): Promise<boolean> {
  const control = powerLoss({ NODE_OPTIONS: preload('no-sync') })
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-faults-no-sync-'))
  const setup = await control.open(folder)
  try {
    for (let tries = 0; tries < CONTROLS; tries++) {
      // Not its secret and its first rows: recordings are to be lost.
      setup.disk.sync()
      const { lost, acknowledged } = await control.round(setup, uniformNumbers(seed + tries))
      console.log(
        `${KIND}, a hub that syncs no file: ${lost} of ${acknowledged} lost${lost > 0 ? ', as it must be' : ''}`,
      )
      if (lost > 0) return true
    }
    return false
  } finally {
    await control.close(setup)
    rmSync(folder, { recursive: true, force: true })
  }
}
