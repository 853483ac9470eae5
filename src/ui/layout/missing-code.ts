let hear = (): void => undefined

/** Told of each fetch of code that failed: a hub of a newer version has no files of this one. Who asks last is the one told. */
export function whenCodeIsMissing(hearer: () => void): void {
  hear = hearer
}

export function noteMissingCode(): void {
  hear()
}
