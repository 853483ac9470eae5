/** A toast; the app shows it top-right (CONST-01). */
export interface Toast {
  readonly kind: 'success' | 'error' | 'warning' | 'info'
  readonly text: string
  /** Default 5 s (CONST-02); adding a camera uses 3 s (ERR-08). */
  readonly durationMs?: number
}
