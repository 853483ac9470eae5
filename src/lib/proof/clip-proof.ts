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
