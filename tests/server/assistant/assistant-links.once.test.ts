import { describe, expect, test } from 'vitest'
import { checkedAnswer } from '../../../server/assistant/model/model-assistant'

describe('an answer of a model keeps no links but those to recordings that its tools returned (ASK-04)', () => {
  const clip = '12345678-1234-4234-8234-123456789abc'
  const other = '12345678-1234-4234-8234-123456789abd'
  const third = '12345678-1234-4234-8234-123456789abe'
  test.each([
    [`[a](clip:${clip})`, `[a](clip:${clip})`],
    [`[a](CLIP:${clip.toUpperCase()})`, `[a](clip:${clip})`],
    [`[a](clip:${other}) and [b](clip:${clip})`, `a and [b](clip:${clip})`],
    [`[[a](clip:${other})](http://evil.example)`, '[a] - (http://evil.example)'],
    [`[x [a](clip:${clip})](http://evil.example)`, `[x [a](clip:${clip})] - (http://evil.example)`],
    ['[a](http://x/(1)) [b](javascript:alert) [c](//evil.example) [d](/media/x)', 'a b c d'],
    ['[a]  (http://x)', '[a] - (http://x)'],
    ['a\0b', 'ab'],
    [`[a][(http://evil.example)](clip:${other})`, '[a] - (http://evil.example)'],
    [`[a] [ (http://evil.example)](clip:${other})`, '[a] - (http://evil.example)'],
    [`[a] (clip:${clip})`, `[a] - (clip:${clip})`],
    [`[a][](clip:${other})(http://evil.example)`, '[a] - (http://evil.example)'],
    [`[a][(clip:${third})](clip:${other})`, `[a] - (clip:${third})`],
    [`[a][b](clip:${clip})(http://evil.example)`, `[a][b](clip:${clip})(http://evil.example)`],
  ])('%s', (answer, checked) => {
    expect(checkedAnswer(answer, new Set([clip]))).toBe(checked)
  })
})
