import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHIPPED_FILES } from '../licences.mjs'
import { LICENCE_FILE } from './packages.mjs'

/** @typedef {import('./packages.mjs').InstalledPackage} InstalledPackage */

/**
 * Every package that is in an archive, as it comes or in the app's files, with the text of its licence; equal texts once.
 * @param {string} root
 * @param {readonly InstalledPackage[]} packages
 */
export function licenceTexts(root, packages) {
  /** @type {Map<string, string[]>} */
  const namesOf = new Map()
  const note = (/** @type {string} */ text, /** @type {string} */ name) => {
    const names = namesOf.get(text) ?? []
    if (!names.includes(name)) namesOf.set(text, [...names, name])
  }
  for (const { path, name, version } of packages) {
    note(textOf(root, path), `${name} ${version} (${licenceOf(root, path)})`)
  }
  for (const { name, licence, text } of SHIPPED_FILES)
    note(readFileSync(join(root, text), 'utf8').trim(), `${name} (${licence})`)
  const parts = [...namesOf].map(([text, names]) => `${names.sort().join('\n')}\n\n${text}`)
  const head = 'What this archive holds of others, each with its licence. Nightjar itself: LICENSE.'
  return `${[head, ...parts.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

/**
 * @param {string} root
 * @param {string} path
 */
function textOf(root, path) {
  const files = readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name) && !/\.(js|ts)$/.test(entry.name))
    .map(({ name }) =>
      readFileSync(join(root, path, name), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    )
  return files.length > 0 ? files.join('\n\n') : 'Its package brings no text of it.'
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string}
 */
function licenceOf(root, path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).license ?? 'an unnamed licence'
}
