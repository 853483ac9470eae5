import * as z from 'zod/mini'

/**
 * Characters without a picture: control characters, which end lines or colour terminals; line and paragraph separators; marks
 * that turn the direction of what stands beside the name as well.
 */
const UNSEEN = '\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const ONE_LINE = new RegExp(`^[^${UNSEEN}]*$`, 'u')
const LINES = new RegExp(`^(?:[^${UNSEEN}]|\\r?\\n)*$`, 'u')

type Sentences = { missing: string; tooLong: string }

/** What people call a thing: one line of 1 to `maxLength` characters, blanks around it left away. */
export const nameOf = (maxLength: number, { missing, tooLong }: Sentences) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(maxLength, { error: tooLong }),
      z.regex(ONE_LINE, { error: 'Leave out control characters such as line ends.' }),
    )

/** Text of several lines that people write for others. */
export const linesOf = (maxLength: number, { missing, tooLong }: Sentences) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.maxLength(maxLength, { error: tooLong }),
      z.regex(LINES, { error: 'Leave out control characters other than line ends.' }),
    )
