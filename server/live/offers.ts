import type { Line } from './line'

/** Which tab has which camera. The later of two that offer the same one has it; after it, the one before. */
export class Offers {
  readonly #linesOf = new Map<string, readonly Line[]>()

  /** Every camera that somebody offers. */
  get cameraIds(): readonly string[] {
    return [...this.#linesOf.keys()]
  }

  has(cameraId: string): boolean {
    return this.#linesOf.has(cameraId)
  }

  /** The tab that is asked for this camera. */
  holderOf(cameraId: string): Line | null {
    return this.#linesOf.get(cameraId)?.at(-1) ?? null
  }

  /** Puts this in the place of what the line offered before. Answers with the cameras that others have now, or nobody. */
  set(line: Line, cameraIds: ReadonlySet<string>): string[] {
    const changed: string[] = []
    for (const cameraId of new Set([...this.#linesOf.keys(), ...cameraIds])) {
      const before = this.#linesOf.get(cameraId) ?? []
      if (before.includes(line) === cameraIds.has(cameraId)) continue
      const after = cameraIds.has(cameraId) ? [...before, line] : before.filter((other) => other !== line)
      if (after.length === 0) this.#linesOf.delete(cameraId)
      else this.#linesOf.set(cameraId, after)
      if (after.at(-1) !== before.at(-1)) changed.push(cameraId)
    }
    return changed
  }
}
