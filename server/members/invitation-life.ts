/** An invitation that nobody took up ends: the address may belong to somebody else by then. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000
