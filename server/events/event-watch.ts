/** Whoever must know at once that something happened. */
export interface EventWatch {
  /** After the commit. Never throws. */
  noteEvent(workspaceId: string): void
}
