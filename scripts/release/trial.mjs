import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { run } from '../command-line/command.mjs'
import { Failure } from '../command-line/failure.mjs'
import { secondsSince } from '../command-line/progress.mjs'
import { root } from '../root.mjs'
import { KEPT } from './bundle.mjs'
import { Person } from './trial/data.mjs'
import { Started } from './trial/started.mjs'

/** What a person waits for the first page, at most, once the packages are there. */
const FIRST_PAGE_LIMIT_MS = 15_000
const INSTALL_LIMIT_MS = 120_000
const TOOL_LIMIT_MS = 30_000

/**
 * @typedef {object} Archives
 * @property {string} archive
 * @property {string} ffmpeg
 * @property {string | null} from an earlier commit
 */

/** @typedef {import('./results.mjs').Row} Row */

/**
 * Installs the archives where there is nothing but Node with npm, no registry and no compiler, and uses what they bring.
 * @param {Archives} archives
 * @returns {Promise<readonly Row[]>}
 */
export async function tryArchives({ archive, ffmpeg, from }) {
  const folder = mkdtempSync(join(tmpdir(), 'nightjar-release-'))
  try {
    const machine = bareMachine(folder)
    const rows = await tryNpx(archive, machine)
    const prefix = install([archive, ffmpeg], machine)
    await tryCommand(prefix, machine)
    if (from !== null) await tryUpgrade(from, prefix, machine)
    console.log('The archives work.')
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Machine */

/**
 * The programs of a machine that has Node and a shell.
 * @param {string} folder
 * @returns {Machine}
 */
function bareMachine(folder) {
  const bin = join(folder, 'path')
  for (const name of ['path', 'home', 'work']) mkdirSync(join(folder, name))
  for (const name of ['node', 'npm', 'npx', 'sh', 'env']) {
    const place = name === 'node' ? process.execPath : programOnPath(name)
    if (place !== undefined) symlinkSync(place, join(bin, name))
  }
  const env = {
    PATH: bin,
    HOME: join(folder, 'home'),
    TMPDIR: tmpdir(),
    PORT: '0',
    LOG_LEVEL: 'warn',
    // Nobody listens there: whatever asks a registry fails.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_cache: join(folder, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '0',
  }
  return { folder, env }
}

/** @param {string} name */
function programOnPath(name) {
  const folders = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(':')]
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/**
 * @param {string} archive
 * @param {Machine} machine
 * @returns {Promise<readonly Row[]>} seconds until the first page
 */
async function tryNpx(archive, { folder, env }) {
  const rows = []
  // A whole path would be taken for that of a program.
  copyFileSync(archive, join(folder, 'work', basename(archive)))
  for (const isKnown of [false, true]) {
    const startedAt = performance.now()
    const dataDir = join(folder, `data-npx-${isKnown}`)
    const hub = new Started('npx', ['--yes', `./${basename(archive)}`, 'start'], {
      env: { ...env, DATA_DIR: dataDir },
      cwd: join(folder, 'work'),
    })
    try {
      await hub.ready(isKnown ? TOOL_LIMIT_MS : INSTALL_LIMIT_MS)
      await firstPage(hub.url)
      const seconds = secondsSince(startedAt)
      const [load = 0] = loadavg()
      const what = isKnown ? 'with the packages there' : 'which unpacks the packages first'
      console.log(`npx, ${what}: first page after ${seconds.toFixed(1)} s, at a load of ${load.toFixed(1)}`)
      const metric = isKnown ? 'time' : 'time-unpacking'
      rows.push({ name: 'first-page', case: 'npx', metric, value: Math.round(seconds * 10) / 10, unit: 's' })
      if (isKnown)
        rows.push({ name: 'first-page', case: 'npx', metric: 'load', value: Math.round(load * 10) / 10, unit: '' })
      if (!isKnown || seconds * 1000 <= FIRST_PAGE_LIMIT_MS) continue
      // A machine that is busy with other things tells nothing.
      if (load < availableParallelism()) throw new Failure('That is too long.')
    } finally {
      await hub.stop()
    }
  }
  return rows
}

/**
 * The page and the script that it begins with.
 * @param {string} url
 */
async function firstPage(url) {
  const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
  if (script === undefined) throw new Failure(`The first page has no script:\n${page.slice(0, 500)}`)
  const answer = await fetch(new URL(script, url))
  if (!answer.ok) throw new Failure(`The first page asks for ${script}, which is answered ${answer.status}.`)
  return page
}

/**
 * @param {readonly string[]} archives
 * @param {Machine} machine
 */
function install(archives, { folder, env }) {
  const prefix = join(folder, 'prefix')
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync('npm', ['install', '-g', '--prefix', prefix, ...archives], {
    env,
    cwd: join(folder, 'work'),
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
  })
  if (status !== 0) throw new Failure(`npm install ended with ${status}:\n${stdout}${stderr}`)
  console.log(`npm install -g, both archives: ${secondsSince(startedAt).toFixed(1)} s`)
  return prefix
}

/**
 * @param {string} prefix
 * @param {Machine} machine
 */
async function tryCommand(prefix, { folder, env }) {
  const nightjar = join(prefix, 'bin', 'nightjar')
  const modules = join(prefix, 'lib', 'node_modules')
  const cwd = join(folder, 'work')
  const dataDir = join(folder, 'data')
  /** @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] */
  const call = (args, more = {}) =>
    spawnSync(nightjar, args, { env: { ...env, ...more }, cwd, encoding: 'utf8', timeout: TOOL_LIMIT_MS })
  /** @param {readonly string[]} args @param {number} code @param {RegExp} told @param {NodeJS.ProcessEnv} [more] */
  const expect = (args, code, told, more) => {
    const { status, stdout, stderr } = call(args, more)
    if (status !== code || !told.test(stdout + stderr))
      throw new Failure(`nightjar ${args.join(' ')} ended with ${status}, not ${code} and ${told}:\n${stdout}${stderr}`)
  }
  expect(['--help'], 0, /nightjar backup/)
  expect(['sideways'], 1, /There is no command sideways/)
  expect(['check'], 1, /There is no hub in .*home/)
  expect(['backup'], 1, /nightjar backup --to FOLDER/)

  // Also what the hub imports late, which it may never do here: code that misses a package fails when it is read.
  const hubDir = join(modules, 'nightjar', 'dist', 'hub')
  const probe = join(hubDir, 'probe.mjs')
  const parts = readdirSync(hubDir).filter((name) => name.endsWith('.js') && name !== 'main.js')
  const lines = [
    "import { createRequire } from 'node:module'",
    ...parts.map((name) => `await import('./${name}')`),
    ...KEPT.map((name) => `createRequire(import.meta.url)('${name}')`),
  ]
  writeFileSync(probe, lines.join('\n'))
  const direct = spawnSync('node', [probe], { env, encoding: 'utf8', timeout: TOOL_LIMIT_MS })
  rmSync(probe)
  if (direct.status !== 0) throw new Failure(`A package of the hub cannot be loaded:\n${direct.stderr}`)

  const hub = new Started(nightjar, ['start'], { env: { ...env, DATA_DIR: dataDir }, cwd })
  try {
    await hub.ready(TOOL_LIMIT_MS)
    const core = readdirSync(join(modules, 'nightjar-ffmpeg', 'app', 'assets')).find((name) => name.endsWith('.wasm'))
    const answer = await fetch(`${hub.url}/assets/${core}`)
    if (!answer.ok) throw new Failure(`ffmpeg is installed beside it and answered ${answer.status}.`)
    await answer.arrayBuffer()
    const { version } = await (await fetch(`${hub.url}/healthz`)).json()
    if (version !== call(['--version']).stdout.trim()) throw new Failure(`/healthz says the version ${version}.`)
    const ann = new Person(hub)
    await ann.signIn()
    await ann.record('Door')
    if ((await ann.recordings()) !== 1) throw new Failure('The recording is not listed.')
    expect(['backup', '--to', join(folder, 'copy')], 0, /are in .*copy/, { DATA_DIR: dataDir })
    expect(['pair'], 1, /other devices cannot reach/, { DATA_DIR: dataDir })
    const address = 'https://hub.example.org'
    expect(['pair'], 0, new RegExp(`${address}/\\S+`), { DATA_DIR: dataDir, PUBLIC_URL: address })
  } finally {
    await hub.stop()
  }
  expect(['check'], 0, /Rows and files agree/, { DATA_DIR: dataDir })
  expect(['check'], 0, /Rows and files agree/, { DATA_DIR: join(folder, 'copy') })
  expect(['verify', nightjar], 2, /There is no file .*\.proof\.json/)
  // As far as a server that nobody runs: where one answers, the hub's own tests move into it.
  const nowhere = 'postgres://nobody@127.0.0.1:9/hub'
  expect(['migrate', '--to', nowhere], 1, /The database 127\.0\.0\.1:9\/hub cannot be used/, { DATA_DIR: dataDir })
  expect(['check'], 0, /Rows and files agree/, { DATA_DIR: dataDir })
  console.log('nightjar start, backup, check and pair: as they should; verify and migrate refuse as they should')
}

/**
 * Data of an earlier commit's hub is opened by the installed one, which records more, and by that earlier one again from the
 * copy that was made before.
 * @param {string} from
 * @param {string} prefix
 * @param {Machine} machine
 */
async function tryUpgrade(from, prefix, { folder, env }) {
  const earlier = await buildEarlier(from, join(folder, 'earlier'))
  const dataDir = join(folder, 'data-upgrade')
  const options = { env: { ...env, DATA_DIR: dataDir }, cwd: join(folder, 'work') }
  const startOld = () => new Started(process.execPath, [earlier], options)
  const startNew = () => new Started(join(prefix, 'bin', 'nightjar'), ['start'], options)
  /** @param {() => Started} start @param {(hub: Started) => Promise<void>} use */
  const withHub = async (start, use) => {
    const hub = start()
    try {
      await hub.ready(TOOL_LIMIT_MS)
      await use(hub)
    } finally {
      await hub.stop()
    }
  }
  /** @type {Person | undefined} */
  let ann
  try {
    await withHub(startOld, async (hub) => {
      ann = new Person(hub)
      await ann.signIn()
      await ann.record('Door')
    })
    await withHub(startNew, async (hub) => {
      await ann?.goOnAt(hub)
      await requireRecordings(ann, 1, 'after the upgrade')
      await ann?.record('Door')
      await requireRecordings(ann, 2, 'recorded since')
    })
    const upgrades = join(dataDir, 'upgrades')
    const [copy] = existsSync(upgrades) ? readdirSync(upgrades) : []
    if (copy === undefined) {
      console.log(`Upgrade from ${from}: the tables are the same, and nothing had to be copied.`)
    } else {
      // As docs/operations.md says it.
      const newer = join(dataDir, 'newer')
      mkdirSync(newer)
      for (const name of readdirSync(dataDir).filter((one) => one.startsWith('nightjar.db')))
        renameSync(join(dataDir, name), join(newer, name))
      cpSync(join(upgrades, copy), join(dataDir, 'nightjar.db'))
    }
    const left = copy === undefined ? 2 : 1
    await withHub(startOld, async (hub) => {
      await ann?.goOnAt(hub).catch(async () => {
        // The session's token was exchanged since: in the copy it is an old one that was used twice.
        ann = new Person(hub)
        await ann.signIn()
      })
      await requireRecordings(ann, left, 'after going back')
    })
    console.log(`Upgrade from ${from} with data, and back${copy === undefined ? '' : ` by ${copy}`}: as it should`)
  } finally {
    await run('git', ['worktree', 'remove', '--force', join(folder, 'earlier')])
  }
}

/**
 * @param {Person | undefined} person
 * @param {number} count
 * @param {string} when
 */
async function requireRecordings(person, count, when) {
  const found = await person?.recordings()
  if (found !== count) throw new Failure(`${found} recordings ${when}, where ${count} should be.`)
}

/**
 * The hub of an earlier commit, built in a tree of its own with the packages of this one.
 * @param {string} from
 * @param {string} folder
 */
async function buildEarlier(from, folder) {
  const { status, stderr } = spawnSync('git', ['worktree', 'add', '--detach', folder, from], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Failure(`The commit ${from} cannot be checked out: ${stderr.trim()}`)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--ssr', 'server/main.ts', '--logLevel', 'warn'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const program = join(folder, 'dist/hub/main.js')
  if (built.status !== 0 || !existsSync(program)) throw new Failure(`Building ${from} failed:\n${built.stderr}`)
  return program
}
