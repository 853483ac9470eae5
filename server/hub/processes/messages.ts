import * as z from 'zod/mini'
import { fromMeeting, toMeeting } from '../../peers/meeting-messages'

/** Of each metric an object, as prom-client has it. */
const figures = z.array(z.custom<object>((value) => typeof value === 'object' && value !== null))
export type Figures = z.infer<typeof figures>

const brokerState = z.enum(['connected', 'away', 'waiting'])

/** From a process that serves the hub to the one that began it. */
export const fromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('peers'), message: toMeeting }),
  /** It is loaded so far: what it was told before that nobody heard. */
  z.object({ kind: z.literal('hears') }),
  /** With what the terminal is told. */
  z.object({ kind: z.literal('ready'), said: z.string() }),
  /** Sentences: it cannot start, and ends. */
  z.object({ kind: z.literal('problems'), problems: z.array(z.string()), remedy: z.enum(['hand', 'time']) }),
  z.object({ kind: z.literal('broker'), state: brokerState }),
  z.object({ kind: z.literal('want-figures'), ask: z.number() }),
  z.object({ kind: z.literal('figures'), ask: z.number(), figures }),
])
export type FromWorker = z.infer<typeof fromWorker>

/** And back. */
export const toWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('peers'), message: fromMeeting }),
  z.object({ kind: z.literal('close') }),
  z.object({ kind: z.literal('running'), running: z.number(), broker: brokerState }),
  z.object({ kind: z.literal('tell-figures'), ask: z.number() }),
  z.object({ kind: z.literal('all-figures'), ask: z.number(), figures: z.array(figures) }),
])
export type ToWorker = z.infer<typeof toWorker>
