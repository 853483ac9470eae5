import * as z from 'zod/mini'

/** How a session began. */
export const sessionStart = z.enum(['code', 'passkey', 'pairing'])
export type SessionStart = z.infer<typeof sessionStart>
