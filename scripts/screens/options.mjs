import { parseArgs } from 'node:util'
import { Failure } from '../failure.mjs'

export const openScreens = ['login', 'verification-code', 'no-such-page']
export const guardedScreens = [
  ...['dashboard', 'cameras', 'ai-chat', 'events', 'videos'],
  ...['notifications', 'video-sharing', 'billing'],
]

/**
 * @typedef {object} ScreenOptions
 * @property {string} out the folder of the screenshots
 * @property {string[]} only screens that are wanted
 * @property {string | undefined} poster file of the README's picture, which is made instead
 */

const known = '--out DIR, --only NAME,NAME, --poster FILE.jpg'

/**
 * Reads the flags of `npm run screens`; throws a Failure of one sentence for those it does not know.
 * @param {string[]} args
 * @returns {ScreenOptions}
 */
export function readScreenOptions(args) {
  const { out, only, poster } = parseFlags(args)
  const all = [...openScreens, ...guardedScreens]
  const wanted = only?.split(',') ?? all
  const strange = wanted.filter((name) => !all.includes(name))
  if (strange.length > 0) throw new Failure(`There is no screen ${strange.join(', ')}; there are ${all.join(', ')}.`)
  if (poster !== undefined && !/\.jpe?g$/.test(poster))
    throw new Failure(`--poster makes a JPEG: ${poster} is no .jpg.`)
  return { out, only: wanted, poster }
}

/** @param {string[]} args */
function parseFlags(args) {
  try {
    const out = /** @type {const} */ ({ type: 'string', default: 'test-results/screens' })
    const text = /** @type {const} */ ({ type: 'string' })
    return parseArgs({ args, options: { out, only: text, poster: text } }).values
  } catch (error) {
    // Node's own sentence goes on with advice about positional arguments, which there are none of.
    const [reason = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new Failure(`${reason.replace(/\.$/, '')}. The flags are ${known}.`)
  }
}
