import * as z from 'zod/mini'
import { call } from './call'

/** The person model of the operator's choice (PERSON-03): an ONNX file, and how it is fed and read. */
const personModel = z.object({
  /** Signed, good for some minutes. */
  url: z.url(),
  /** Edge of its square input, in pixels. */
  inputSize: z.int().check(z.positive()),
  /** Which of its classes is the person. */
  classIndex: z.int().check(z.nonnegative()),
})

/** Extension `person-model`. */
export const personModelCalls = {
  /** null: it is not there, or not yet; cameras use the built-in detector. */
  read: call({
    method: 'GET',
    path: '/person-model',
    signedIn: true,
    status: 200,
    answer: z.object({ model: z.nullable(personModel) }),
  }),
}
