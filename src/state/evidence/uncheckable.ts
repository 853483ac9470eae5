/** Why this page can check no recording; null where it can. Signatures are missing on pages that are not secure. */
export function uncheckable(): string | null {
  if ((crypto.subtle as SubtleCrypto | undefined) !== undefined) return null
  return 'This browser checks nothing on a page without https. Open it on localhost or by an https address.'
}
