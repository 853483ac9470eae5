import { spawn } from 'node:child_process'
import { root } from '../root.mjs'

/** The environment for tools: they choose their own mode, whatever NODE_ENV the user has set for the hub. */
export function toolEnv() {
  const { NODE_ENV: _, ...env } = process.env
  // With CI set, some tools colour their output even in a log file.
  return process.stdout.isTTY || env['FORCE_COLOR'] ? env : { ...env, NO_COLOR: '1' }
}

/** By which somebody stops a command. */
export const endSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program on this terminal and resolves to its exit code; rejects when it cannot be started.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, endsItself?: boolean }} [options] `endsItself`: where somebody stops
 *   this process, the program hears of it, ends in its own way, and is waited for
 * @returns {Promise<number>}
 */
export function run(file, args, { env = toolEnv(), shell = false, endsItself = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, env, shell, stdio: ['ignore', 'inherit', 'inherit'] })
    const heard = endsItself ? endSignals : []
    // On Windows it would end the program without a word; there only a console has signals, which all its processes hear.
    const pass = (/** @type {NodeJS.Signals} */ signal) => process.platform === 'win32' || child.kill(signal)
    for (const signal of heard) process.on(signal, pass)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of heard) process.off(signal, pass)
      resolve(code ?? 1)
    })
  })
}

/**
 * Runs a program silently and resolves to its exit code and everything it printed.
 * @param {string} file
 * @param {string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, env: toolEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
