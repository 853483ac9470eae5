const hearers = new Set<() => void>()

/** Told of each fetch of code that failed: a hub of a newer version has no files of this one. */
export function whenCodeIsMissing(hear: () => void): void {
  hearers.add(hear)
}

export function noteMissingCode(): void {
  for (const hear of hearers) hear()
}
