/**
 * How answers are read. The specification names fields, not a schema, and another provider may leave some out
 * or send null: what a screen can do without has a default, what it cannot (an id, a URL) is required.
 */
import * as z from 'zod/mini'

/** Text that may be missing: reads as ''. */
export const textOrEmpty = z.catch(z.string(), '')

/** Text that may be missing: reads as null. */
export const textOrNull = z.catch(z.nullable(z.string()), null)

/** A list of which rows that cannot be read are left out: one bad row must not empty a screen. */
export function listOf<Row extends z.ZodMiniType>(row: Row) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((rows): z.infer<Row>[] =>
      rows.flatMap((candidate) => {
        const read = z.safeParse(row, candidate)
        return read.success ? [read.data] : []
      }),
    ),
  )
}

/** A number that may be missing: reads as 0. */
export const numberOrZero = z.catch(z.number(), 0)

/** A boolean that may be missing: reads as the fallback. */
export const flag = (fallback: boolean) => z.catch(z.boolean(), fallback)

/** A time as ISO 8601 text, in UTC from our hub; '' where a provider leaves it out. */
export const isoTime = textOrEmpty

/** How much of a quota is used; `percentage` is 0 to 100 and may have decimals (spec 3). */
export const usage = z.object({ used: numberOrZero, total: numberOrZero, percentage: numberOrZero })
export type Usage = z.infer<typeof usage>

/** Usage before it is known, and where a provider leaves it out. */
export const noUsage: Usage = { used: 0, total: 0, percentage: 0 }

/** Answer of calls whose body is not read. */
export const ignored = z.unknown()

/** Query of the paged lists: pages count from 0, at most 100 rows a page (design 7.5). */
export const pageQuery = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
  pageSize: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
}
