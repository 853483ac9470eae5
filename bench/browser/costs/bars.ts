import type { Interval } from '../../intervals'
import type { Bar } from '../../report'
import type { PageRun } from '../harness/page-run'
import type { Checks, Cost } from './costs'

const CHECKS_PER_SECOND = 1000 / 300

/** Growth that says nothing: what a collection leaves now and leaves out then. */
const HEAP_NOISE_BYTES = 65_536

/** What these costs decide; `ratioOf` is that of the engine to the canvas loop. */
export function costBars(costs: readonly Cost[], ratioOf: (cameras: number) => Interval): Bar[] {
  const counts = [...new Set(costs.map(({ cameras }) => cameras))]
  return counts.flatMap((cameras) => {
    const engine = costs.find((cost) => cost.cameras === cameras && cost.mode === 'engine')
    if (engine === undefined) return []
    const title = cameras === 1 ? '1 camera' : `${cameras} cameras`
    return [
      {
        what: `${title}: CPU of the page's threads above playback, engine / canvas`,
        value: ratioOf(cameras).value,
        most: 1 / 6,
      },
      { what: `${title}: scripts of the main thread per check, ms`, value: engine.scriptMs, most: 0.2 },
      ...paceBars(title, engine.checksPerSecond),
    ]
  })
}

/** 300 ms +- 10 % for every camera. */
function paceBars(title: string, { slowest, quickest }: Checks): Bar[] {
  return [
    { what: `${title}: checks per second of the slowest`, value: slowest, least: CHECKS_PER_SECOND / 1.1 },
    { what: `${title}: checks per second of the quickest`, value: quickest, most: CHECKS_PER_SECOND / 0.9 },
  ]
}

export function hiddenBars(checks: Checks, longestGapMs: number): Bar[] {
  return [
    { what: 'hidden tab: checks per second of the slowest camera', value: checks.slowest, least: 3.2 },
    { what: 'hidden tab: longest gap between checks, ms', value: longestGapMs, most: 999 },
  ]
}

/** Whether the engine gives back what it takes. */
export function tidinessBars(run: PageRun): Bar[] {
  const checks = run.page.cameras.reduce((sum, camera) => sum + camera.checks, 0)
  const title = `engine, ${run.cameras} cameras, ${checks} checks`
  return [
    {
      what: `${title}: frames not closed (one may be in flight per camera)`,
      value: run.page.openFrames,
      most: run.cameras,
    },
    {
      what: `${title}: growth of the page's heap, kB`,
      value: run.heapGrowth.page / 1024,
      most: HEAP_NOISE_BYTES / 1024,
    },
    {
      what: `${title}: growth of the worker's heap, kB`,
      value: run.heapGrowth.worker / 1024,
      most: HEAP_NOISE_BYTES / 1024,
    },
  ]
}
