import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const SIZE_MB = 768
/** Nothing is written by itself between a round's begin and its end: only what was synced is there. */
const MOUNT_OPTIONS = 'loop,commit=300'

/**
 * An ext4 of its own in memory, from which the power can be cut: what was never synced is in the kernel's cache alone, and
 * not in the image. Only where `hasOwnMounts`.
 */
export class ForgetfulDisk {
  readonly folder: string
  readonly #place: string
  #image: string
  #cuts = 0

  /** Mounted at `folder` below an empty one. Whoever makes it calls `remove`. */
  constructor(place: string) {
    this.#place = place
    this.folder = join(place, 'disk')
    this.#image = this.#nextImage()
    mkdirSync(this.folder, { recursive: true })
    run('mount', '-t', 'tmpfs', 'tmpfs', place)
    mkdirSync(this.folder)
    run('truncate', '-s', `${SIZE_MB}M`, this.#image)
    run('mkfs.ext4', '-q', this.#image)
    run('mount', '-o', MOUNT_OPTIONS, this.#image, this.folder)
  }

  /** Why this machine can have none; null: it can. */
  static lack(): string | null {
    if (process.getuid?.() !== 0) return 'only root may mount an ext4'
    if (spawnSync('mkfs.ext4', ['-V'], { stdio: 'ignore' }).status !== 0) return 'mkfs.ext4 is not installed'
    if (spawnSync('losetup', ['--find'], { stdio: 'ignore' }).status !== 0) return 'there are no loop devices'
    return null
  }

  /** All that there is so far survives. */
  sync(): void {
    run('sync', '--file-system', this.folder)
  }

  /** With nobody at it any more: it is as a disk is after a loss of power, its journal played back. */
  cutPower(): void {
    const kept = this.#nextImage()
    run('cp', '--sparse=always', this.#image, kept)
    run('umount', this.folder)
    rmSync(this.#image)
    this.#image = kept
    run('mount', '-o', MOUNT_OPTIONS, kept, this.folder)
  }

  remove(): void {
    run('umount', this.folder)
    run('umount', this.#place)
  }

  #nextImage(): string {
    this.#cuts += 1
    return join(this.#place, `image-${this.#cuts}`)
  }
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
