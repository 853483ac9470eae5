import { generateText, type LanguageModel, stepCountIs } from 'ai'
import { MINUTE_MS } from '../../../src/lib/durations'
import { withTimeLimit } from '../../../src/lib/time-limit'
import type { Asked } from '../answers/asked'
import type { Assistant, Question } from '../assistant'
import { WorkspaceSearch } from '../search/workspace-search'
import type { SearchSources } from '../services'
import type { LlmConfig } from './llm-config'
import { modelOf } from './model'
import { conversation, instructions } from './prompt'
import { searchTools } from './tools'

/** Leaves the built-in assistant its time before the chat's own limit of 90 s. */
const MODEL_LIMIT_MS = MINUTE_MS
/** Replies of the model for one question; with each it may call tools. */
const MAX_STEPS = 8
const MAX_OUTPUT_TOKENS = 1_000

/** Asks a language model, which looks things up with tools. Rejects where it gives no answer of use. */
export function modelAssistant(sources: SearchSources, llm: LlmConfig, limitMs = MODEL_LIMIT_MS): Assistant {
  const model = modelOf(llm)
  return {
    answer: (question, signal) => answerByModel(sources, model, question, withTimeLimit(signal, limitMs)),
  }
}

async function answerByModel(
  sources: SearchSources,
  model: LanguageModel,
  question: Question,
  abortSignal: AbortSignal,
): Promise<string> {
  const { workspaceId, tier, isProgram, timeZone: zone } = question
  const nowMs = sources.clock.now()
  const asked: Asked = { search: new WorkspaceSearch(sources, workspaceId), tier, isProgram, nowMs, zone }
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

/** Longest answer of a model that is kept. */
const MAX_CHARACTERS = 6_000

const CLIP_LINK = /\[([^[\]]*)\]\(clip:([0-9a-f-]{36})\)/gi
const ANY_LINK = /!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g

/**
 * What a model said, with no other links than those to recordings that its tools returned for this question: what it
 * made up, or was told to write by a name or a title, stays text. '' where nothing is left.
 */
export function checkedAnswer(answer: string, clips: ReadonlySet<string>): string {
  const text = answer.replaceAll('\0', '').slice(0, MAX_CHARACTERS).trim()
  let checked = ''
  let end = 0
  for (const match of text.matchAll(CLIP_LINK)) {
    const [written, label = '', id = ''] = match
    checked += withoutLinks(text.slice(end, match.index))
    checked += clips.has(id.toLowerCase()) ? `[${label}](clip:${id.toLowerCase()})` : label
    end = match.index + written.length
  }
  return parted(checked + withoutLinks(text.slice(end)), clips)
}

function withoutLinks(text: string): string {
  return text.replace(ANY_LINK, '$1')
}

/** A bracket that closes before another opens is what makes a link, also where two pieces, or what a recording is called, meet. */
function parted(text: string, clips: ReadonlySet<string>): string {
  return text.replace(/\](\s*)\((?:clip:([0-9a-f-]{36})\))?/g, (said, gap: string, id: string | undefined) =>
    gap === '' && id !== undefined && clips.has(id) ? said : said.replace(/^\]\s*/, '] - '),
  )
}
