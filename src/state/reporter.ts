/** Where failures go that the specification keeps from the user (ERR-30, X-88). */
export interface Reporter {
  /** One line a failure; never called for what the user is already told. */
  report(message: string, cause?: unknown): void
}
