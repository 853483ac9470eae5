/** Exports of one hub at the same time: each keeps a file and a connection open for as long as its reader likes. */
const EXPORTS_AT_ONCE = 4

/** Who is exporting: one at a time for a workspace. */
export class ExportPlaces {
  readonly #taken = new Set<string>()

  isFree(workspaceId: string): boolean {
    return this.#taken.size < EXPORTS_AT_ONCE && !this.#taken.has(workspaceId)
  }

  /** null: there is no place. Whoever takes one gives it back by calling the result, once. */
  take(workspaceId: string): (() => void) | null {
    if (!this.isFree(workspaceId)) return null
    this.#taken.add(workspaceId)
    return () => void this.#taken.delete(workspaceId)
  }
}
