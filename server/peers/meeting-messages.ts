import * as z from 'zod/mini'

const key = z.string()
const keptMs = z.number()
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** What its answer names. */
const ask = z.number()

/** From a process to the one where all meet. */
export const toMeeting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('put'), key, keptMs, value: bytes }),
  z.object({ kind: z.literal('drop'), key }),
  z.object({ kind: z.literal('release'), key }),
  z.object({ kind: z.literal('find'), ask, key }),
  z.object({ kind: z.literal('count'), ask, key, keptMs, by: z.union([z.literal(1), z.literal(-1)]) }),
  z.object({ kind: z.literal('hold'), ask, key, keptMs, holder: z.string() }),
  z.object({ kind: z.literal('ping'), ask }),
  z.object({ kind: z.literal('send'), topic: z.string(), message: bytes }),
  z.object({ kind: z.literal('hear'), topic: z.string() }),
  z.object({ kind: z.literal('hush'), topic: z.string() }),
])
export type ToMeeting = z.infer<typeof toMeeting>

/** And back. `missed`: there was more to tell than the process took, and some of it is lost. */
export const fromMeeting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), ask, value: z.nullable(bytes) }),
  z.object({ kind: z.literal('counted'), ask, count: z.number() }),
  z.object({ kind: z.literal('held'), ask, isOurs: z.boolean() }),
  z.object({ kind: z.literal('pong'), ask }),
  z.object({ kind: z.literal('message'), topic: z.string(), message: bytes }),
  z.object({ kind: z.literal('missed') }),
])
export type FromMeeting = z.infer<typeof fromMeeting>

/** Bytes that it takes up on its way, roughly. */
export function sizeOf(message: ToMeeting | FromMeeting): number {
  if ('message' in message) return message.message.length
  return 'value' in message ? (message.value?.length ?? 0) : 0
}
