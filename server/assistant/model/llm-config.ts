import * as z from 'zod/mini'

/** A chat endpoint in the manner of OpenAI that the assistant asks (ENV-11). */
export interface LlmConfig {
  /** Such as http://localhost:11434/v1; calls go to `chat/completions` below it. */
  readonly baseUrl: string
  readonly model: string
  /** null: none is sent, as local servers need none. */
  readonly apiKey: string | null
  /** It takes pictures, and may be sent stills of cameras whose owner agreed. */
  readonly takesPictures: boolean
}

const URL_SENTENCE =
  'LLM_BASE_URL must be the http or https address below which chat/completions is, such as http://localhost:11434/v1.'
const KEY_SENTENCE = 'LLM_API_KEY must be a key without spaces.'

const VISION_SENTENCE =
  'LLM_VISION can only be 1: the model of LLM_BASE_URL takes pictures, and may be sent stills of cameras whose owner agreed.'

export const llmVariables = {
  LLM_BASE_URL: z.optional(z.string().check(z.refine(isBaseUrl, { error: URL_SENTENCE }))),
  LLM_MODEL: z.optional(z.string()),
  LLM_API_KEY: z.optional(z.string().check(z.regex(/^\S+$/, { error: KEY_SENTENCE }))),
  LLM_VISION: z.optional(z.literal('1', { error: VISION_SENTENCE })),
}
const schema = z.object(llmVariables)
type LlmVariables = z.infer<typeof schema>

/** An address without a model cannot be asked, and a model without an address would silently do nothing. */
export function llmProblems(set: Readonly<Record<string, string | undefined>>): string[] {
  const isHalf = (set['LLM_BASE_URL'] === undefined) !== (set['LLM_MODEL'] === undefined)
  if (isHalf)
    return ['LLM_BASE_URL and LLM_MODEL must be set together: where the language model is, and its name there.']
  if (set['LLM_BASE_URL'] !== undefined) return []
  return ['LLM_API_KEY', 'LLM_VISION']
    .filter((name) => set[name] !== undefined)
    .map((name) => `${name} needs LLM_BASE_URL and LLM_MODEL beside it.`)
}

/** null: the assistant answers by its own rules. */
export function llmOf({
  LLM_BASE_URL: baseUrl,
  LLM_MODEL: model,
  LLM_API_KEY: apiKey,
  LLM_VISION: vision,
}: LlmVariables): LlmConfig | null {
  if (baseUrl === undefined || model === undefined) return null
  return { baseUrl: baseUrl.replace(/\/+$/, ''), model, apiKey: apiKey ?? null, takesPictures: vision !== undefined }
}

function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  const isBare = search === '' && hash === '' && username === ''
  // As many providers say it: the hub would ask for it twice.
  return ['http:', 'https:'].includes(protocol) && isBare && !/\/chat\/completions\/*$/.test(pathname)
}
