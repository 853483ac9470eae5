import type { Truth } from '../truth'

/** Files that OpenCV ships as samples (samples/data), which whoever has them has without labels. */
const known: Readonly<Record<string, Truth>> = {
  // People cross a car park from the first frame to the last; the cars stand.
  'vtest.avi': { motion: [{ start: 0, end: 79.5, kind: 'person' }], ignore: [] },
  // A tree in the wind, seen through a window, until somebody's hand and arm reach into the picture.
  'tree.avi': {
    motion: [
      { start: 0, end: 22.8, kind: 'other' },
      { start: 22.8, end: 29.6, kind: 'person' },
    ],
    ignore: [],
    empty: [[0, 22.5]],
  },
}

/** What a file shows that has no labels of its own, null for any other file. */
export function knownTruth(fileName: string): Truth | null {
  return known[fileName] ?? null
}
