#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { dataFolder } from './data-folder.mjs'
import { noOptionsOf, programs } from './programs.mjs'

/** The command of an installed archive, where this file is bin/nightjar.mjs. Names and programs are those of `npm run`. */

const [name = 'help', ...args] = process.argv.slice(2)

function help() {
  const width = Math.max(...Object.entries(programs).map(([key, { usage }]) => `${key} ${usage}`.length))
  const lines = Object.entries(programs).map(
    ([key, { usage, does }]) => `  nightjar ${`${key} ${usage}`.padEnd(width)}  ${does}`,
  )
  return [
    `Nightjar ${version()}: browser tabs are the cameras, this is their hub.`,
    '',
    ...lines,
    '',
    `Settings are environment variables (docs/configuration.md beside this program), as in`,
    `  LAN=1 nightjar start`,
    `Data is kept in ${dataFolder(process.env, process.platform)}; DATA_DIR names another folder.`,
  ].join('\n')
}

/** @returns {string} */
function version() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

/**
 * What keeps a hub from starting needs a hand, and ends with its code (server/lib/startup-problem.ts).
 * @param {string} sentence
 */
function refuse(sentence) {
  console.error(sentence)
  process.exitCode = name === 'start' ? 78 : 1
}

/** @param {string} key */
function isCommand(key) {
  return Object.hasOwn(programs, key)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(`Nightjar needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
} else if (['help', '--help', '-h'].includes(name) || (isCommand(name) && /^(--help|-h)$/.test(args[0] ?? ''))) {
  console.log(help())
} else if (['--version', '-v', 'version'].includes(name)) {
  console.log(version())
} else if (!isCommand(name)) {
  const names = Object.keys(programs).join(', ')
  refuse(`There is no command ${name}. The commands are ${names}; nightjar --help says what each does.`)
} else if (name === 'start' && args.length > 0) {
  refuse(noOptionsOf('nightjar start'))
} else {
  const { built } = programs[/** @type {keyof typeof programs} */ (name)]
  const folder = dataFolder(process.env, process.platform)
  if (name === 'start' && folder !== process.env['DATA_DIR'])
    console.log(`Data is kept in ${folder}; DATA_DIR names another folder.`)
  process.env['DATA_DIR'] = folder
  // The tools say by it how they are called (server/command-line.ts).
  process.argv = [process.execPath, 'nightjar', ...args]
  await import(new URL(`../${built}`, import.meta.url).href)
}
