import type { TypedExpectation } from './typed-expectation'
import type { EventRow } from './workspace'

/** Of the bench's plan. */
const STORAGE_BYTES = 20 * 1024 ** 3

export function storageUsed(rows: readonly EventRow[]): TypedExpectation {
  return { kind: 'says', all: [sizeWords(usedBytes(rows))] }
}

export function storageLeft(rows: readonly EventRow[]): TypedExpectation {
  return { kind: 'says', all: [sizeWords(STORAGE_BYTES - usedBytes(rows))] }
}

function usedBytes(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { clip }) => sum + (clip?.sizeBytes ?? 0), 0)
}

/** In MB or GB, to as many places as an answer may have. */
function sizeWords(bytes: number): RegExp {
  const mb = bytes / 1024 ** 2
  const gb = mb / 1024
  const inMb = [mb.toFixed(2), mb.toFixed(1), Math.round(mb)].join('|')
  const inGb = [gb.toFixed(2), gb.toFixed(1)].join('|')
  return new RegExp(`\\b(${inMb}) ?MB|\\b(${inGb}) ?GB`.replaceAll('.', '\\.'))
}
