import type { Detection } from '../../../src/contract/detection'

/** Somebody at a moment of a clip, in the middle of the picture unless said otherwise. */
export function seen(atMs: number, change: Partial<Detection> = {}): Detection {
  return { atMs, box: { left: 0.4, top: 0.25, width: 0.2, height: 0.5 }, score: 0.8, ...change }
}

/** The form fields of a clip in which people were seen. */
export function seenFields(detections: readonly unknown[]): { readonly detections: string } {
  return { detections: JSON.stringify(detections) }
}
