import { buildPrograms } from './build/program.mjs'
import { run, toolEnv } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'

/** Of the browser bench, beside the soak. */
const usesApp = ['--interactions', '--review', '--weak', '--downloads']

/**
 * Builds one bench, or what writes their figures into the documents, and runs it with the user's arguments; the kernels
 * are there already.
 * @param {'kernels' | 'browser' | 'detect' | 'hub' | 'live' | 'assistant' | 'figures'} name
 * @param {string[]} args
 */
export async function bench(name, args) {
  if (name === 'live' || (name === 'browser' && (usesApp.some((flag) => args.includes(flag)) || isSoak(args)))) {
    // These use the whole app.
    const { ensureBuilt } = await import('./build.mjs')
    await ensureBuilt()
  }
  await buildPrograms('the bench', [{ entry: `bench/${name}/main.ts`, outDir: `dist/bench/${name}` }])
  const env = {
    ...toolEnv(),
    ...(name === 'browser' && (await browserAndCamera(args))),
    ...(name === 'live' && (await filmOfLive(args))),
  }
  const [file = '', ...rest] = [...(name === 'live' && !isCrowd(args) ? await networkOfItsOwn() : []), process.execPath]
  process.exitCode = await run(file, [...rest, '--expose-gc', `dist/bench/${name}/main.js`, ...args], { env })
}

/**
 * What the browser bench needs of this machine: a Chromium, and a file that plays as its camera: an empty room at 720p,
 * or somebody who walks where clips are made; all the time at 720p where every camera is to record while the app is used,
 * now and then in a soak, all the time at 720p where ways to record are compared, and on a weak machine. Two at 640x360 where people are looked for: one with somebody all the time, one without.
 * @param {string[]} args
 */
async function browserAndCamera(args) {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  const still = /** @type {const} */ ({ width: 1280, height: 720, fps: 15, seconds: 3, scenario: 'still' })
  const walk = /** @type {const} */ ({ fps: 15, seconds: 20, scenario: 'walk', quietSec: 1, walkSec: 18 })
  const pace = /** @type {const} */ ({ ...still, seconds: 20, scenario: 'pace', quietSec: 0, walkSec: 20 })
  if (args.includes('--curve')) return { CHROME_PATH: await findBrowser(), BENCH_CURVE_FILMS: await curveFilms() }
  const soak = /** @type {const} */ ({ seconds: 24, quietSec: 6, walkSec: 12 })
  if (args.some((arg) => /^--person(=|$)/.test(arg))) {
    const small = /** @type {const} */ ({ fps: 15, seconds: 12, quietSec: 0, walkSec: 12 })
    return {
      CHROME_PATH: await findBrowser(),
      BENCH_CAMERA: await cachedFootage({ ...small, scenario: 'pace' }),
      BENCH_STILL_CAMERA: await cachedFootage({ ...small, scenario: 'still' }),
    }
  }
  if (args.includes('--recording') || args.includes('--weak'))
    return { CHROME_PATH: await findBrowser(), BENCH_CAMERA: await cachedFootage(pace) }
  if (isSoak(args)) return { CHROME_PATH: await findBrowser(), BENCH_CAMERA: await cachedFootage(soak) }
  const camera = args.includes('--interactions')
    ? { ...still, ...(args.includes('--steady') && { ...walk, seconds: 6, quietSec: 0, walkSec: 6 }) }
    : args.includes('--clips')
      ? { ...walk, ...(args.includes('--steady') && { quietSec: 0, walkSec: 20 }) }
      : still
  return {
    CHROME_PATH: await findBrowser(),
    BENCH_CAMERA: await cachedFootage(camera),
  }
}

/**
 * Scenes at 720p, each as the camera films it and without its noise: somebody who walks by day, the same in little light
 * (whose noise is strong) and in bad light, and nobody.
 */
async function curveFilms() {
  const { cachedFootage } = await import('./footage.mjs')
  const usual = /** @type {const} */ ({ width: 1280, height: 720, fps: 15, seconds: 8, quietSec: 0, walkSec: 8 })
  const scenes = /** @type {const} */ ({
    people: { ...usual, scenario: 'pace' },
    night: { ...usual, scenario: 'pace', light: 0.25, noise: 5 },
    noise: { ...usual, scenario: 'pace', noise: 6 },
    empty: { ...usual, scenario: 'still' },
  })
  /** @type {Record<string, { camera: string, scene: string }>} */
  const films = {}
  for (const [name, scene] of Object.entries(scenes))
    films[name] = { camera: await cachedFootage(scene), scene: await cachedFootage({ ...scene, noise: 0 }) }
  return JSON.stringify(films)
}

/** @param {string[]} args */
async function filmOfLive(args) {
  if (isCrowd(args)) return {}
  return args.includes('--camera') ? ownWork() : counted()
}

/** Somebody walks all the time, and each frame shows its number. */
async function counted() {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  const film = /** @type {const} */ ({
    fps: 15,
    seconds: 20,
    scenario: 'pace',
    quietSec: 0,
    walkSec: 20,
    isCounted: true,
  })
  return { CHROME_PATH: await findBrowser(), BENCH_CAMERA: await cachedFootage(film) }
}

/** Somebody who walks once in each repetition, for a clip of it; and the same room with nobody in it. */
async function ownWork() {
  const { findBrowser } = await import('./browser.mjs')
  const { cachedFootage } = await import('./footage.mjs')
  const film = /** @type {const} */ ({ fps: 15, seconds: 24 })
  return {
    CHROME_PATH: await findBrowser(),
    BENCH_CAMERA: await cachedFootage({ ...film, scenario: 'walk', quietSec: 6, walkSec: 8 }),
    BENCH_STILL_CAMERA: await cachedFootage({ fps: 15, seconds: 3, scenario: 'still' }),
  }
}

/** Live pictures are sent to whatever address there is. */
async function networkOfItsOwn() {
  const { ownNetwork } = await import('./test/own-network.mjs')
  const network = ownNetwork()
  if (network === null)
    throw new Failure('bench:live needs a network of its own: run it as root on Linux, with ip and unshare.')
  return network
}

/**
 * Tabs without browsers.
 * @param {string[]} args
 */
function isCrowd(args) {
  return args.some((arg) => /^--crowd(=|$)/.test(arg))
}

/** @param {string[]} args */
function isSoak(args) {
  return args.some((arg) => /^--soak(=|$)/.test(arg))
}
