/**
 * How often what holds signed links is read again while it is looked at, where the provider invites it (extension
 * `polling`): a link of our hub opens for at least five minutes.
 */
export const LINKS_POLL_MS = 4 * 60_000
