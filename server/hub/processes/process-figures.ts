import { Counter, Gauge, type Registry } from 'prom-client'

/** Read when asked for: the library's own collection wakes an idle process a hundred times a second. */
export function addProcess(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, user and system.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, as epoch seconds.',
    registers,
    collect() {
      this.set(Math.round(performance.timeOrigin / 1000))
    },
  })
}
