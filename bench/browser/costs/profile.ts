import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { aligned } from '../../report'
import type { Chromium } from '../harness/chromium'
import { openMode } from '../harness/page-run'

const profileShape = z.object({
  profile: z.object({
    nodes: z.array(
      z.object({
        id: z.number(),
        callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      }),
    ),
    samples: z.array(z.number()),
    timeDeltas: z.array(z.number()),
  }),
})

const MOST_LINES = 14

/** Prints where page and worker spend their time while the engine runs; idle time is left out. */
export async function printProfile(chromium: Chromium, url: string, cameras: number, seconds: number): Promise<void> {
  const page = await openMode(chromium, url, 'engine', cameras)
  const profiles = await page.profile(() => delay(seconds * 1000))
  profiles.forEach((profile, i) => {
    console.log(`\n${i === 0 ? 'Page' : 'Worker'}, own time of each function in ${seconds} s with ${cameras} cameras:`)
    console.log(aligned(linesOf(profile)))
  })
  await page.close()
}

function linesOf(answer: unknown): string[][] {
  const { nodes, samples, timeDeltas } = profileShape.parse(answer).profile
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const ownUs = new Map<string, number>()
  samples.forEach((id, i) => {
    const name = names.get(id) ?? '?'
    ownUs.set(name, (ownUs.get(name) ?? 0) + (timeDeltas[i] ?? 0))
  })
  return [...ownUs]
    .filter(([name]) => name !== '(idle)')
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_LINES)
    .map(([name, us]) => [name, `${(us / 1000).toFixed(1)} ms`])
}

function nameOf({ functionName, url, lineNumber }: { functionName: string; url: string; lineNumber: number }): string {
  const file = url.slice(url.lastIndexOf('/') + 1)
  return file === '' ? functionName || '(unnamed)' : `${functionName || '(unnamed)'} ${file}:${lineNumber + 1}`
}
