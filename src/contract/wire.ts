/**
 * How answers are read. The specification names fields, not a schema, and another provider may leave some out
 * or send null: what a screen can do without has a default, what it cannot (an id, a URL) is required.
 */
import * as z from 'zod/mini'

/** Text that may be missing: reads as ''. */
export const textOrEmpty = z.catch(z.string(), '')

/** Text that may be missing: reads as null. */
export const textOrNull = z.catch(z.nullable(z.string()), null)

const rowsOfLists = new WeakMap<object, z.ZodMiniType>()

/** The schema of a list's rows, for descriptions of the contract; undefined: it is no list. */
export function rowOf(schema: object): z.ZodMiniType | undefined {
  return rowsOfLists.get(schema)
}

/** A list of which rows that cannot be read are left out: one bad row must not empty a screen. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  const list = z.pipe(
    z.array(z.unknown()),
    z.transform((rows): z.infer<Row>[] =>
      rows.flatMap((candidate) => {
        const read = z.safeParse(row, candidate)
        return read.success ? [read.data] : []
      }),
    ),
  )
  rowsOfLists.set(list, row)
  return list
}

/** A number that may be missing: reads as 0. */
export const numberOrZero = z.catch(z.number(), 0)

/** A boolean that may be missing: reads as the fallback. */
export const flag = (fallback: boolean) => z.catch(z.boolean(), fallback)

/** An id: another provider may count its rows where our hub gives UUIDs. It goes out as text again. */
export const id = z.pipe(z.transform(numberAsText), z.string())

/** An id that may be missing: reads as null. */
export const idOrNull = z.catch(z.nullable(id), null)

const time = z.pipe(z.transform(millisecondsAsIso), z.string())

/** A time as ISO 8601 text, in UTC from our hub, or milliseconds since 1970; '' where a provider leaves it out. */
export const isoTime = z.catch(time, '')

/** The same; null where it is left out. */
export const isoTimeOrNull = z.catch(z.nullable(time), null)

/** How much of a quota is used; `percentage` is 0 to 100 and may have decimals (DASH-23). */
export const usage = z.object({ used: numberOrZero, total: numberOrZero, percentage: numberOrZero })
export type Usage = z.infer<typeof usage>

/** Usage before it is known, and where a provider leaves it out. */
export const noUsage: Usage = { used: 0, total: 0, percentage: 0 }

/** A time that a client sends: ISO 8601 with its zone, since the hub's own zone says nothing of the client's. */
export const sentTime = z.iso.datetime({
  offset: true,
  error: 'Times are ISO 8601 with a zone, such as 2026-01-31T12:00:00Z.',
})

const HUB_AHEAD_SENTENCE = 'hubAheadMs is a whole number of milliseconds.'

/** Extension `clock-difference`: how far the hub's clock is ahead of the one that times beside it are told by; less than 0: behind. */
export const hubAhead = z.number({ error: HUB_AHEAD_SENTENCE }).check(z.int({ error: HUB_AHEAD_SENTENCE }))

/** The same as the text part of a form. */
export const hubAheadPart = z.coerce.number({ error: HUB_AHEAD_SENTENCE }).check(z.int({ error: HUB_AHEAD_SENTENCE }))

/** Answer of calls whose body is not read. */
export const ignored = z.unknown()

/** Digits of a query; numbers of our own client are taken as they are. */
function wholeNumber(minimum: number, maximum: number, error: string) {
  const text = z.string({ error }).check(z.regex(/^\d{1,7}$/, { error }))
  const number = z
    .number({ error })
    .check(z.int({ error }), z.minimum(minimum, { error }), z.maximum(maximum, { error }))
  return z.union([number, z.pipe(z.pipe(text, z.transform(Number)), number)], { error })
}

/** Query of the paged lists: pages count from 0, at most 100 rows a page (HUB-03). */
export const pageQuery = {
  page: z._default(wholeNumber(0, 1_000_000, 'Pages are whole numbers from 0.'), 0),
  pageSize: z._default(wholeNumber(1, 100, 'A page has 1 to 100 rows.'), 20),
}

function numberAsText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

function millisecondsAsIso(value: unknown): unknown {
  if (typeof value !== 'number') return value
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** What a form field says as JSON, as `src/lib/json.ts` does where the contract may not look; undefined: it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
