import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { contactSheet, sheetTitle } from './contact-sheet.mjs'
import { states } from './options.mjs'

const sheet = 'index.html'
const shot = new RegExp(`^[\\w-]+-(?:${states.join('|')})-\\d+-(?:light|dark)\\.png$`)

/**
 * Makes a folder ready for a run: takes away what an earlier one wrote, and nothing else. Throws a Failure where something
 * is there and no run was: `--out ~/Pictures` must not cost the pictures.
 * @param {string} folder
 */
export function prepareOut(folder) {
  if (existsSync(folder)) {
    const names = namesIn(folder)
    if (names.length > 0 && !isSheetIn(folder)) {
      throw new Failure(`${folder} is not empty, and not of an earlier run of this. Name another folder with --out.`)
    }
    for (const name of names) if (name === sheet || shot.test(name)) rmSync(join(folder, name))
  }
  mkdirSync(folder, { recursive: true })
  // Before the first screenshot: a run that is cut off leaves a folder that the next one knows.
  writeSheet(folder, [])
}

/**
 * Writes the page with all screenshots; returns its path.
 * @param {string} folder
 * @param {readonly import('../screens.mjs').Shot[]} shots
 */
export function writeSheet(folder, shots) {
  const path = join(folder, sheet)
  writeFileSync(path, contactSheet(shots))
  return path
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    throw new Failure(`${folder} is no folder that can be read. Name another one with --out.`)
  }
}

/** @param {string} folder */
function isSheetIn(folder) {
  const path = join(folder, sheet)
  return existsSync(path) && readFileSync(path, 'utf8').includes(sheetTitle)
}
