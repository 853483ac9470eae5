import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser, windowlessBrowser } from '../browser.mjs'
import { ensureBuilt, ensureKernels } from '../build.mjs'
import { run, toolEnv } from '../command-line/command.mjs'
import { ensureInstalled } from '../install.mjs'
import { root } from '../root.mjs'
import { changesSince } from './changes.mjs'
import { ownNetwork } from './own-network.mjs'
import { sum, tallyOfPlaywright, tallyOfStep, tallyOfVitest } from './tally.mjs'
import { typecheck } from './typecheck.mjs'

/**
 * @typedef {import('./tally.mjs').Tally} Tally
 * @typedef {{ name: string, run: () => Promise<Tally> }} Step
 * @typedef {Step[]} Stage steps side by side: none waits for another
 */

/**
 * @param {string[]} args
 * @returns {Promise<Stage[]>}
 */
export async function stagesFor([first, ...rest]) {
  const checks = [types, lint, build]
  if (first === 'e2e') return [[install], [build], [browserTests(rest)]]
  if (first === 'unit') return [[install], [kernels], checks, rest.length === 0 ? allUnitTests : [unitTests(rest)]]
  if (first === 'changed') {
    const changes = await changesSince(rest[0])
    return [[install], [kernels], checks, changedUnitTests(changes), [changedBrowserTests(changes)]]
  }
  if (first !== undefined) return [[install], [kernels], [unitTests([first, ...rest])]]
  return [[install], [kernels], checks, allUnitTests, [browserTests([])]]
}

/** @type {Step} */
export const install = { name: 'packages', run: () => preparation(ensureInstalled) }

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
  return { name: 'unit and hub tests', run: () => runVitest('vitest', args) }
}

/**
 * Vitest takes its projects one after the other. A run for one half of them and a run for the other have fewer workers for
 * each, which live longer and so are warm; and where those of one wait, those of the other work.
 * @type {Stage}
 */
const allUnitTests = [
  { name: 'node', run: () => runVitest('vitest-node', ['--project=node'], sideBySide) },
  { name: 'dom, postgres', run: () => runVitest('vitest-others', ['--project=!node'], sideBySide) },
]

/** Vitest would keep its count at the foot of the screen, where there is room for one. */
const sideBySide = { CI: 'true' }

/**
 * @param {string} name of its report
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extraEnv]
 */
async function runVitest(name, args, extraEnv = {}) {
  const report = reportFile(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runScript(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], extraEnv)
  return tallyOfVitest(readReport(report), code)
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
      const windowless = windowlessBrowser(browser)
      console.log(windowless === browser ? `Browser: ${browser}` : `Browsers: ${browser}, ${windowless}`)
      const report = reportFile('playwright')
      // Live pictures go to whatever address this machine has: those tests run where that is none.
      const network = ownNetwork()
      if (network === null) console.log('No network of its own could be made: the tests of live pictures are skipped.')
      const playwright = [process.execPath, 'node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
      const code = await runProgram([...(network ?? []), ...playwright, ...args], {
        CHROME_PATH: browser,
        CHROME_WINDOWLESS_PATH: windowless,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...(network !== null && { NIGHTJAR_TEST_OWN_NETWORK: '1' }),
      })
      return tallyOfPlaywright(readReport(report), code)
    },
  }
}

/**
 * @param {import('./changes.mjs').Changes} changes
 * @returns {Stage}
 */
function changedUnitTests(changes) {
  if (changes.canBreakAllUnitTests) return allUnitTests
  const run = async () => {
    const list = reportFile('changed')
    const args = ['list', '--filesOnly', `--json=${list}`, `--changed=${changes.base}`]
    const code = await runScript(['node_modules/vitest/vitest.mjs', ...args])
    if (code !== 0) return tallyOfStep(false)
    const related = /** @type {{ file: string }[]} */ (readReport(list) ?? [])
    const files = new Set([...related.map(({ file }) => file), ...changes.testsOfTheTree])
    return unitTests([...files]).run()
  }
  return [{ name: 'unit and hub tests', run }]
}

/**
 * @param {import('./changes.mjs').Changes} changes
 * @returns {Step}
 */
function changedBrowserTests(changes) {
  if (changes.canBreakAllBrowserTests) return browserTests([])
  const { name, run: runTests } = browserTests([`--only-changed=${changes.base}`, '--pass-with-no-tests'])
  return {
    name,
    run: async () => {
      const tally = await runTests()
      // Runners that ran nothing count as failed; here that may be right.
      const report = readReport(join(reportFolder, 'playwright.json'))
      return report !== undefined && isEmpty(report) ? sum([]) : tally
    },
  }
}

/** @param {{ stats: Record<string, number>, errors: unknown[] }} report */
function isEmpty({ stats, errors }) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  return expected + unexpected + flaky + skipped + errors.length === 0
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
  return runProgram([process.execPath, ...args], extraEnv)
}

/**
 * @param {readonly string[]} command
 * @param {NodeJS.ProcessEnv} extraEnv
 */
function runProgram([file = '', ...args], extraEnv) {
  return run(file, args, { env: { ...toolEnv(), ...extraEnv } })
}

const reportFolder = join(root, '.cache', 'test')

/**
 * A fresh place for a runner's report, so that a crash cannot pass for the run before it.
 * @param {string} runner
 */
function reportFile(runner) {
  const file = join(reportFolder, `${runner}.json`)
  mkdirSync(reportFolder, { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
