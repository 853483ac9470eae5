import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from '../../command-line/failure.mjs'

const STOP_LIMIT_MS = 15_000

/** A hub in a process of its own, and all that it said. Whoever starts one stops it. */
export class Started {
  /**
   * @param {string} file
   * @param {readonly string[]} args
   * @param {{ env: NodeJS.ProcessEnv, cwd: string }} options
   */
  constructor(file, args, { env, cwd }) {
    this.output = ''
    this.url = ''
    // A group of its own: npx hands signals on to nobody.
    this.child = spawn(file, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.output += text
      })
    }
    this.child.on('error', (problem) => {
      this.output += problem.message
    })
  }

  /** @param {number} limitMs */
  async ready(limitMs) {
    const [, url = ''] = await this.said(/ready at (\S+)/, limitMs)
    this.url = url.replace('localhost', '127.0.0.1')
    return this.url
  }

  /**
   * @param {RegExp} pattern
   * @param {number} limitMs
   */
  async said(pattern, limitMs) {
    const endsAt = performance.now() + limitMs
    for (;;) {
      const found = pattern.exec(this.output)
      if (found) return found
      if (this.child.exitCode !== null || performance.now() > endsAt) {
        throw new Failure(`It did not say ${pattern} within ${limitMs / 1000} s. It said:\n${this.output}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  async stop() {
    const { child } = this
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    const group = -child.pid
    process.kill(group, 'SIGTERM')
    const force = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_LIMIT_MS)
    await ended
    clearTimeout(force)
  }
}
