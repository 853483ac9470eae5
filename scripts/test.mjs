import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { ensureBuilt, ensureKernels } from './build.mjs'
import { run, toolEnv } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { secondsSince } from './command-line/progress.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { closingLine, sum, tallyOfPlaywright, tallyOfStep, tallyOfVitest } from './tally.mjs'
import { keepTemporaryFilesInMemory } from './test/memory-folder.mjs'
import { typecheck } from './test/typecheck.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{ name: string, seconds: number, tally: Tally }} Result
 * @typedef {{ name: string, run: () => Promise<Tally> }} Step
 */

/**
 * Runs every step even after a failure, so that one run shows all that is wrong; resolves to the exit code.
 * `unit` leaves out the browser, `e2e` runs only the browser, anything else goes to Vitest alone.
 * @param {string[]} args
 */
export async function test(args) {
  const results = /** @type {Result[]} */ ([])
  keepTemporaryFilesInMemory()
  for (const step of stepsFor(args)) {
    console.log(`\n== ${step.name}`)
    const startedAt = performance.now()
    const tally = await outcomeOf(step)
    results.push({ name: step.name, seconds: secondsSince(startedAt), tally })
    // Nothing can run without its packages.
    if (step === install && tally.failed > 0) break
  }
  const total = sum(results.map(({ tally }) => tally))
  printTable(results)
  console.log(`\n${closingLine(total)}`)
  return total.failed === 0 ? 0 : 1
}

/**
 * @param {string[]} args
 * @returns {Step[]}
 */
function stepsFor([first, ...rest]) {
  if (first === 'e2e') return [install, build, browserTests(rest)]
  if (first === 'unit') return [install, kernels, types, lint, unitTests(rest), build]
  if (first !== undefined) return [install, kernels, unitTests([first, ...rest])]
  return [install, kernels, types, lint, unitTests([]), build, browserTests([])]
}

/** @type {Step} */
const install = { name: 'packages', run: () => preparation(ensureInstalled) }

/** @type {Step} */
const kernels = { name: 'motion kernels', run: () => preparation(ensureKernels) }

/** @type {Step} */
const types = { name: 'type check', run: async () => tallyOfStep(await typecheck()) }

/** @type {Step} */
const lint = {
  name: 'format and lint',
  run: async () => {
    // Biome alone does not ask NO_COLOR.
    const colours = process.stdout.isTTY ? [] : ['--colors=off']
    return tallyOfStep((await runScript(['node_modules/@biomejs/biome/bin/biome', 'ci', ...colours, '.'])) === 0)
  },
}

/** @type {Step} */
const build = {
  name: 'build',
  run: async () => {
    await ensureBuilt()
    console.log('The app and the hub are built.')
    return tallyOfStep(true)
  },
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
function unitTests(args) {
  return {
    name: 'unit and hub tests',
    run: async () => {
      const report = reportFile('vitest')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const code = await runScript(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args])
      return tallyOfVitest(readReport(report), code)
    },
  }
}

/**
 * @param {string[]} args
 * @returns {Step}
 */
function browserTests(args) {
  return {
    name: 'browser tests',
    run: async () => {
      const browser = await findBrowser()
      console.log(`Browser: ${browser}`)
      const report = reportFile('playwright')
      const code = await runScript(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args], {
        CHROME_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      })
      return tallyOfPlaywright(readReport(report), code)
    },
  }
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

/**
 * Preparations are no tests: they count only when they fail.
 * @param {() => Promise<void>} work
 * @returns {Promise<Tally>}
 */
async function preparation(work) {
  await work()
  console.log('Ready.')
  return sum([])
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
function runScript(args, extraEnv = {}) {
  return run(process.execPath, args, { env: { ...toolEnv(), ...extraEnv } })
}

/**
 * A fresh place for a runner's report, so that a crash cannot pass for the run before it.
 * @param {string} runner
 */
function reportFile(runner) {
  const folder = join(root, '.cache', 'test')
  const file = join(folder, `${runner}.json`)
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
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
