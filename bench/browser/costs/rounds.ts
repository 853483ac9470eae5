import type { Chromium } from '../harness/chromium'
import type { Mode } from '../harness/page-figures'
import { type PageRun, runMode } from '../harness/page-run'

/** What detection costs against playing alone, and against the naive loop. */
export const detectionModes: readonly Mode[] = ['idle', 'canvas', 'engine']

/** All modes in turns, so that whatever else the machine does falls on all alike; each round begins with another. */
export async function runRounds(
  chromium: Chromium,
  url: string,
  plan: {
    readonly cameras: number
    readonly rounds: number
    readonly seconds: number
    readonly modes: readonly Mode[]
  },
): Promise<PageRun[]> {
  const { cameras, rounds, seconds, modes } = plan
  const runs: PageRun[] = []
  for (let round = 0; round < rounds; round++) {
    const order = modes.map((_, i) => modes[(i + round) % modes.length] ?? 'idle')
    for (const mode of order) runs.push(await runMode(chromium, url, { mode, cameras, seconds }))
    console.log(`  ${cameras} cameras, round ${round + 1} of ${rounds}`)
  }
  return runs
}
