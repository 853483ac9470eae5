import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uniformNumbers } from '../../scripts/footage/random.mjs'
import type { Kind } from './options'
import { brokenKind, type KindReport, type Plan, type RoundResult, sumOf, together } from './report'

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

/** Numbers of its own for what runs beside the faults: how many it takes must not change the faults of a seed. */
export function ownRandom(random: () => number): () => number {
  return uniformNumbers(Math.floor(random() * 2 ** 32))
}

/** After so many rounds on one data folder all begins anew: what is there is read again after each. */
const ROUNDS_OF_ONE_SETUP = 10

/** Runs the rounds, a line each. */
export async function runRounds<Setup>(faults: Faults<Setup>, { rounds, seed }: Plan): Promise<KindReport> {
  const results: Seeded[] = []
  while (results.length < rounds) {
    results.push(...(await runSetup(faults, ofOneSetup({ rounds, seed }, results.length))))
  }
  return sumOf(faults.kind, results, faults.skipped)
}

/** Runs rounds that are judged together, at the end of what they share. One that breaks off leaves the next ones as they are. */
export async function runStories(
  kind: Kind,
  plan: Plan,
  tell: (story: Plan) => Promise<KindReport>,
): Promise<KindReport> {
  let report = sumOf(kind, [])
  for (let done = 0; done < plan.rounds; done += ROUNDS_OF_ONE_SETUP) {
    const story = ofOneSetup(plan, done)
    report = together(report, await tell(story).catch((problem) => brokenKind(kind, story, sentenceOf(problem))))
  }
  return report
}

function ofOneSetup({ rounds, seed }: Plan, done: number): Plan {
  return { rounds: Math.min(ROUNDS_OF_ONE_SETUP, rounds - done), seed: seed + done }
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
        isWell = note(await faults.round(setup, uniformNumbers(seed + results.length)))
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
  return { what: 'broke off', acknowledged: 0, lost: 0, doubled: 0, problems: [sentenceOf(problem)] }
}

function sentenceOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}

function print(kind: Kind, { seed, what, acknowledged, lost, doubled, problems }: Seeded): void {
  const counts = `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`
  console.log([`${kind}, seed ${seed}: ${what}; ${counts}`, ...problems.map((problem) => `  ${problem}`)].join('\n'))
}
