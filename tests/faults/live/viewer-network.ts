import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How a network goes: nothing arrives any more and nobody is told, or the machine itself loses its link. */
export const cuts = ['silent', 'link-down'] as const
export type Cut = (typeof cuts)[number]

/** Of the two ends of the cable; nothing but the processes of this test has them. */
const HUB_ADDRESS = '10.78.0.1'
const VIEWER_ADDRESS = '10.78.0.2'
/** A station that is not there. */
const NOBODY = '02:00:00:00:00:99'

const START_LIMIT_MS = 5_000

/**
 * A network of the kernel's own for the viewer, which a virtual cable connects with this process's: what is cut there no
 * program is asked about. Only in a process whose network is its own. `close` ends it.
 */
export class ViewerNetwork {
  readonly hubAddress = HUB_ADDRESS
  /** What stands before a command so that it runs there. */
  readonly prefix: readonly string[]
  /** Holds the network, and does nothing. */
  readonly #holder: ChildProcess

  private constructor(holder: ChildProcess, prefix: readonly string[]) {
    this.#holder = holder
    this.prefix = prefix
  }

  static async open(): Promise<ViewerNetwork> {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' })
    try {
      const pid = await networkOf(holder)
      const network = new ViewerNetwork(holder, ['nsenter', `--net=/proc/${pid}/ns/net`])
      ip('link', 'add', 'nj0', 'type', 'veth', 'peer', 'name', 'nj1', 'netns', String(pid))
      plug(ip, 'nj0', HUB_ADDRESS)
      plug(network.#ip, 'nj1', VIEWER_ADDRESS)
      network.#ip('link', 'set', 'lo', 'up')
      return network
    } catch (problem) {
      holder.kill('SIGKILL')
      throw problem
    }
  }

  cut(how: Cut): void {
    if (how === 'link-down') return this.#ip('link', 'set', 'nj1', 'down')
    ip('neigh', 'replace', VIEWER_ADDRESS, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', 'nj0')
    this.#ip('neigh', 'replace', HUB_ADDRESS, 'lladdr', NOBODY, 'nud', 'permanent', 'dev', 'nj1')
  }

  mend(how: Cut): void {
    if (how === 'link-down') return this.#ip('link', 'set', 'nj1', 'up')
    ip('neigh', 'del', VIEWER_ADDRESS, 'dev', 'nj0')
    this.#ip('neigh', 'del', HUB_ADDRESS, 'dev', 'nj1')
  }

  close(): void {
    this.#holder.kill('SIGKILL')
  }

  readonly #ip = (...args: readonly string[]): void => {
    const [program = '', ...own] = this.prefix
    execFileSync(program, [...own, 'ip', ...args])
  }
}

function ip(...args: readonly string[]): void {
  execFileSync('ip', args)
}

/** By version 4 alone, whose neighbours `cut` knows. */
function plug(run: (...args: readonly string[]) => void, device: string, address: string): void {
  run('link', 'set', device, 'addrgenmode', 'none')
  run('addr', 'add', `${address}/24`, 'dev', device)
  run('link', 'set', device, 'up')
}

/** The holder's number, once it is in another network than this process. */
async function networkOf({ pid }: ChildProcess): Promise<number> {
  const own = readlinkSync('/proc/self/ns/net')
  for (const beganMs = performance.now(); performance.now() - beganMs < START_LIMIT_MS; await delay(20)) {
    if (pid !== undefined && readlinkSync(`/proc/${pid}/ns/net`) !== own) return pid
  }
  throw new Error('The network of the viewer did not come about.')
}
