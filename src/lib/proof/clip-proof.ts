import type { ClipProblem } from './clip-problem'
import { type ClipStatement, readClipStatement, readConversion } from './clip-statement'
import { bytesOfText } from './encoding'
import { fingerprintOf, isSignedBy, sha256Of } from './signatures'

/** A text and who vouches for it. */
export interface SignedText {
  readonly text: string
  readonly signature: string
}

/** What a camera sends with a clip. */
export interface ClipProof {
  /** As WebCrypto exports it raw, in base64url. */
  readonly publicKey: string
  readonly statement: SignedText
  /** Where the clip was made into another format before it was delivered. */
  readonly conversion: SignedText | null
}

export function clipProofText({ publicKey, statement, conversion }: ClipProof): string {
  return JSON.stringify({
    publicKey,
    statement: signedParts(statement),
    conversion: conversion && signedParts(conversion),
  })
}

/** null: it is no proof. */
export function readClipProof(text: string): ClipProof | null {
  try {
    return clipProofIn(JSON.parse(text))
  } catch {
    return null
  }
}

/** The proof that a value is, with nothing beside it; null: it is none. */
export function clipProofIn(value: unknown): ClipProof | null {
  const found = partsOf(value, ['publicKey', 'statement', 'conversion'])
  if (found === null || typeof found.publicKey !== 'string') return null
  const [statement, conversion] = [signedTextIn(found.statement), signedTextIn(found.conversion)]
  if (statement === null || (conversion === null && found.conversion !== null)) return null
  return { publicKey: found.publicKey, statement, conversion }
}

export function signedTextIn(value: unknown): SignedText | null {
  const found = partsOf(value, ['text', 'signature'])
  if (found === null || typeof found.text !== 'string' || typeof found.signature !== 'string') return null
  return { text: found.text, signature: found.signature }
}

/** The members of an object that has these and no others. */
export function partsOf<Name extends string>(
  value: unknown,
  names: readonly Name[],
): Readonly<Record<Name, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const given = Object.keys(value)
  const isExact = given.length === names.length && names.every((name) => given.includes(name))
  // Looked at a line above.
  return isExact ? (value as Record<Name, unknown>) : null
}

/** In a fixed order, whatever the object holds besides. */
export function signedParts({ text, signature }: SignedText): SignedText {
  return { text, signature }
}

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
