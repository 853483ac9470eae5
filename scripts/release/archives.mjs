import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { KEPT } from './bundle.mjs'
import { licenceTexts } from './licence-texts.mjs'
import { importedPackages, shippedFiles, withDependencies } from './packages.mjs'

/**
 * @typedef {object} Entry a file of an archive
 * @property {string} path in it
 * @property {number} bytes
 * @property {string} [from] where it lies here; else
 * @property {string} [text] what it says
 * @property {boolean} [isProgram]
 */

/** What an archive may take unpacked, as the disk counts it. ffmpeg is not in it. */
export const MOST_BYTES = 80_000_000
const DISK_BLOCK = 4096

/** Whose sources the hub and its tools are built from, and the app's. */
const hubSources = ['server', 'src/contract', 'src/lib']
const appSources = ['src']

/** Under the GPL, and needed by few: it is passed on apart (docs/security.md, docs/installation.md). */
const APART = '@ffmpeg/core'
const FFMPEG_FILE = /\/ffmpeg-core[\w-]*\.(js|wasm)$/

const COMMAND_FILES = ['nightjar.mjs', 'programs.mjs', 'data-folder.mjs']
/** What somebody without the repository needs to run a hub. */
const DOCUMENTS = [
  'LICENSE',
  'CHANGELOG.md',
  'deploy/nightjar.service',
  'deploy/README.md',
  ...['installation', 'using', 'configuration', 'operations', 'evidence', 'privacy', 'security', 'limits'].map(
    (name) => `docs/${name}.md`,
  ),
  ...['api', 'home-assistant', 'scaling'].map((name) => `docs/${name}.md`),
]
/** A link's words, and what it leads to in the repository. */
const LINK = /\[(?<words>[^\]]+)\]\((?!\w+:|#)(?<path>[^)#\s]+)[^)]*\)/g

/**
 * What the hub and its tools load, so that a new one is found by itself, and all that these need.
 * @param {string} root
 */
export function hubPackages(root) {
  return withDependencies(root, importedPackages(root, hubSources))
}

/**
 * Those of them that are in the archive as they come; the others' code is in the hub's files.
 * @param {string} root
 */
export function keptPackages(root) {
  return withDependencies(root, KEPT)
}

/**
 * Those whose code is in the app's files.
 * @param {string} root
 */
function appPackages(root) {
  const names = importedPackages(root, appSources).filter((name) => name !== APART)
  return withDependencies(root, names)
}

/**
 * The archive that is installed, of what has been built.
 * @param {string} root
 * @param {string} version
 * @param {string} programsDir where the hub and its tools were built with their packages, relative to the project
 * @returns {Entry[]}
 */
export function hubArchive(root, version, programsDir) {
  const manifest = manifestOf(root)
  const text = {
    'package.json': json({
      name: 'nightjar',
      version,
      private: true,
      description: manifest.description,
      license: manifest.license,
      type: 'module',
      engines: manifest.engines,
      bin: { nightjar: 'bin/nightjar.mjs' },
    }),
    'README.md': README,
    'LICENCES.txt': licenceTexts(root, merged([hubPackages(root), appPackages(root)])),
  }
  return sorted([
    ...Object.entries(text).map(([path, content]) => ofText(path, content)),
    ...COMMAND_FILES.map((name) => ({
      ...ofFile(root, `scripts/command/${name}`, `bin/${name}`),
      isProgram: name === 'nightjar.mjs',
    })),
    ...DOCUMENTS.map((path) => (path.endsWith('.md') ? ofDocument(root, path) : ofFile(root, path))),
    ...filesOf(root, 'dist/app').filter(({ path }) => !isOfFfmpeg(root, path)),
    ...filesOf(root, programsDir).map((file) => ({ ...file, path: `dist${file.path.slice(programsDir.length)}` })),
    // Beside the hub and not at the top: npm leaves it as it is, with nothing to fetch, to compile or to link.
    ...keptPackages(root).flatMap((one) =>
      shippedFiles(root, one).map(({ path, from, bytes }) => ({ path: `dist/node_modules/${path}`, from, bytes })),
    ),
  ])
}

/**
 * ffmpeg for browsers, to be installed beside it by whoever wants it.
 * @param {string} root
 * @param {string} version
 * @returns {Entry[]}
 */
export function ffmpegArchive(root, version) {
  const core = JSON.parse(readFileSync(join(root, 'node_modules', APART, 'package.json'), 'utf8'))
  const assets = filesOf(root, 'dist/app/assets').filter(({ path }) => isOfFfmpeg(root, path))
  if (assets.length !== 2) throw new Failure('The app that was built has no ffmpeg: npm run build -- --force')
  return sorted([
    ofText(
      'package.json',
      json({
        name: 'nightjar-ffmpeg',
        version,
        private: true,
        license: core.license,
        description: 'ffmpeg for browsers, beside Nightjar: it makes MP4 of WebM where a browser has no encoder.',
      }),
    ),
    ofText('README.md', ffmpegReadme(core.version)),
    ofFile(root, 'scripts/release/ffmpeg/COPYING', 'COPYING'),
    ...assets.map(({ path }) => ofFile(root, path, path.slice('dist/'.length))),
  ])
}

/**
 * What it takes unpacked, as the disk counts it.
 * @param {readonly { bytes: number }[]} entries
 */
export function unpackedBytes(entries) {
  return entries.reduce((sum, { bytes }) => sum + Math.ceil(bytes / DISK_BLOCK) * DISK_BLOCK, 0)
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {Entry[]}
 */
function filesOf(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name.startsWith('.') || entry.name.endsWith('.map')) return []
    return entry.isDirectory() ? filesOf(root, path) : [ofFile(root, path)]
  })
}

/**
 * By its bytes: code of ours that loads it has a name like its own.
 * @param {string} root
 * @param {string} path
 */
function isOfFfmpeg(root, path) {
  const [, extension] = FFMPEG_FILE.exec(path) ?? []
  if (extension === undefined) return false
  const original = join(root, 'node_modules', APART, 'dist/esm', `ffmpeg-core.${extension}`)
  return readFileSync(join(root, path)).equals(readFileSync(original))
}

/**
 * @param {string} root
 * @param {string} from
 * @param {string} [path]
 * @returns {Entry}
 */
function ofFile(root, from, path = from) {
  const file = join(root, from)
  return { path, from: file, bytes: statSync(file).size }
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Entry}
 */
function ofText(path, text) {
  return { path, text, bytes: Buffer.byteLength(text) }
}

/**
 * What leads to something that is not in the archive is only words there.
 * @param {string} root
 * @param {string} path
 * @returns {Entry}
 */
function ofDocument(root, path) {
  const text = readFileSync(join(root, path), 'utf8')
  return ofText(
    path,
    text.replaceAll(LINK, (link, words, to) =>
      DOCUMENTS.includes(posix.join(posix.dirname(path), to)) ? link : words,
    ),
  )
}

/** @param {readonly Entry[]} entries */
function sorted(entries) {
  return [...entries].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** @param {readonly (readonly import('./packages.mjs').InstalledPackage[])[]} lists */
function merged(lists) {
  return [...new Map(lists.flat().map((one) => [one.path, one])).values()]
}

/** @param {object} content */
function json(content) {
  return `${JSON.stringify(content, null, 2)}\n`
}

/** @param {string} root */
function manifestOf(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

const README = `# Nightjar

Turns any laptop or webcam into a security camera: a browser tab is the camera, this is the hub that keeps its clips.

    nightjar start

Then open the printed address. \`nightjar --help\` says what else there is, docs/installation.md how to install it for good,
docs/configuration.md what can be set, docs/operations.md how to back it up, to upgrade it and to go back.
Licences of what is in here: LICENCES.txt.
`

/** @param {string} version */
function ffmpegReadme(version) {
  return `# ffmpeg for Nightjar

Install it beside Nightjar (docs/installation.md there). It makes MP4 of WebM recordings in browsers that have no encoder.

These are the files of the package @ffmpeg/core ${version}, as its authors publish it, unchanged: FFmpeg with x264, x265 and other
libraries, compiled to WebAssembly, under the GNU General Public License, version 2 or later, whose text is in COPYING. There is
no warranty. The source of just this version, with the scripts that build it and name what it is built from:
https://github.com/ffmpegwasm/ffmpeg.wasm (tag of ${version}).
`
}
