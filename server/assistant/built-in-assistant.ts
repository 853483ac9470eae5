import { answerTo } from './answers/answer'
import { aboutDescribed } from './answers/described-answers'
import type { Assistant, Question } from './assistant'
import { readQuestion } from './question/read-question'
import { WorkspaceSearch } from './search/workspace-search'
import type { SearchSources } from './services'

/** Answers by rules and from the database alone: what it does not find, it does not say (ASK-02). */
export function builtInAssistant(sources: SearchSources): Assistant {
  return { answer: (question) => answerByRules(sources, question) }
}

async function answerByRules(sources: SearchSources, question: Question): Promise<string> {
  const { workspaceId, tier, isProgram, text, history, timeZone: zone } = question
  const search = new WorkspaceSearch(sources, workspaceId)
  const nowMs = sources.clock.now()
  const before = history.map(({ message }) => message)
  const intent = readQuestion(text, before, { cameras: await search.camerasEver(), nowMs, zone })
  const asked = { search, tier, isProgram, nowMs, zone }
  return (await aboutDescribed(text, intent, asked)) ?? answerTo(intent, asked)
}
