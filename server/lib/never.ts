/** For what has a limit of its own, and is not ended before. */
export const NEVER = new AbortController().signal
