/** What this browser remembers of a workspace's clips after they are gone. It exists once one was recorded. */
export interface Ledger {
  readonly workspaceId: string
  /** Clips that left undelivered because there was no room, and that nobody has taken note of yet. */
  readonly dropped: number
  /** When the hub last acknowledged a clip, in ms since the epoch; null before the first. */
  readonly lastDeliveredAtMs: number | null
}

/** Why a clip leaves. */
export type Removal =
  | { readonly kind: 'delivered'; readonly atMs: number }
  /** There was no room for it any more. */
  | { readonly kind: 'dropped' }
  /** A person gave it up, or it held nothing. */
  | { readonly kind: 'discarded' }

export function emptyLedger(workspaceId: string): Ledger {
  return { workspaceId, dropped: 0, lastDeliveredAtMs: null }
}

/** The ledger after a clip has left. */
export function entered(ledger: Ledger, removal: Removal): Ledger {
  switch (removal.kind) {
    case 'delivered':
      // The last word counts, not the latest time: the clock may have been ahead before.
      return { ...ledger, lastDeliveredAtMs: removal.atMs }
    case 'dropped':
      return { ...ledger, dropped: ledger.dropped + 1 }
    case 'discarded':
      return ledger
  }
}
