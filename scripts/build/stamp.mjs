import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * One hash over the names and contents of files and folders; an entry that does not exist counts as absent.
 * @param {string} folder
 * @param {readonly string[]} entries relative to the folder
 * @param {readonly string[]} [facts] anything else that the result depends on
 */
export function hashSources(folder, entries, facts = []) {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const name of entries.flatMap((entry) => filesUnder(folder, entry))) {
    const content = readFileSync(join(folder, name))
    hash.update(`\n${name} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Whether the stamp was written for this hash and all that it vouches for is still there.
 * @param {string} stamp
 * @param {string} hash
 * @param {readonly string[]} [outputs]
 */
export function isFresh(stamp, hash, outputs = []) {
  return readStamp(stamp) === hash && outputs.every((file) => existsSync(file))
}

/** @param {string} stamp */
export function readStamp(stamp) {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : undefined
}

/**
 * @param {string} stamp
 * @param {string} hash
 */
export function writeStamp(stamp, hash) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${hash}\n`)
}

/** @param {string} stamp */
export function removeStamp(stamp) {
  rmSync(stamp, { force: true })
}

/**
 * @param {string} folder
 * @param {string} entry
 * @returns {string[]} names with forward slashes, in an order that is the same on every machine
 */
function filesUnder(folder, entry) {
  const children = childrenOf(join(folder, entry))
  if (children === 'absent') return []
  if (children === 'file') return [entry]
  return children.flatMap((name) => filesUnder(folder, `${entry}/${name}`))
}

/**
 * @param {string} path
 * @returns {string[] | 'file' | 'absent'}
 */
function childrenOf(path) {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code
    if (code === 'ENOTDIR') return 'file'
    if (code === 'ENOENT') return existsSync(path) ? 'file' : 'absent'
    throw error
  }
}
