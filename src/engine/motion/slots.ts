/** Gives slots of the kernels' memory to cameras and takes them back; the lowest free one first. */
export class Slots {
  readonly #taken = new Map<string, number>()

  /** The camera's slot; the same one until it is given back. */
  take(cameraId: string): number {
    const held = this.#taken.get(cameraId)
    if (held !== undefined) return held
    const used = new Set(this.#taken.values())
    let slot = 0
    while (used.has(slot)) slot++
    this.#taken.set(cameraId, slot)
    return slot
  }

  give(cameraId: string): void {
    this.#taken.delete(cameraId)
  }

  get count(): number {
    return this.#taken.size
  }
}
