import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @param {string} folder
 * @returns {string}
 */
function withPackage(folder) {
  return existsSync(join(folder, 'package.json')) ? folder : withPackage(dirname(folder))
}

/** The project's folder; found from wherever a build has put this file. */
export const root = withPackage(dirname(fileURLToPath(import.meta.url)))
