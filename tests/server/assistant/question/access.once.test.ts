import { describe, expect, test } from 'vitest'
import { readQuestion } from '../../../../server/assistant/question/read-question'

const cameras = ['Front Door', 'Garage'].map((name) => ({ id: name, name, location: 'House' }))
const read = (question: string) =>
  readQuestion(question, [], { cameras, nowMs: Date.parse('2026-03-11T14:20Z'), zone: 'UTC' })

describe('who may look is known, unlike who did (ASK-01)', () => {
  test.each([
    'who has access',
    'who has access to my cameras',
    'who can see my videos',
    'who else can see my cameras',
    'who else can watch',
    'can other people view the alerts',
    'who is in my workspace',
    'who did I invite',
    'how many people have access',
    'how many people are in the workspace',
    'how many people are in my account',
    'which videos are shared',
  ])('"%s" asks who may', (question) => {
    expect(read(question)).toEqual({ kind: 'plan', about: 'users' })
  })

  test.each(['who can be seen at the garage', 'who is in the garage', 'how many people were in the garage today'])(
    '"%s" asks who was there',
    (question) => {
      expect(read(question)).toMatchObject({ kind: 'events' })
    },
  )
})
