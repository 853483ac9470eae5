import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Where an installed hub keeps its data: in DATA_DIR, and if that says nothing, where this system has the data of programs,
 * the same from whichever folder it is called.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Platform} platform
 * @param {() => string} home
 */
export function dataFolder(env, platform, home = homedir) {
  const named = env['DATA_DIR']
  if (named?.trim()) return named
  const folder = homeOf(home)
  // A user without a home, as in some containers.
  if (folder === null) return resolve('data')
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(folder, 'AppData', 'Local'), 'Nightjar')
  if (platform === 'darwin') return join(folder, 'Library', 'Application Support', 'Nightjar')
  return join(env['XDG_DATA_HOME'] || join(folder, '.local', 'share'), 'nightjar')
}

/** @param {() => string} home */
function homeOf(home) {
  try {
    return home() || null
  } catch {
    return null
  }
}
