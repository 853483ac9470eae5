import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** What is built, fetched or recorded, not written by anybody. */
const skippedFolders = ['node_modules', 'dist', 'data', 'coverage', 'test-results', 'footage', 'bench/results']
const skippedFiles = ['package-lock.json']
const written = /\.(?:ts|tsx|mjs|md|json|css|html)$/

/**
 * Everything that people wrote in a repository: code, tests and documents, with paths from its top.
 * @param {string} top
 * @returns {{ file: string, text: string }[]}
 */
export function textsBelow(top) {
  /**
   * @param {string} folder
   * @returns {string[]}
   */
  const filesBelow = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = relative(top, join(folder, entry.name)).split(sep).join('/')
      if (entry.name.startsWith('.')) return []
      if (entry.isDirectory()) return skippedFolders.includes(path) ? [] : filesBelow(join(top, path))
      return entry.isFile() && written.test(entry.name) && !skippedFiles.includes(path) ? [path] : []
    })
  return filesBelow(top).map((file) => ({ file, text: readFileSync(join(top, file), 'utf8') }))
}
