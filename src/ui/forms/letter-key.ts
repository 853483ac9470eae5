/**
 * Whether the key of a shortcut is this letter: by what it types, or, on a layout without Latin letters as the Greek
 * and the Cyrillic are, by its place.
 */
export function isLetterKey({ key, code }: KeyboardEvent, letter: 'B' | 'H'): boolean {
  return /^[a-z]$/i.test(key) ? key.toUpperCase() === letter : code === `Key${letter}`
}
