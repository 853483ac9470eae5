import { performance as ownPerformance } from 'node:perf_hooks'
import timers from 'node:timers'
import { afterAll, vi } from 'vitest'

// A setup file runs anew for each test file, also where a worker keeps its globals. A clock that a file leaves standing
// fails others long after it, each by a limit that is never reached. Hooks run last in, first out: this one is the last.
afterAll(() => {
  const changed = Object.entries(putBack)
    .filter(([, isPutBack]) => !isPutBack())
    .map(([name]) => name)
  if (changed.length > 0)
    throw new Error(`This file leaves ${changed.join(', ')} changed: let an afterEach put back what a test changes.`)
})

const putBack: Readonly<Record<string, () => boolean>> = {
  // A spy, or a clock of Vitest's, stands before what is inherited.
  performance: () => Object.is(performance, ownPerformance) && !Object.hasOwn(performance, 'now'),
  Date: () => Date.prototype.constructor === Date && !vi.isMockFunction(Date.now),
  setTimeout: () => globalThis.setTimeout === timers.setTimeout,
  setInterval: () => globalThis.setInterval === timers.setInterval,
  setImmediate: () => globalThis.setImmediate === timers.setImmediate,
}
