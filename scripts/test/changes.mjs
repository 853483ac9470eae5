import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtFrom } from '../build.mjs'
import { capture } from '../command-line/command.mjs'
import { Failure } from '../command-line/failure.mjs'
import { root } from '../root.mjs'

/**
 * @typedef {object} Changes what a change can break, as far as imports do not tell
 * @property {string} base the commit that it is compared with
 * @property {boolean} canBreakAllUnitTests
 * @property {boolean} canBreakAllBrowserTests
 * @property {string[]} testsOfTheTree those that read files or start programs, which any change can break
 */

/** Tests do not import these, or not all that depend on them do. */
const behindAllUnitTests = ['assembly', 'asconfig.json', 'package-lock.json', 'package.json', 'vitest.config.ts']
const behindAllBrowserTests = [
  'playwright.config.ts',
  'bench/browser',
  'scripts/browser.mjs',
  'scripts/footage',
  'scripts/footage.mjs',
  ...builtFrom,
]

/**
 * The working tree compared with where it left `base`: with what main follows where nothing is named, else with the last
 * commit.
 * @param {string | undefined} named
 * @returns {Promise<Changes>}
 */
export async function changesSince(named) {
  const base = await forkPoint(named)
  const committed = await git('diff', '--name-only', base)
  const added = await git('ls-files', '--others', '--exclude-standard')
  const files = [...committed.split('\n'), ...added.split('\n')].filter((file) => file !== '')
  return {
    base,
    canBreakAllUnitTests: files.some((file) => isUnder(file, behindAllUnitTests)),
    canBreakAllBrowserTests: files.some((file) => isUnder(file, behindAllBrowserTests)),
    testsOfTheTree: testsOfTheTree(root),
  }
}

/**
 * @param {string} file
 * @param {readonly string[]} entries files and folders
 */
export function isUnder(file, entries) {
  return entries.some((entry) => file === entry || file.startsWith(`${entry}/`))
}

/** Where the tree is, a program, or a path from the tree's root on: tests run there. */
const looksAround =
  /import\.meta\.|node:child_process|scripts\/root\b|\b(?:(?:readFile|readdir)(?:Sync)?|existsSync)\(\s*['"`](?![/$])/

/**
 * The tests below a folder that look at more than what they import: at files of the tree, or at a program that they start.
 * @param {string} folder
 */
export function testsOfTheTree(folder) {
  return readdirSync(join(folder, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `tests/${name}`)
    .filter((file) => looksAround.test(readFileSync(join(folder, file), 'utf8')))
    .sort()
}

/** @param {string | undefined} named */
async function forkPoint(named) {
  const candidates = named === undefined ? ['main@{upstream}', 'HEAD'] : [named]
  for (const candidate of candidates) {
    // Without git on this machine it cannot even be started.
    const answer = await capture('git', ['merge-base', 'HEAD', candidate]).catch(() => null)
    if (answer?.code === 0) return answer.output.trim()
  }
  throw new Failure(`What changed is asked of git, which knows no ${candidates.at(-1)} here.`)
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await capture('git', args)
  if (code !== 0) throw new Failure(`git ${args.join(' ')} failed: ${output.trim()}`)
  return output
}
