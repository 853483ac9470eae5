/** What the recordings of one camera, or of one day, take together. */
export interface StoragePart {
  readonly name: string
  readonly sizeBytes: number
  readonly count: number
}

/** Adds up what is of one name; the largest first. */
export function addUpParts(parts: Iterable<StoragePart>): StoragePart[] {
  const sums = new Map<string, StoragePart>()
  for (const { name, sizeBytes, count } of parts) {
    const before = sums.get(name)
    sums.set(name, { name, sizeBytes: sizeBytes + (before?.sizeBytes ?? 0), count: count + (before?.count ?? 0) })
  }
  return [...sums.values()].sort((one, other) => other.sizeBytes - one.sizeBytes)
}
