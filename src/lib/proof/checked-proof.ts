import type { ClipProblem } from './clip-problem'
import type { ClipProof } from './clip-proof'
import { type ClipStatement, readClipStatement, readConversion } from './clip-statement'
import { bytesOfText } from './encoding'
import { fingerprintOf, isSignedBy, sha256Of } from './signatures'

/** A camera's statement that holds. */
export interface CheckedStatement {
  readonly statement: ClipStatement
  /** SHA-256 of the statement's text. */
  readonly hash: string
  /** Of the bytes that it vouches for in the end. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly isConverted: boolean
}

export type CheckedProof =
  | { readonly kind: 'holds'; readonly checked: CheckedStatement }
  | { readonly kind: 'wrong'; readonly problem: Extract<ClipProblem, 'unreadable' | 'bad-signature'> }

const unreadable: CheckedProof = { kind: 'wrong', problem: 'unreadable' }
const badSignature: CheckedProof = { kind: 'wrong', problem: 'bad-signature' }

/** Whether the owner of the key said all of it. What it says is for the caller to compare. */
export async function checkClipProof({ publicKey, statement: said, conversion }: ClipProof): Promise<CheckedProof> {
  const statement = readClipStatement(said.text)
  const key = await fingerprintOf(publicKey)
  if (statement === null || key === null) return unreadable
  if (statement.key !== key || !(await isSignedBy(publicKey, said.text, said.signature))) return badSignature
  const hash = await sha256Of(bytesOfText(said.text))
  const { sha256, sizeBytes } = statement
  if (conversion === null) {
    return { kind: 'holds', checked: { statement, hash, sha256, sizeBytes, isConverted: false } }
  }
  const made = readConversion(conversion.text)
  if (made === null) return unreadable
  const isOfThis = made.key === key && made.of === hash
  if (!isOfThis || !(await isSignedBy(publicKey, conversion.text, conversion.signature))) return badSignature
  const delivered = { sha256: made.sha256, sizeBytes: made.sizeBytes }
  return { kind: 'holds', checked: { statement, hash, ...delivered, isConverted: true } }
}
