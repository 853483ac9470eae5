import { Failure } from '../command-line/failure.mjs'
import { readFlags } from '../command-line/flags.mjs'
import { openedViews } from './opened.mjs'
import { shareViews } from './shares.mjs'

export const openScreens = ['login', 'verification-code', 'pair', 'verify', 'no-such-page']
export const guardedScreens = [
  'dashboard',
  'cameras',
  'cameras/this-device',
  'live',
  'ai-chat',
  'events',
  'videos',
  'notifications',
  'modes',
  'video-sharing',
  'billing',
]
export const openedScreens = Object.keys(openedViews)
export const shareScreens = Object.keys(shareViews)

/** What a screen has to show. */
export const states = /** @type {const} */ (['full', 'many', 'one', 'empty', 'loading', 'error'])

/** @typedef {(typeof states)[number]} State */

/**
 * @typedef {object} ScreenOptions
 * @property {string} out the folder of the screenshots
 * @property {string[]} only screens that are wanted
 * @property {State[]} states in which
 * @property {string | undefined} poster file of the README's picture, which is made instead
 */

const known = '--out DIR, --only NAME,NAME, --states NAME,NAME, --poster FILE.jpg'
const text = /** @type {const} */ ({ type: 'string' })
const out = /** @type {const} */ ({ type: 'string', default: 'test-results/screens' })

/**
 * Reads the flags of `npm run screens`; throws a Failure of one sentence for those it does not know.
 * @param {string[]} args
 * @returns {ScreenOptions}
 */
export function readScreenOptions(args) {
  const values = readFlags(args, { out, only: text, states: text, poster: text }, known)
  const all = [...openScreens, ...guardedScreens, ...openedScreens, ...shareScreens]
  const wanted = values.only?.split(',') ?? all
  const strange = wanted.filter((name) => !all.includes(name))
  if (strange.length > 0) throw new Failure(`There is no screen ${strange.join(', ')}; there are ${all.join(', ')}.`)
  const asked = values.states?.split(',') ?? states
  const unknown = asked.filter((name) => !states.some((state) => state === name))
  if (unknown.length > 0) throw new Failure(`There is no state ${unknown.join(', ')}; there are ${states.join(', ')}.`)
  const { poster } = values
  if (poster !== undefined && !/\.jpe?g$/.test(poster))
    throw new Failure(`--poster makes a JPEG: ${poster} is no .jpg.`)
  return { out: values.out, only: wanted, states: states.filter((state) => asked.includes(state)), poster }
}
