import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'

/**
 * A path that stands for one film after the other: Chromium is told its camera's file once, and reads it anew each time
 * that the device is opened. All films are of one kind: Chromium goes by the name. `remove` takes the path away.
 */
export class CameraLink {
  readonly path: string
  readonly #folder: string

  constructor(film: string) {
    this.#folder = mkdtempSync(join(tmpdir(), 'nightjar-camera-'))
    this.path = join(this.#folder, `camera${extname(film)}`)
    this.show(film)
  }

  /** From the next opening on. */
  show(film: string): void {
    const next = `${this.path}.next`
    symlinkSync(resolve(film), next)
    renameSync(next, this.path)
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
