import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModel } from 'ai'
import { boundedFetch } from './bounded-fetch'
import type { LlmConfig } from './llm-config'

/** What answers at the operator's endpoint. */
export function modelOf({ baseUrl: baseURL, apiKey, model }: LlmConfig): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL,
    fetch: boundedFetch,
    ...(apiKey !== null && { apiKey }),
  })
  return provider(model)
}
