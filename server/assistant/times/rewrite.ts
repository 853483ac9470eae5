export type Groups = Readonly<Record<string, string | undefined>>

/** As people say a time, and as the patterns for times have it. */
export interface Rewrite {
  /** What it is said like, and what it becomes. */
  readonly example: readonly [string, string]
  readonly pattern: RegExp
  /** null: it stays as it is said. */
  readonly to: string | ((groups: Groups, said: string) => string | null)
}
