import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Failure } from '../command-line/failure.mjs'
import { root } from '../root.mjs'

const readyLimitMs = 15_000
const mailLimitMs = 10_000
const stopLimitMs = 15_000

/** What any program needs, and what the measuring of one asks Node for: the person's own hub is configured by others. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'NODE_OPTIONS']

function strangersEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.includes(name)))
}

/**
 * The built hub in a process of its own, on loopback. Its terminal is read for the address and for the sign-in codes,
 * as a person without a mail server would.
 */
export class HubProcess {
  /**
   * @param {{ dataDir: string, port?: number, env?: NodeJS.ProcessEnv, startLimitMs?: number, host?: string }} options port 0 takes a free one
   */
  constructor({ dataDir, port = 0, env = {}, startLimitMs = readyLimitMs, host = '127.0.0.1' }) {
    this.dataDir = dataDir
    this.url = ''
    this.output = ''
    /** @private */
    this.port = port
    /** @private */
    this.env = env
    /** @private */
    this.startLimitMs = startLimitMs
    /** @private */
    this.host = host
    /** @private @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined
    /** @private Where the codes that were read already end. */
    this.readUpTo = 0
  }

  /** Starts the hub and waits until it listens; after `stop` it comes back on the same port. */
  async start() {
    const env = { ...strangersEnv(), ...this.env, DATA_DIR: this.dataDir, PORT: String(this.port), HOST: this.host }
    const child = spawn(process.execPath, [join(root, 'dist', 'hub', 'main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    const startsAt = this.output.length
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        this.output += text
      })
    }
    const ready = await this.waitFor(() => /ready at (\S+)/.exec(this.output.slice(startsAt)), this.startLimitMs)
    if (!ready?.[1]) throw new Failure(`The hub did not start:\n${this.output.slice(startsAt)}`)
    this.url = ready[1]
    this.port = Number(new URL(this.url).port)
    return this.url
  }

  /**
   * The next sign-in code that was mailed to an address.
   * @param {string} email
   */
  async nextCode(email) {
    const mail = new RegExp(`Mail to ${email.replaceAll('.', '\\.')}:[^]*?^(\\d{6})$`, 'm')
    const found = await this.waitFor(() => mail.exec(this.output.slice(this.readUpTo)), mailLimitMs)
    if (!found?.[1]) throw new Failure(`The hub printed no code for ${email}.`)
    this.readUpTo += found.index + found[0].length
    return found[1]
  }

  /** The hub hangs: calls reach it and are not answered, until `resume`. */
  pause() {
    this.child?.kill('SIGSTOP')
  }

  resume() {
    this.child?.kill('SIGCONT')
  }

  /** SIGKILL: nothing is finished, flushed or told. */
  async kill() {
    const { child } = this
    if (!child || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** undefined before the first start, and once stopped. */
  get pid() {
    return this.isRunning ? this.child?.pid : undefined
  }

  get isRunning() {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null
  }

  /** Asks the hub to end and waits for it. */
  async stop() {
    const { child } = this
    this.child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    await ended
    clearTimeout(force)
  }

  /**
   * @private
   * @template T
   * @param {() => T | null} look
   * @param {number} limitMs
   * @returns {Promise<T | null>}
   */
  async waitFor(look, limitMs) {
    const endsAt = Date.now() + limitMs
    for (;;) {
      const found = look()
      if (found || Date.now() > endsAt || !this.isRunning) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
