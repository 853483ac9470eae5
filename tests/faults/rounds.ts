import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../scripts/footage/random.mjs'
import type { Kind } from './options'
import { type KindReport, type RoundResult, sumOf } from './report'

/** A kind of fault, on whatever it needs. */
export interface Faults<Setup> {
  readonly kind: Kind
  /** What a machine lacks for a part of it. */
  readonly skipped?: readonly string[]
  /** In an empty folder, which is removed after `close`. */
  open(folder: string): Promise<Setup>
  /** Its numbers come from `random` alone. Rejects where the round cannot be brought to its end. */
  round(setup: Setup, random: () => number): Promise<RoundResult>
  close(setup: Setup): Promise<void>
}

export interface Plan {
  readonly rounds: number
  readonly seed: number
}

/** Numbers of its own for what runs beside the faults: how many it takes must not change the faults of a seed. */
export function ownRandom(random: () => number): () => number {
  return seededRandom(Math.floor(random() * 2 ** 32))
}

/** After so many rounds on one data folder all begins anew: what is there is read again after each. */
const ROUNDS_OF_ONE_SETUP = 10

/** Runs the rounds, a line each. */
export async function runRounds<Setup>(faults: Faults<Setup>, { rounds, seed }: Plan): Promise<KindReport> {
  const results: Seeded[] = []
  while (results.length < rounds) {
    const count = Math.min(ROUNDS_OF_ONE_SETUP, rounds - results.length)
    const firstSeed = seed + results.length
    results.push(...(await runSetup(faults, { rounds: count, seed: firstSeed })))
  }
  return sumOf(faults.kind, results, faults.skipped)
}

type Seeded = RoundResult & { readonly seed: number }

/** Ends early after a round that failed: what it left must not count against others. */
async function runSetup<Setup>(faults: Faults<Setup>, { rounds, seed }: Plan): Promise<Seeded[]> {
  const folder = mkdtempSync(join(tmpdir(), `nightjar-faults-${faults.kind}-`))
  const results: Seeded[] = []
  const note = (result: RoundResult) => {
    const seeded = { ...result, seed: seed + results.length }
    results.push(seeded)
    print(faults.kind, seeded)
    return seeded.problems.length === 0
  }
  try {
    const setup = await faults.open(folder)
    try {
      let isWell = true
      while (isWell && results.length < rounds) {
        isWell = note(await faults.round(setup, seededRandom(seed + results.length)))
      }
    } finally {
      await faults.close(setup)
    }
  } catch (problem) {
    note(brokenRound(problem))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return results
}

function brokenRound(problem: unknown): RoundResult {
  const said = problem instanceof Error ? problem.message : String(problem)
  return { what: 'broke off', acknowledged: 0, lost: 0, doubled: 0, problems: [said] }
}

function print(kind: Kind, { seed, what, acknowledged, lost, doubled, problems }: Seeded): void {
  const counts = `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`
  console.log([`${kind}, seed ${seed}: ${what}; ${counts}`, ...problems.map((problem) => `  ${problem}`)].join('\n'))
}
