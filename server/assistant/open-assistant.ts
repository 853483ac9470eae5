import type { FastifyBaseLogger } from 'fastify'
import type { Assistant, Question } from './assistant'
import type { LlmConfig } from './model/llm-config'
import type { SearchSources } from './services'

export type AssistantSources = SearchSources & { readonly log: FastifyBaseLogger }

/**
 * The built-in assistant, or with a language model the one that asks it and falls back to the built-in one. What they
 * need is loaded with the first question: an idle hub carries neither.
 */
export function openAssistant(sources: AssistantSources, llm: LlmConfig | null, limitMs?: number): Assistant {
  const byRules: Assistant = {
    async answer(question, signal) {
      const { builtInAssistant } = await import('./built-in-assistant')
      return builtInAssistant(sources).answer(question, signal)
    },
  }
  if (llm === null) return byRules
  const byModel: Assistant = {
    async answer(question, signal) {
      const { modelAssistant } = await import('./model/model-assistant')
      return modelAssistant(sources, llm, limitMs).answer(question, signal)
    },
  }
  return withFallback(byModel, byRules, sources.log)
}

/** What an answer begins with where the model gave none. */
export const FALLBACK_SENTENCE = "The language model gave no answer, so this one is by the hub's own rules."

function withFallback(byModel: Assistant, byRules: Assistant, log: FastifyBaseLogger): Assistant {
  return {
    async answer(question: Question, signal: AbortSignal) {
      try {
        return await byModel.answer(question, signal)
      } catch (problem) {
        log.warn({ problem: String(problem).slice(0, 300) }, 'the language model gave no answer')
      }
      return `${FALLBACK_SENTENCE}\n${await byRules.answer(question, signal)}`
    },
  }
}
