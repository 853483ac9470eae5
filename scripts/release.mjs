import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { Failure } from './command-line/failure.mjs'
import { readFlags } from './command-line/flags.mjs'
import { withProgress } from './command-line/progress.mjs'
import { shippedPackages, unknownLicences } from './licences.mjs'
import { ffmpegArchive, hubArchive, hubPackages, MOST_BYTES, unpackedBytes } from './release/archives.mjs'
import { bundlePrograms } from './release/bundle.mjs'
import { writeResults } from './release/results.mjs'
import { tarball } from './release/tar.mjs'
import { readCommit, releaseVersion } from './release/version.mjs'
import { root } from './root.mjs'

/** @typedef {import('./release/archives.mjs').Entry} Entry */

const FLAGS = /** @type {const} */ ({
  dirty: { type: 'boolean', default: false },
  try: { type: 'boolean', default: false },
  from: { type: 'string' },
  json: { type: 'string' },
  out: { type: 'string', default: 'dist/release' },
})

/** Where the hub and its tools are built as an archive has them. */
const PROGRAMS_DIR = 'dist/release/programs'

/**
 * Makes the archives of this commit: what runs, to be installed by npm without a registry or a compiler. With --try installs
 * and uses them, with --from COMMIT also takes data of an earlier one over and back, with --json FILE writes how long that took.
 * @param {string[]} args
 */
export async function release(args) {
  const flags = readFlags(args, FLAGS, '--dirty, --try, --from COMMIT, --json FILE, --out FOLDER')
  const version = releaseVersion({
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    commit: await readCommit(),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    mayBeDirty: flags.dirty,
  })
  requireKnownLicences()
  await ensureBuilt()
  await withProgress('Putting the packages into the hub and its tools', async () =>
    requireNamed(await bundlePrograms(root, PROGRAMS_DIR)),
  )

  const out = resolve(root, flags.out)
  mkdirSync(out, { recursive: true })
  for (const name of readdirSync(out)) if (/^nightjar-.*\.tgz$/.test(name)) rmSync(join(out, name))
  const hub = hubArchive(root, version, PROGRAMS_DIR)
  requireSmall(hub)
  const archive = await write(join(out, `nightjar-${version}.tgz`), hub)
  const ffmpeg = await write(join(out, `nightjar-ffmpeg-${version}.tgz`), ffmpegArchive(root, version))
  console.log(partsOf(hub))
  console.log(`npm install -g ${relative(process.cwd(), archive)}, or npx it; docs/installation.md says more.`)
  if (!flags.try && flags.from === undefined && flags.json === undefined) return
  const { tryArchives } = await import('./release/trial.mjs')
  const rows = await tryArchives({ archive, ffmpeg, from: flags.from ?? null })
  if (flags.json === undefined) return
  const unpacked = {
    name: 'archive',
    case: 'unpacked',
    metric: 'size',
    value: Number(megabytes(unpackedBytes(hub))),
    unit: 'MB',
  }
  writeResults(flags.json, [unpacked, ...rows])
}

function requireKnownLicences() {
  const unknown = unknownLicences(shippedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  if (unknown.length === 0) return
  const names = unknown.map(({ name, licence }) => `${name} (${licence})`).join(', ')
  throw new Failure(`Nobody has looked at the licence of ${names} yet: scripts/licences.mjs says which were.`)
}

/**
 * LICENCES.txt lists what the sources import and what that needs; whatever is in the files must be among it.
 * @param {readonly string[]} bundled paths of packages
 */
function requireNamed(bundled) {
  const named = new Set(hubPackages(root).map(({ path }) => path))
  const unnamed = bundled.filter((path) => !named.has(path))
  if (unnamed.length > 0)
    throw new Failure(
      `LICENCES.txt would not have ${unnamed.join(', ')}: scripts/release/packages.mjs finds what is imported.`,
    )
}

/** @param {readonly Entry[]} entries */
function requireSmall(entries) {
  const bytes = unpackedBytes(entries)
  if (bytes <= MOST_BYTES) return
  const largest = [...entries].sort((one, other) => other.bytes - one.bytes).slice(0, 10)
  const names = largest.map(({ path, bytes: size }) => `  ${megabytes(size)} MB ${path}`).join('\n')
  throw new Failure(
    `The archive would take ${megabytes(bytes)} MB unpacked, where ${megabytes(MOST_BYTES)} are allowed. Its largest files:\n${names}`,
  )
}

/**
 * @param {string} file
 * @param {readonly Entry[]} entries
 */
async function write(file, entries) {
  await withProgress(`Packing ${relative(root, file)}`, async () => {
    const files = entries.map(({ path, from, text = '', isProgram = false }) => ({
      path: `package/${path}`,
      content: from === undefined ? Buffer.from(text) : readFileSync(from),
      isProgram,
    }))
    const packed = tarball(files)
    writeFileSync(file, packed)
    console.log(
      `${entries.length} files, ${megabytes(unpackedBytes(entries))} MB unpacked, ${megabytes(packed.length)} MB packed`,
    )
  })
  return file
}

/**
 * What takes the room.
 * @param {readonly Entry[]} entries
 */
function partsOf(entries) {
  const sqlite = /^dist\/node_modules\/@photostructure\/sqlite\/prebuilds\/([^/]+)\/.*\.(glibc|musl)\.node$/
  const binaries = entries.flatMap(({ path, bytes }) => {
    const [, system, libc] = sqlite.exec(path) ?? []
    if (system === undefined) return []
    return [`    ${megabytes(bytes).padStart(5)} MB  ${system}${system.startsWith('linux') ? `, ${libc}` : ''}`]
  })
  const sum = (/** @type {RegExp} */ part) => megabytes(unpackedBytes(entries.filter(({ path }) => part.test(path))))
  return [
    `  ${sum(/^dist\/app\//)} MB the app, ${sum(/^dist\/(?!app\/|node_modules\/)/)} MB the hub and its tools, with ${hubPackages(root).length} packages`,
    `  ${sum(/^dist\/node_modules\//)} MB beside them, SQLite ready for these systems:`,
    ...binaries,
  ].join('\n')
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1)
}
