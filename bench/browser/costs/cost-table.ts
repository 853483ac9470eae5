import { aligned, figure } from '../../report'
import type { Cost } from './costs'

const head = ['', 'cpu %', 'main ms', 'script', 'worker ms', 'checks/s', 'slowest', 'gap ms', 'p95', 'longest']

/** One line per mode and number of cameras; a dash where a mode has no such figure. */
export function costTable(costs: readonly Cost[]): string {
  const body = costs.map((cost) => [
    `${cost.mode}, ${cost.cameras}`,
    ...[cost.cpuPercent, cost.mainMs, cost.scriptMs, cost.workerMs].map(figure),
    ...[cost.checksPerSecond.mean, cost.checksPerSecond.slowest].map(figure),
    ...[cost.gapMs.median, cost.gapMs.p95, cost.gapMs.longest].map(figure),
  ])
  return aligned([head, ...body])
}
