import { aligned, figure } from '../../report'
import { parts } from '../harness/thread-times'
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

/** Percent of a core by whose work it is, and what a mode adds to playback with its interval. */
export function threadTable(costs: readonly Cost[]): string {
  const head = ['% of a core', ...parts, 'own above playback', 'others above playback']
  const body = costs.map(({ mode, cameras, partPercents, above }) => [
    `${mode}, ${cameras}`,
    ...parts.map((part) => figure(partPercents[part])),
    ...[above?.own, above?.others].map((interval) =>
      interval === undefined ? '-' : `${figure(interval.value)} (${figure(interval.low)} to ${figure(interval.high)})`,
    ),
  ])
  return aligned([head, ...body])
}
