import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preload } from './preload'

/** The clock of a hub that runs with `variables`. */
export class HubClock {
  readonly variables: Readonly<Record<string, string>>
  readonly #file: string
  #jumps = 0

  /** Right at first. Its file is in the folder, which the caller removes. */
  constructor(folder: string) {
    this.#file = join(folder, 'clock')
    this.variables = { NODE_OPTIONS: preload('clock'), NIGHTJAR_FAULTS_CLOCK: this.#file }
    this.#write(0)
  }

  /** How often it was set so far. */
  get jumps(): number {
    return this.#jumps
  }

  /** Wrong by so much from now on. */
  set(offsetMs: number): void {
    this.#write(offsetMs)
    this.#jumps += 1
  }

  /** By a rename: an empty file, which is there for a moment while one is written anew, would be a jump to the right time. */
  #write(offsetMs: number): void {
    const next = `${this.#file}.next`
    writeFileSync(next, String(offsetMs))
    renameSync(next, this.#file)
  }
}
