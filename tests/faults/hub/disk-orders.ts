import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** A step of writing files that fails, by its number since the order. */
export interface DiskOrder {
  readonly id: string
  readonly nth: number
  readonly code: 'ENOSPC' | 'EIO'
  /** Recordings lie on another disk than what comes in. */
  readonly isAcross: boolean
}

const hitShape = z.object({ id: z.string(), step: z.string() })

/** Tells a hub that was started with `preload('disk')` what is to fail. */
export class DiskOrders {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  give(order: DiskOrder): void {
    const unfinished = `${this.#file}.new`
    writeFileSync(unfinished, JSON.stringify(order))
    renameSync(unfinished, this.#file)
  }

  withdraw(): void {
    rmSync(this.#file, { force: true })
  }

  /** The step that the order made fail; null: it came to none. */
  stepOf({ id }: DiskOrder): string | null {
    const hits = `${this.#file}.hits`
    const lines = existsSync(hits) ? readFileSync(hits, 'utf8').trim().split('\n') : []
    return lines.map((line) => hitShape.parse(JSON.parse(line))).find((hit) => hit.id === id)?.step ?? null
  }
}
