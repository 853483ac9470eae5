/** Numbers of docs/specification.md, and the limits that follow from them. Units are in the names. */

/** Digits of a sign-in code (AUTH-42). */
export const CODE_LENGTH = 6
/** Life of a sign-in code: 10 minutes (AUTH-49). */
export const CODE_LIFETIME_MS = 10 * 60_000
/** Wrong tries that end a code (HUB-04). */
export const CODE_MAX_TRIES = 5
/** First resend countdown, and the hub's wait between two codes (AUTH-44, HUB-04). */
export const RESEND_WAIT_MS = 60_000

/** Time between two motion checks (REC-01). */
export const MOTION_CHECK_INTERVAL_MS = 300
/** Time between two motion checks on a mobile device (REC-02). */
export const MOTION_CHECK_INTERVAL_MOBILE_MS = 500
/** Least time from the end of one recording to the start of the next (REC-03, X-41). */
export const RECORDING_COOLDOWN_MS = 5_000
/** Length of a clip, its pre-roll included (REC-04, CLIP-02). */
export const CLIP_LENGTH_MS = 15_000
/** How far a clip reaches back before the motion that began it (CLIP-02). */
export const CLIP_PRE_ROLL_MS = 5_000
/** Sensitivity where a camera has none (REC-07). */
export const DEFAULT_SENSITIVITY_PERCENT = 50
/** Time between two snapshots of a local camera (REC-10). */
export const SNAPSHOT_INTERVAL_MS = 2_500
/** JPEG quality of a snapshot, 0 to 1 (REC-11). */
export const SNAPSHOT_JPEG_QUALITY = 0.5
/** Fixed label of the camera card (CAM-19). */
export const RESOLUTION_LABEL = '1080p'

/** What a hub may ask of cameras that nobody watches (HUB-18). */
export const SLOW_SNAPSHOT_INTERVAL_MS = 10_000

/** Clocks that differ by more put events beside the time at which they happened (SENSE-11, SENSE-14). */
export const CLOCK_TOLERANCE_MS = 5_000

/** Window of the dashboard's events (DASH-25). */
export const DASHBOARD_WINDOW_MS = 24 * 3_600_000
/** Page size of the dashboard's events call (DASH-25). */
export const DASHBOARD_PAGE_SIZE = 100
/** Rows of Recent Activity (DASH-09). */
export const ACTIVITY_ROWS = 4
/** Page size of the events screen (EVT-19). */
export const EVENTS_PAGE_SIZE = 5
/** Page size of the videos screen (VID-21). */
export const VIDEOS_PAGE_SIZE = 6

/** Recordings are kept at least this long, as the Videos screen promises (VID-24, X-18). */
export const MIN_RETENTION_DAYS = 30

/** Largest clip the hub takes: a minute at 8 Mbit/s. */
export const MAX_CLIP_BYTES = 64 * 1024 * 1024
/** Largest snapshot or thumbnail the hub takes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
/** Longest camera name or location. */
export const MAX_NAME_LENGTH = 100

/** Version prefix of every call: our hub's, and where the app was built for no other (API-01). */
export const API_PREFIX = '/v1'
