import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MB = 1024 ** 2
const BALLAST = 'ballast'

/** Set in a process that has mounts of its own, which end with it. */
const MARK = 'NIGHTJAR_FAULTS_MOUNTS'

export const hasOwnMounts = process.env[MARK] === '1'

/** How a program is started with mounts of its own; null: this machine allows none. */
export function ownMounts(): { readonly command: readonly string[]; readonly env: NodeJS.ProcessEnv } | null {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const command = ['unshare', '--mount', ...asRoot]
  const probe = [...command.slice(1), 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/tmp']
  if (spawnSync('unshare', probe, { stdio: 'ignore' }).status !== 0) return null
  return { command, env: { ...process.env, [MARK]: '1' } }
}

/** A disk of its own size in memory. Only where `hasOwnMounts`. */
export class SmallDisk {
  readonly #folder: string

  constructor(folder: string, sizeBytes: number) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    mount('-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder)
  }

  /** Fills it up to so many bytes, or whole where somebody else is writing there. */
  fill(freeBytes: number): void {
    const { bavail, bsize } = statfsSync(this.#folder)
    const path = join(this.#folder, BALLAST)
    const ballastBytes = Math.max(0, bavail * bsize - freeBytes)
    try {
      for (let written = 0; written < ballastBytes; written += MB) {
        writeFileSync(path, Buffer.alloc(Math.min(MB, ballastBytes - written)), { flag: 'a' })
      }
    } catch (problem) {
      const isFull = problem instanceof Error && 'code' in problem && problem.code === 'ENOSPC'
      if (!isFull) throw problem
    }
  }

  /** There is room again. */
  clear(): void {
    rmSync(join(this.#folder, BALLAST), { force: true })
  }

  remove(): void {
    execFileSync('umount', [this.#folder])
  }
}

function mount(...args: readonly string[]): void {
  execFileSync('mount', args)
}
