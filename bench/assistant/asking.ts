import { linksOf } from './agreement'
import { abandoned, type Blind, blindTimes, type Present, watched } from './background'
import { grade, type Verdict } from './grade'
import { type BenchHub, startBenchHub } from './hub'
import { misleads, spoilt, withoutSight } from './misleading/misleading'
import type { Scope } from './misleading/scope'
import type { Fault } from './options'
import { questionsOf } from './questions'
import type { TypedQuestion } from './typed-expectation'
import { judgeTyped } from './typed-judge'
import { typedQuestions } from './typed-questions'
import type { EventRow } from './workspace'
import { worriedQuestions } from './worried/questions'

interface Asking {
  readonly ask: string
  readonly before?: readonly string[]
  readonly scope?: Scope
  readonly gradeOf: (answer: string, areLinksOpen: boolean) => Verdict
}

export interface QuestionSet {
  readonly name: string
  readonly questions: readonly Asking[]
  readonly present: Present
}

export interface Graded {
  readonly question: Asking
  readonly answer: string
  readonly verdict: Verdict
  /** Why it would mislead; null: it would not. */
  readonly misleads: string | null
}

/** "total" was written with the assistant at hand; "typed" by somebody who did not know it; "worried" is asked in fear. */
export function setsOf(rows: readonly EventRow[]): QuestionSet[] {
  const own = questionsOf(rows).map((question) => ({
    ...question,
    gradeOf: (answer: string, areLinksOpen: boolean) => grade(question, withoutSight(answer), rows, areLinksOpen),
  }))
  const judged = (
    questions: readonly (TypedQuestion & { readonly scope?: Scope })[],
    read: (answer: string) => string = (answer) => answer,
  ) =>
    questions.map((question) => ({
      ...question,
      gradeOf: (answer: string, areLinksOpen: boolean) => judgeTyped(question.check, read(answer), rows, areLinksOpen),
    }))
  return [
    { name: 'total', questions: own, present: abandoned },
    { name: 'typed', questions: judged(typedQuestions(rows), withoutSight), present: abandoned },
    { name: 'worried', questions: judged(worriedQuestions(rows)), present: watched },
  ]
}

/** Questions that one workspace may ask: its plan allows a hundred chats. */
const A_HUB = 60

export async function gradedSet(
  { questions, present }: Omit<QuestionSet, 'name'>,
  rows: readonly EventRow[],
  fault: Fault | null,
): Promise<Graded[]> {
  const graded: Graded[] = []
  const blind = blindTimes(rows, present)
  for (let done = 0; done < questions.length; done += A_HUB) {
    const hub = await startBenchHub(rows, present)
    try {
      for (const question of questions.slice(done, done + A_HUB))
        graded.push(await gradedAnswer(hub, question, { rows, blind, fault }))
    } finally {
      await hub.close()
    }
  }
  return graded
}

interface Truth {
  readonly rows: readonly EventRow[]
  readonly blind: readonly Blind[]
  readonly fault: Fault | null
}

async function gradedAnswer(hub: BenchHub, question: Asking, { rows, blind, fault }: Truth): Promise<Graded> {
  const said = await hub.ask([...(question.before ?? []), question.ask])
  const answer = fault === null ? said : spoilt(said, fault)
  const statuses = await Promise.all(linksOf(answer).map(({ url }) => hub.open(url)))
  const areLinksOpen = statuses.every((status) => status === 200)
  const verdict = question.gradeOf(answer, areLinksOpen)
  return {
    question,
    answer,
    verdict,
    misleads: misleads({ answer, verdict, scope: question.scope ?? null }, rows, blind),
  }
}
