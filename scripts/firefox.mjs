import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { ownNetwork } from './test/own-network.mjs'

const names = ['firefox-esr', 'firefox']

/** What is said where there is no Firefox: nothing is wrong then. */
export const leftOut =
  'test:firefox was left out: there is no firefox-esr or firefox on the PATH (on Debian, as root: apt-get install firefox-esr).'

/**
 * The installed Firefox; undefined where there is none. It is never installed by us: Playwright's own is another one.
 * @param {string} [path] as of the variable PATH
 */
export function findFirefox(path = process.env['PATH'] ?? '') {
  const folders = path.split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * The main job in the installed Firefox and the built hub, in a network that holds loopback alone: a browser that is not
 * looked after sends much.
 * @param {string} executable as `findFirefox` answers
 * @param {string[]} args
 */
export async function testFirefox(executable, args) {
  const network = ownNetwork()
  if (network === null)
    throw new Failure('test:firefox needs a network of its own: run it as root on Linux, with ip and unshare.')
  const [file = '', ...rest] = [...network, process.execPath, 'scripts/firefox/walk.mjs', executable, ...args]
  process.exitCode = await run(file, rest)
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
