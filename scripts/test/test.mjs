import { Failure } from '../command-line/failure.mjs'
import { secondsSince } from '../command-line/progress.mjs'
import { keepTemporaryFilesInMemory } from './memory-folder.mjs'
import { install, stagesFor } from './steps.mjs'
import { closingLine, sum, tallyOfStep } from './tally.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {{ name: string, seconds: number, tally: Tally }} Result
 */

/**
 * Runs every step even after a failure, so that one run shows all that is wrong; resolves to the exit code.
 * `unit` leaves out the browser, `e2e` runs only the browser, `changed` what a change can break, anything else goes to
 * Vitest alone.
 * @param {string[]} args
 */
export async function test(args) {
  const results = /** @type {Result[]} */ ([])
  keepTemporaryFilesInMemory()
  for (const stage of await stagesFor(args)) {
    console.log(`\n== ${stage.map(({ name }) => name).join(', ')}`)
    results.push(...(await Promise.all(stage.map(resultOf))))
    // Nothing can run without its packages.
    if (stage.includes(install) && results.some(({ tally }) => tally.failed > 0)) break
  }
  const total = sum(results.map(({ tally }) => tally))
  printTable(results)
  console.log(`\n${closingLine(total)}`)
  return total.failed === 0 ? 0 : 1
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function resultOf(step) {
  const startedAt = performance.now()
  const tally = await outcomeOf(step)
  return { name: step.name, seconds: secondsSince(startedAt), tally }
}

/**
 * @param {Step} step
 * @returns {Promise<Tally>}
 */
async function outcomeOf(step) {
  try {
    return await step.run()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    return tallyOfStep(false)
  }
}

/** @param {Result[]} results */
function printTable(results) {
  console.log('\nStep                  seconds  passed  failed  skipped')
  for (const { name, seconds, tally } of results) {
    const numbers = [seconds.toFixed(1).padStart(7), ...counts(tally)]
    console.log(`${name.padEnd(20)}  ${numbers.join('  ')}`)
  }
}

/** @param {Tally} tally */
function counts({ passed, failed, skipped }) {
  return [String(passed).padStart(6), String(failed).padStart(6), String(skipped).padStart(7)]
}
