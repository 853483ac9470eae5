import { existsSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { cachedFootage, convertFootage } from '../footage.mjs'
import { root } from '../root.mjs'

/**
 * The camera's film: the one named, else a recording from beside the project where ffmpeg can convert it, else ours.
 * @param {string | undefined} named
 * @param {(sentence: string) => void} say
 */
export async function demoFootage(named, say) {
  if (named !== undefined && !existsSync(named)) throw new Failure(`There is no footage at ${named}.`)
  const recorded = named ?? [join(root, 'footage', 'people-a.mp4')].find((file) => existsSync(file))
  if (recorded !== undefined) {
    if (['.y4m', '.mjpeg', '.mjpg'].includes(extname(recorded))) return resolve(recorded)
    try {
      const converted = join(root, '.cache', 'footage', 'demo.mjpeg')
      await convertFootage(recorded, converted)
      return converted
    } catch (error) {
      if (named !== undefined || !(error instanceof Failure)) throw error
      say(`${error.message} The synthesised room serves instead.`)
    }
  }
  return cachedFootage({ quietSec: 6, walkSec: 18, seconds: 26 })
}
