import * as z from 'zod/mini'
import { modes, snoozes } from '../../lib/modes/mode'
import { call } from '../call'
import { timeZone } from '../chat'
import { flag, isoTime, listOf, sentTime, textOrEmpty } from '../wire'

/** Rows of a schedule, and cells that one call may set. */
export const MAX_SWITCHES = 50
const MAX_RULES_A_CALL = 100
/** Longest time that the history is told of in one answer. */
export const MAX_HISTORY_MS = 31 * 24 * 3_600_000

const mode = z.enum(modes, { error: 'A mode is armed, home, away, night or off.' })

const DAYS_SENTENCE = 'The days of a switch are numbers from 1 (Monday) to 7 (Sunday), each once, at least one.'
const switchDays = z
  .array(
    z
      .number({ error: DAYS_SENTENCE })
      .check(
        z.int({ error: DAYS_SENTENCE }),
        z.minimum(1, { error: DAYS_SENTENCE }),
        z.maximum(7, { error: DAYS_SENTENCE }),
      ),
    { error: DAYS_SENTENCE },
  )
  .check(
    z.minLength(1, { error: DAYS_SENTENCE }),
    z.refine((days) => new Set(days).size === days.length, { error: DAYS_SENTENCE }),
  )

const TIME_SENTENCE = 'The time of a switch is written as 22:00.'
const switchTime = z
  .string({ error: TIME_SENTENCE })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: TIME_SENTENCE }))

const scheduleSwitch = z.object({ days: switchDays, time: switchTime, mode })

interface Timed {
  readonly days: readonly number[]
  readonly time: string
}

/** Which of two at the same moment holds would be a matter of chance. */
export function haveClash(switches: readonly Timed[]): boolean {
  const moments = switches.flatMap(({ days, time }) => days.map((day) => `${day} ${time}`))
  return new Set(moments).size < moments.length
}

const schedule = z.object({
  timeZone,
  switches: z.array(scheduleSwitch, { error: 'The schedule is a list of switches.' }).check(
    z.maxLength(MAX_SWITCHES, { error: `A schedule has at most ${MAX_SWITCHES} switches.` }),
    z.refine((switches) => !haveClash(switches), {
      error: 'Two switches are at the same time of the same day. Change one of them.',
    }),
  ),
})

const chosen = z.object({
  mode,
  /**
   * Until the schedule switches next, or until somebody chooses again. Left out: until the next switch, but the mode that is
   * kept for good already stays so.
   */
  lasts: z.optional(z.enum(['next-switch', 'for-good'], { error: 'lasts is next-switch or for-good.' })),
})

const rule = z.object({
  cameraId: z.string({ error: 'Name the camera by its id.' }).check(z.maxLength(100)),
  mode,
  records: z.boolean({ error: 'records is true or false.' }),
  notifies: z.boolean({ error: 'notifies is true or false.' }),
})

/** Any part of it; what is left out stays as it is. */
const modeChange = z
  .object({
    /** null: the schedule decides again. */
    choice: z.optional(z.nullable(chosen)),
    /** null: ends it early. */
    snooze: z.optional(z.nullable(z.enum(snoozes, { error: 'A snooze is 1h, 8h or tomorrow.' }))),
    /** Where tomorrow is, for a snooze while no schedule names a zone; UTC where it is left out, or the hub does not know it. */
    timeZone: z.optional(timeZone),
    schedule: z.optional(schedule),
    rules: z.optional(
      z
        .array(rule, { error: 'The rules are a list.' })
        .check(z.maxLength(MAX_RULES_A_CALL, { error: `One call sets at most ${MAX_RULES_A_CALL} rules.` })),
    ),
  })
  .check(
    z.refine(
      ({ choice, snooze, schedule, rules }) => [choice, snooze, schedule, rules].some((part) => part !== undefined),
      { error: 'Say what to change: choice, snooze, schedule or rules.' },
    ),
  )
export type ModeChange = z.input<typeof modeChange>
export type CheckedModeChange = z.infer<typeof modeChange>

const timeOrNull = z.catch(z.nullable(sentTime), null)
const why = z.catch(z.enum(['hand', 'schedule', 'default']), 'default')

const modesAnswer = z.object({
  /** The hub's clock, by which its switches happen. */
  now: isoTime,
  inForce: z.object({
    mode,
    why,
    since: timeOrNull,
    until: timeOrNull,
    /** As 'Night by the schedule since 22:00, until 06:30'. */
    words: textOrEmpty,
  }),
  choice: z.catch(
    z.nullable(
      z.object({
        mode,
        lasts: z.enum(['next-switch', 'for-good']),
        chosenAt: sentTime,
        /** Who; '' for a program. */
        chosenBy: textOrEmpty,
        /** It ends at the first switch after this, where that is not when it was chosen. */
        endsAfter: z.catch(z.optional(sentTime), undefined),
      }),
    ),
    null,
  ),
  schedule: z.catch(
    z.nullable(
      z.object({
        timeZone: z.string(),
        switches: listOf(z.object({ days: z.array(z.number()), time: switchTime, mode })),
      }),
    ),
    null,
  ),
  snooze: z.catch(z.nullable(z.object({ from: sentTime, until: sentTime })), null),
  /** Where they differ from the modes' own. */
  rules: listOf(z.object({ cameraId: z.string(), mode, records: flag(true), notifies: flag(true) })),
})
export type ModesAnswer = z.infer<typeof modesAnswer>

const modeSpan = z.object({
  from: isoTime,
  until: isoTime,
  mode,
  why,
  /** Who chose it; '' where nobody did, and for a program. */
  by: textOrEmpty,
  /** Cameras in which motion began no clip. */
  unrecordedCameraIds: z.catch(z.array(z.string()), []),
  /** Whether that was so in every camera there is: nothing could be recorded but by hand. */
  isNothingRecorded: flag(false),
})
export type ModeSpanRow = z.infer<typeof modeSpan>

/** Extension `modes`. */
export const modeCalls = {
  read: call({ method: 'GET', path: '/modes', signedIn: true, status: 200, answer: modesAnswer }),
  change: call({ method: 'PUT', path: '/modes', signedIn: true, status: 200, body: modeChange, answer: modesAnswer }),
  /** Which modes held in a time, the oldest first; times of the future are left out. */
  history: call({
    method: 'GET',
    path: '/modes/history',
    signedIn: true,
    status: 200,
    query: z.object({ dateStart: sentTime, dateEnd: sentTime }),
    answer: z.object({ spans: listOf(modeSpan) }),
  }),
}
