import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs } from 'ai'
import type { Asked } from '../answers/asked'
import type { Assistant, Question } from '../assistant'
import { type SearchSources, WorkspaceSearch } from '../search/workspace-search'
import { boundedFetch } from './bounded-fetch'
import { checkedAnswer } from './checked-answer'
import type { LlmConfig } from './llm-config'
import { conversation, instructions } from './prompt'
import { searchTools } from './tools'

/** Leaves the built-in assistant its time before the chat's own limit of 90 s. */
export const MODEL_LIMIT_MS = 60_000
/** Replies of the model for one question; with each it may call tools. */
export const MAX_STEPS = 8
const MAX_OUTPUT_TOKENS = 1_000

/** Asks a language model, which looks things up with tools. Rejects where it gives no answer of use. */
export function modelAssistant(sources: SearchSources, llm: LlmConfig, limitMs = MODEL_LIMIT_MS): Assistant {
  const { baseUrl: baseURL, apiKey } = llm
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL,
    fetch: boundedFetch,
    ...(apiKey !== null && { apiKey }),
  })
  return {
    answer: (question, signal) =>
      answerByModel(sources, provider(llm.model), question, AbortSignal.any([signal, AbortSignal.timeout(limitMs)])),
  }
}

type Model = ReturnType<ReturnType<typeof createOpenAICompatible>>

async function answerByModel(
  sources: SearchSources,
  model: Model,
  question: Question,
  abortSignal: AbortSignal,
): Promise<string> {
  const { workspaceId, tier, timeZone: zone } = question
  const nowMs = sources.clock.now()
  const asked: Asked = { search: new WorkspaceSearch(sources, workspaceId), tier, nowMs, zone }
  const { tools, clips } = searchTools(asked)
  const { text, finishReason } = await generateText({
    model,
    system: instructions(nowMs, zone),
    messages: conversation(question),
    tools,
    stopWhen: stepCountIs(MAX_STEPS),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 1,
    temperature: 0,
    abortSignal,
  })
  if (finishReason !== 'stop' && finishReason !== 'length') throw new Error(`the model ended with ${finishReason}`)
  const answer = checkedAnswer(text, clips)
  if (answer === '') throw new Error('the model said nothing')
  return answer
}
