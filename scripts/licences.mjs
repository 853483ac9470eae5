import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** @typedef {{ name: string, version: string, licence: string }} Shipped a package that runs or builds the product */

/** These ask for their text to be kept, and for nothing else. */
const PERMISSIVE = new Set(['0BSD', 'Apache-2.0', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0', 'Unlicense'])

/** Each was looked at; docs/security.md says what it asks of whoever passes the product on. */
const LOOKED_AT = new Map([
  ['@ffmpeg/core', 'GPL-2.0-or-later'],
  ['lightningcss', 'MPL-2.0'],
  ['mediabunny', 'MPL-2.0'],
  // Shipped unmodified, in an archive within the hub's files: what changes of its source would have to be published.
  ['web-push', 'MPL-2.0'],
])

/** What is shipped and no package, each with the text of its licence beside it. */
export const SHIPPED_FILES = [
  {
    name: 'Atkinson Hyperlegible Next 2.001, the typeface',
    licence: 'OFL-1.1',
    files: ['src/ui/theme/fonts/atkinson-latin.woff2', 'src/ui/theme/fonts/atkinson-latin-ext.woff2'],
    text: 'src/ui/theme/fonts/OFL.txt',
  },
  {
    name: 'SSDLite MobileNet v2, the built-in person model',
    licence: 'Apache-2.0',
    files: ['src/engine/naming/coco/ssdlite-mobilenet-v2.onnx'],
    text: 'src/engine/naming/coco/LICENSE',
  },
]

/** Prints every package that runs or builds the product, by licence, and other files; resolves to the exit code. */
export async function licences() {
  const shipped = shippedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const licence of [...new Set(shipped.map((one) => one.licence))].sort()) {
    const names = shipped.filter((one) => one.licence === licence).map(({ name, version }) => `${name} ${version}`)
    console.log(`${licence} (${names.length})\n  ${names.join(', ')}\n`)
  }
  console.log('Files that are no packages')
  for (const { name, licence, text } of SHIPPED_FILES) console.log(`  ${name}: ${licence}, its text in ${text}`)
  const unknown = unknownLicences(shipped)
  for (const { name, licence } of unknown) console.log(`${name} is under ${licence}: nobody has looked at that yet.`)
  return unknown.length === 0 ? 0 : 1
}

/**
 * @param {string} lockText
 * @returns {Shipped[]}
 */
export function shippedPackages(lockText) {
  /** @type {{ packages: Record<string, { version?: string, license?: string, dev?: boolean, devOptional?: boolean }> }} */
  const { packages } = JSON.parse(lockText)
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version: version ?? '',
      licence: license ?? 'an unnamed licence',
    }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/**
 * Packages whose licence is neither permissive nor looked at. Of a choice ("A OR B") one that is known is enough.
 * @param {readonly Shipped[]} shipped
 */
export function unknownLicences(shipped) {
  return shipped.filter(({ name, licence }) => {
    const choices = licence.replace(/[()]/g, '').split(' OR ')
    return !choices.some((choice) => PERMISSIVE.has(choice)) && LOOKED_AT.get(familyOf(name)) !== licence
  })
}

/**
 * A package that is there once for each system goes by the name of the one that chooses among them.
 * @param {string} name
 */
function familyOf(name) {
  return name.replace(/-(android|darwin|freebsd|linux|win32)-.*$/, '')
}
