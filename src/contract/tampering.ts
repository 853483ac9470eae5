import * as z from 'zod/mini'
import { hubAhead, sentTime } from './wire'

/** What somebody, or something, did to a camera (TAMP-01). */
const tamperingKind = z.enum(['covered', 'turned', 'frozen', 'darkened'])

/** What a device's battery tells of all its cameras at once (SENSE-01, SENSE-02); the last is good news, and no alert. */
const powerSign = z.enum(['unplugged', 'low-battery', 'power-back'])
export type PowerSign = z.infer<typeof powerSign>

/** What a hub is told at once; signs of the power only where it offers the extension `senses`. */
export const alertKind = z.enum([...tamperingKind.options, ...powerSign.options], {
  error: 'The kind is covered, turned, frozen, darkened, unplugged, low-battery or power-back.',
})
export type AlertKind = z.infer<typeof alertKind>

export function isPowerSign(kind: AlertKind): kind is PowerSign {
  return powerSign.safeParse(kind).success
}

/** Most alerts that a hub takes of one camera in an hour. */
export const ALERTS_PER_HOUR = 30

/** An alert that could not be sent for longer is not sent any more: nobody can act on it. */
export const ALERT_LIFE_MS = 24 * 3_600_000

const alertIdField = z.string({ error: 'Give the alertId.' }).check(
  z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, {
    error: 'The alertId is a UUID.',
  }),
)

/** Body of POST /cameras/{id}/alerts, extension `alerts`. */
export const cameraAlert = z.object({
  /** Chosen by the camera, so that a repeat makes no second event. */
  alertId: alertIdField,
  kind: alertKind,
  occurredAt: sentTime,
  hubAheadMs: z.optional(hubAhead),
})
export type CameraAlert = z.infer<typeof cameraAlert>
