import { MINUTE_MS } from '../../lib/durations'
/*
 * How often what a screen shows is read again where the provider invites it (extension `polling`): each as soon as
 * somebody who looks at it must know, none sooner.
 */

/** Status badges go stale within the online window of 15 s. */
export const CAMERAS_POLL_MS = 10_000

/** Somebody may be at the door. */
export const EVENTS_POLL_MS = 4_000

/** A mode that somebody switches elsewhere holds here within seconds. */
export const MODES_POLL_MS = 4_000

/** What became of a webhook's message, while somebody looks at its log and one is on its way. */
export const DELIVERIES_POLL_MS = 4_000

/** The last events of one camera take several answers where it is quiet. */
export const STRIP_POLL_MS = 10_000

/** A day of all cameras is a large answer, and its newest minute is seldom what one looks for. */
export const REVIEW_POLL_MS = MINUTE_MS

/** How soon a changed plan is heard of. */
export const WORKSPACE_POLL_MS = MINUTE_MS

/** What holds signed links: a link of our hub opens for at least five minutes. */
export const LINKS_POLL_MS = 4 * MINUTE_MS
