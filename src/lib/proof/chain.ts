import type { CheckedStatement } from './checked-proof'
import type { SignedText } from './clip-proof'
import { type ClipStatement, readClipStatement } from './clip-statement'
import { bytesOfText } from './encoding'
import { isSignedBy, sha256Of } from './signatures'

/** How a clip stands to the one before or after it, of those that its camera signed with the same key. */
export type Neighbour =
  /** There is none: it is the key's first, or the proof has no later one. */
  | { readonly kind: 'none' }
  /** It comes right before or after, and both say so. */
  | { readonly kind: 'joined' }
  /** So many between are not in the proof: removed, never delivered, or taken out of it. */
  | { readonly kind: 'missing'; readonly count: number }

export interface Order {
  readonly before: Neighbour
  readonly after: Neighbour
}

type Read = { readonly statement: ClipStatement; readonly hash: string }

/** null: the neighbours are not this key's, or do not name each other. */
export async function orderOf(
  publicKey: string,
  { statement, hash }: Pick<CheckedStatement, 'statement' | 'hash'>,
  neighbours: { readonly before: SignedText | null; readonly after: SignedText | null },
): Promise<Order | null> {
  const own: Read = { statement, hash }
  const before = neighbours.before && (await readNeighbour(publicKey, own, neighbours.before))
  const after = neighbours.after && (await readNeighbour(publicKey, own, neighbours.after))
  if (before === 'strange' || after === 'strange') return null
  const missingBefore = statement.sequence - (before?.statement.sequence ?? 0) - 1
  const missingAfter = after === null ? 0 : after.statement.sequence - statement.sequence - 1
  if (missingBefore < 0 || missingAfter < 0) return null
  if (before !== null && missingBefore === 0 && !areJoined(before, own)) return null
  if (after !== null && missingAfter === 0 && !areJoined(own, after)) return null
  return { before: neighbourOf(before, missingBefore), after: neighbourOf(after, missingAfter) }
}

export function areJoined(earlier: { readonly hash: string }, later: { readonly statement: ClipStatement }): boolean {
  return later.statement.previous === earlier.hash
}

function neighbourOf(there: Read | null, count: number): Neighbour {
  if (count > 0) return { kind: 'missing', count }
  return { kind: there === null ? 'none' : 'joined' }
}

async function readNeighbour(publicKey: string, own: Read, said: SignedText): Promise<Read | 'strange'> {
  const statement = readClipStatement(said.text)
  const isOfKey = statement?.key === own.statement.key && statement.cameraId === own.statement.cameraId
  if (!isOfKey || !(await isSignedBy(publicKey, said.text, said.signature))) return 'strange'
  return { statement, hash: await sha256Of(bytesOfText(said.text)) }
}
