import * as z from 'zod/mini'

/** The operator's person model (PERSON-03): where its file comes from, and how cameras feed and read it. */
export interface PersonModelConfig {
  readonly source:
    | { readonly kind: 'file'; readonly path: string }
    /** Fetched once into the data folder. */
    | { readonly kind: 'address'; readonly url: string }
  /** Edge of its square input, in pixels. */
  readonly inputSize: number
  /** Which of its classes is the person. */
  readonly classIndex: number
}

/** In the place of a model: nothing is told apart, and no camera loads what it would take (PERSON-10). */
const NO_MODEL = 'none'

const MODEL_SENTENCE =
  'PERSON_MODEL must be the path of an ONNX file, an http or https address of one, or none, to have nobody looked for.'
const SIZE_SENTENCE = "PERSON_MODEL_SIZE must be the edge of the model's input in pixels, from 32 to 2048, such as 640."
const CLASS_SENTENCE = "PERSON_MODEL_CLASS must be the number of the model's class for people, from 0 to 9999."

/** Cameras hold the whole of it in memory. */
export const MOST_MODEL_BYTES = 200_000_000

export const personModelVariables = {
  PERSON_MODEL: z.optional(z.string().check(z.refine((value) => sourceOf(value) !== null, { error: MODEL_SENTENCE }))),
  PERSON_MODEL_SIZE: z._default(wholeNumber(32, 2048, SIZE_SENTENCE), 640),
  PERSON_MODEL_CLASS: z._default(wholeNumber(0, 9999, CLASS_SENTENCE), 0),
}
const schema = z.object(personModelVariables)
export type PersonModelVariables = z.infer<typeof schema>

/** How a model is read says nothing without one. */
export function personModelProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const isLonely = set['PERSON_MODEL'] === undefined || set['PERSON_MODEL'] === NO_MODEL
  const lonely = ['PERSON_MODEL_SIZE', 'PERSON_MODEL_CLASS'].filter((name) => isLonely && set[name] !== undefined)
  return lonely.map((name) => `${name} says how PERSON_MODEL is read: set that to a model, or remove this.`)
}

/** Whether cameras tell people, animals and vehicles apart. */
export function areThingsNamed({ PERSON_MODEL }: PersonModelVariables): boolean {
  return PERSON_MODEL !== NO_MODEL
}

/** null: cameras use their built-in detector, or none. */
export function personModelOf(values: PersonModelVariables): PersonModelConfig | null {
  const source = values.PERSON_MODEL === undefined || !areThingsNamed(values) ? null : sourceOf(values.PERSON_MODEL)
  if (source === null) return null
  return { source, inputSize: values.PERSON_MODEL_SIZE, classIndex: values.PERSON_MODEL_CLASS }
}

/** What has a scheme is an address; Windows' drive letters are none. */
function sourceOf(value: string): PersonModelConfig['source'] | null {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(value)) return { kind: 'file', path: value }
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? { kind: 'address', url: url.href } : null
}

function wholeNumber(least: number, most: number, sentence: string) {
  const isInRange = (value: string) => /^\d{1,6}$/.test(value) && Number(value) >= least && Number(value) <= most
  return z.pipe(z.string().check(z.refine(isInRange, { error: sentence })), z.transform(Number))
}
