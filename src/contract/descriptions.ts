import * as z from 'zod/mini'
import { call } from './call'
import { flag, numberOrZero, parsedJson, textOrEmpty } from './wire'

/** Most stills of a clip that a language model is shown. */
export const MAX_STILLS = 3
/** Longest edge of a still as cameras make it, in pixels. */
export const STILL_EDGE = 512
/** Largest still that a camera sends. */
export const MAX_STILL_BYTES = 64 * 1024
/** Most characters of the form field `stills`: its bytes in base64, and the JSON around them. */
export const STILLS_FIELD_BYTES = MAX_STILLS * (Math.ceil(MAX_STILL_BYTES / 3) * 4 + 8)
/** Longest description that is kept, in characters. */
export const MAX_DESCRIPTION_LENGTH = 240

/**
 * Extension `descriptions`: how far a language model is with describing an event from its stills. Left out of events that
 * nobody asked it about. `given-up`: it said nothing of use, or nothing at all, for as long as it was tried.
 */
export const eventDescription = z.union([
  z.object({ phase: z.literal('waiting') }),
  z.object({ phase: z.literal('written'), text: z.string() }),
  z.object({ phase: z.literal('given-up') }),
])
export type EventDescription = z.infer<typeof eventDescription>

const STILLS_SENTENCE = `Stills are JSON: a list of at most ${MAX_STILLS} JPEG pictures in base64, in order of time.`
const stills = z.array(z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/))).check(z.maxLength(MAX_STILLS))

/** Form field `stills` of a clip's upload: the list as JSON. */
export const stillsField = z.pipe(
  z.string({ error: STILLS_SENTENCE }),
  z.transform((text, context): string[] => {
    const read = stills.safeParse(parsedJson(text))
    if (read.success) return read.data
    context.issues.push({ code: 'custom', message: STILLS_SENTENCE, input: text })
    return z.NEVER
  }),
)

/** Extension `descriptions`: what is to be known of it before a camera's events are described. */
export const descriptionCalls = {
  about: call({
    method: 'GET',
    path: '/descriptions',
    signedIn: true,
    status: 200,
    answer: z.object({
      /** Host of the model, with its port where that is not the usual one: stills go there. */
      host: textOrEmpty,
      /** The model is on the hub's own machine. */
      isOnHub: flag(false),
      /** Events of a workspace that it is asked about in an hour, at most. */
      perHour: numberOrZero,
    }),
  }),
}
