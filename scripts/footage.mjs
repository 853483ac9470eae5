import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { capture } from './command-line/command.mjs'
import { Failure } from './command-line/failure.mjs'
import { withProgress } from './command-line/progress.mjs'
import { counterBits, drawCounter } from './footage/counter.mjs'
import { dim } from './footage/light.mjs'
import { sensorNoise } from './footage/noise.mjs'
import { paintPerson } from './footage/person.mjs'
import { copyPicture } from './footage/picture.mjs'
import { uniformNumbers } from './footage/random.mjs'
import { paintRoom } from './footage/room.mjs'
import { poseAt } from './footage/scenario.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} Footage
 * @property {number} width a multiple of 4
 * @property {number} height a multiple of 4
 * @property {number} fps
 * @property {number} seconds the camera plays the file again and again
 * @property {'walk' | 'pace' | 'still'} scenario `walk`: empty, somebody crosses the room and comes back, empty; `pace`: the
 *   same, never out of sight; `still`: empty
 * @property {number} quietSec empty seconds before the walk
 * @property {number} walkSec
 * @property {number} seed
 * @property {boolean} [isCounted] each frame shows its number (footage/counter.mjs)
 * @property {number} [noise] of the sensor, in grey levels; 2 where left out, 0 is none
 * @property {number} [light] share of the light of day; 1 where left out
 */

/** @type {Footage} */
const defaultFootage = {
  width: 640,
  height: 360,
  fps: 10,
  seconds: 30,
  scenario: 'walk',
  quietSec: 10,
  walkSec: 10,
  seed: 1,
}

/** Raised whenever the picture changes, so that no cached file is taken for it. */
const version = 1
const usualNoise = 2

/**
 * The frames one after the other, each as the bytes of its three I420 planes; the array is reused for the next frame.
 * @param {Partial<Footage>} options
 */
export function* renderFrames(options) {
  const footage = { ...defaultFootage, ...options }
  const { width, height, fps, seconds, seed, noise = usualNoise, light = 1 } = footage
  const room = paintRoom(width, height)
  const picture = copyPicture(room)
  const random = uniformNumbers(seed)
  const addNoise = sensorNoise(width * height, noise, random)
  for (let i = 0; i < seconds * fps; i++) {
    picture.frame.set(room.frame)
    const pose = poseAt(footage, i / fps, (width / height) * 360)
    if (pose) paintPerson(picture, pose)
    if (light < 1) dim(picture, light)
    addNoise(picture.y)
    addNoise(picture.u)
    addNoise(picture.v)
    if (footage.isCounted) drawCounter(picture, i % 2 ** counterBits)
    yield picture.frame
  }
}

/**
 * Writes a Y4M file that Chromium takes as a camera (see `withCamera` in browser.mjs).
 * @param {string} file
 * @param {Partial<Footage>} options
 */
export function writeFootage(file, options) {
  const { width, height, fps } = { ...defaultFootage, ...options }
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const unfinished = `${file}.${process.pid}.part`
  const descriptor = openSync(unfinished, 'w')
  try {
    writeSync(descriptor, `YUV4MPEG2 W${width} H${height} F${fps}:1 Ip A1:1 C420jpeg\n`)
    for (const frame of renderFrames(options)) {
      writeSync(descriptor, 'FRAME\n')
      writeSync(descriptor, frame)
    }
    closeSync(descriptor)
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * The path of footage with these options, made on first use and kept under .cache/footage.
 * @param {Partial<Footage>} options
 */
export async function cachedFootage(options) {
  const footage = { ...defaultFootage, ...options }
  const key = createHash('sha256')
    .update(JSON.stringify([version, Object.entries(footage).sort()]))
    .digest('hex')
  const file = join(root, '.cache', 'footage', `${footage.scenario}-${key.slice(0, 12)}.y4m`)
  if (!existsSync(file)) {
    await withProgress(`Drawing ${footage.seconds} s of test footage`, async () => writeFootage(file, footage))
  }
  return file
}

/**
 * Turns a recorded video into the only other format that Chromium plays as a camera. The format knows no pace:
 * Chromium shows 30 frames a second, so that fewer here play faster than they were recorded.
 * @param {string} input
 * @param {string} output ends in .mjpeg
 * @param {{ width?: number, height?: number, fps?: number, seconds?: number }} [options] `seconds`: of its beginning; all where left out
 */
export async function convertFootage(input, output, { width = 1280, height = 720, fps = 30, seconds } = {}) {
  if (!existsSync(input)) throw new Failure(`There is no video at ${input}.`)
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},fps=${fps}`
  const unfinished = `${output}.${process.pid}.part`
  mkdirSync(dirname(resolve(output)), { recursive: true })
  const format = ['-an', '-c:v', 'mjpeg', '-q:v', '4', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg']
  const length = seconds === undefined ? [] : ['-t', String(seconds)]
  const args = ['-nostdin', '-y', '-loglevel', 'error', ...length, '-i', input, '-vf', fit, ...format, unfinished]
  const result = await capture('ffmpeg', args).catch(() => {
    throw new Failure('ffmpeg was not found; install it to use recorded footage, or leave the recording out.')
  })
  if (result.code !== 0) {
    rmSync(unfinished, { force: true })
    throw new Failure(`ffmpeg could not convert ${input}: ${result.output.trim()}`)
  }
  renameSync(unfinished, output)
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scenario: { type: 'string', default: 'walk' }, seconds: { type: 'string', default: '30' } },
  })
  const [file] = positionals
  const { scenario } = values
  const seconds = Number(values.seconds)
  if (!file || (scenario !== 'walk' && scenario !== 'still') || !(seconds > 0)) {
    console.error('Usage: node scripts/footage.mjs OUT.y4m [--scenario walk|still] [--seconds 30]')
    process.exitCode = 1
  } else {
    await withProgress(`Drawing ${file}`, async () => writeFootage(file, { scenario, seconds }))
  }
}
