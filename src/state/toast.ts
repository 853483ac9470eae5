/** A toast; the app shows it top-right (spec 9). */
export interface Toast {
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  /** Default 5 s (spec 9); adding a camera uses 3 s (spec 8). */
  readonly durationMs?: number
}
