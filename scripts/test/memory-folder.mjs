import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'

/** Several times what the tests have at once; a container often has 64 MB there. */
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Points TMPDIR at a new folder in memory, until this process ends: a hub waits for the disk at each write, as it must,
 * and the tests start thousands of hubs. Whoever has set TMPDIR, or has no room there, keeps what they have.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [place]
 * @param {number} [neededBytes]
 * @returns {string | null} the folder
 */
export function keepTemporaryFilesInMemory(env = process.env, place = MEMORY, neededBytes = NEEDED_BYTES) {
  if (env['TMPDIR'] !== undefined || freeBytes(place) < neededBytes) return null
  removeLeftOver(place)
  const folder = mkdtempSync(join(place, `nightjar-test-${process.pid}-`))
  env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  // A signal would end this process without that.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.once(signal, () => process.exit(1))
  return folder
}

/**
 * Those of a process that was killed outright; memory is not given back by itself.
 * @param {string} place
 */
function removeLeftOver(place) {
  for (const name of readdirSync(place)) {
    const [, pid] = /^nightjar-test-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    try {
      rmSync(join(place, name), { recursive: true, force: true })
    } catch {
      // It is another user's.
    }
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's may not be asked, and is there.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH'
  }
}

/** @param {string} place */
function freeBytes(place) {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}
