import type { Ledger } from './ledger'
import type { EndedRecording } from './recording'
import type { ClipEntry } from './waiting-clip'

/** What the screens may show of the outbox. */
export interface OutboxState {
  /** Clips that the hub has not acknowledged yet, refused ones left out. */
  readonly waiting: number
  /** Waiting clips that the disk refused: they end with this tab. */
  readonly onlyInTab: number
  /** What ends with this tab altogether, refused clips and those of other workspaces too. */
  readonly inMemory: number
  /** Clips the hub will not take. */
  readonly refused: number
  /** Refused clips that are tried again now and then: the plan may have room for them by then. */
  readonly refusedForNow: number
  /** Refused clips that the disk did not take either: they end with this tab. */
  readonly refusedOnlyInTab: number
  /** The last refusal's sentence. */
  readonly lastRefusal: string | null
  /** Whether deliveries fail and are tried again. */
  readonly isStalled: boolean
  /** Clips that left undelivered for want of room, until a person has taken note. */
  readonly dropped: number
  /** When a clip was last delivered, in ms since the epoch; null before the first. */
  readonly lastDeliveredAtMs: number | null
  /** Whether the disk does not say what it has: more may wait there. */
  readonly isDiskSilent: boolean
  /** Whether this browser has ever recorded for this workspace. */
  readonly hasRecorded: boolean
}

export const emptyOutbox: OutboxState = {
  waiting: 0,
  onlyInTab: 0,
  inMemory: 0,
  refused: 0,
  refusedForNow: 0,
  refusedOnlyInTab: 0,
  lastRefusal: null,
  isStalled: false,
  dropped: 0,
  lastDeliveredAtMs: null,
  isDiskSilent: false,
  hasRecorded: false,
}

/** What the store holds, of all workspaces. */
export interface Stock {
  /** Oldest first. */
  readonly clips: readonly ClipEntry[]
  /** The ledger of the workspace that is shown. */
  readonly ledger: Ledger | null
  /** Ids of what ends with this tab. */
  readonly remembered: readonly string[]
  /** Recordings that have ended and are no clips yet: to a person they are clips that wait. */
  readonly ended: readonly EndedRecording[]
  readonly isDiskSilent: boolean
}

/** What fails and is tried again. */
export interface DeliveryTrouble {
  /** Whether a run failed, and none has succeeded since. */
  readonly areRunsFailing: boolean
  /** Whether this clip fails by itself. */
  readonly isClipFailing: (id: string) => boolean
}

/** How things stand for one workspace. */
export function outboxStateOf(
  workspaceId: string,
  { clips: all, ledger, remembered, ended, isDiskSilent }: Stock,
  { areRunsFailing, isClipFailing }: DeliveryTrouble,
): OutboxState {
  const clips = all.filter((clip) => clip.workspaceId === workspaceId)
  const refused = clips.filter((clip) => clip.refusal !== null)
  const notYetClips = ended.filter((each) => each.workspaceId === workspaceId && !all.some(({ id }) => id === each.id))
  const waiting = [...clips.filter((clip) => clip.refusal === null), ...notYetClips].map(({ id }) => id)
  const isOnlyInTab = (id: string) => remembered.includes(id)
  return {
    waiting: waiting.length,
    onlyInTab: waiting.filter(isOnlyInTab).length,
    inMemory: remembered.length,
    refused: refused.length,
    refusedForNow: refused.filter(({ isRefusedForNow }) => isRefusedForNow).length,
    refusedOnlyInTab: refused.filter(({ id }) => isOnlyInTab(id)).length,
    lastRefusal: refused.at(-1)?.refusal ?? null,
    isStalled: areRunsFailing || waiting.some(isClipFailing),
    dropped: ledger?.dropped ?? 0,
    lastDeliveredAtMs: ledger?.lastDeliveredAtMs ?? null,
    isDiskSilent,
    hasRecorded: ledger !== null || clips.length > 0,
  }
}
