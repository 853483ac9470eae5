import { describe, expect, test } from 'vitest'
import { readParts } from '../../../../server/assistant/question/question-parts'
import { readQuestion } from '../../../../server/assistant/question/read-question'
import { camerasRules, deedRules, planRules } from '../../../../server/assistant/question/settings-topics'
import { topicRuleOf, topicRules } from '../../../../server/assistant/question/topic'

const reading = {
  cameras: [{ id: 'garage', name: 'Garage', location: '' }],
  nowMs: Date.parse('2026-03-11T14:20Z'),
  zone: 'UTC',
}

describe('each rule of the question reader decides its own example (ASK-01)', () => {
  test.each(topicRules)('$name: "$example"', (rule) => {
    const { words, times } = readParts(rule.example, reading)
    expect(topicRuleOf(words, times.periods.length > 0)?.name).toBe(rule.name)
  })

  test.each(camerasRules)('of cameras, $topic: "$example"', (rule) => {
    const { words } = readParts(rule.example, reading)
    expect(camerasRules.find(({ pattern }) => pattern.test(words))).toBe(rule)
    expect(readQuestion(rule.example, [], reading)).toMatchObject({ kind: 'cameras', about: rule.topic })
  })

  test.each(planRules)('of the plan, $topic: "$example"', (rule) => {
    const { words } = readParts(rule.example, reading)
    expect(planRules.find(({ pattern }) => pattern.test(words))).toBe(rule)
    expect(readQuestion(rule.example, [], reading)).toEqual({ kind: 'plan', about: rule.topic })
  })

  test.each(deedRules)('of what is done, $topic: "$example"', (rule) => {
    const { words } = readParts(rule.example, reading)
    expect(deedRules.find(({ pattern }) => pattern.test(words))).toBe(rule)
    expect(readQuestion(rule.example, [], reading)).toEqual({ kind: 'how-to', deed: rule.topic })
  })

  test.each([
    ['how can i see people of yesterday', 'events'],
    ['how can i tell whether someone came', 'events'],
    ['where can i see the clips of yesterday', 'recordings'],
    ['how do you know that a person came', 'events'],
    ['delete the last clip', 'beyond'],
    ['how do we save storage', 'plan'],
    ['delete the workspace', 'beyond'],
  ])('what is asked of what was seen is not about a deed: "%s"', (question, kind) => {
    expect(readQuestion(question, [], reading)).toMatchObject({ kind })
  })

  test('no rule has the name or the example of another', () => {
    for (const rules of [topicRules, camerasRules, planRules, deedRules])
      expect(new Set(rules.map(({ example }) => example))).toHaveProperty('size', rules.length)
    expect(new Set(topicRules.map(({ name }) => name))).toHaveProperty('size', topicRules.length)
  })
})
