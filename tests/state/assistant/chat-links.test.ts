import { describe, expect, test } from 'vitest'
import { splitLinks } from '../../../src/state/assistant/chat-links'

const linksOf = (answer: string) =>
  splitLinks(answer).flatMap((stretch) => (stretch.kind === 'link' ? [[stretch.text, stretch.href]] : []))
const text = (answer: string) => [{ kind: 'text', text: answer }]

describe('links in an answer (CHAT-14)', () => {
  test('[text](url) becomes a link, and what is around it stays (CHAT-14)', () => {
    expect(splitLinks('Two clips: [Door](https://a.example/1) and [Yard](/videos?id=2).')).toEqual([
      { kind: 'text', text: 'Two clips: ' },
      { kind: 'link', text: 'Door', href: 'https://a.example/1' },
      { kind: 'text', text: ' and ' },
      { kind: 'link', text: 'Yard', href: '/videos?id=2' },
      { kind: 'text', text: '.' },
    ])
  })

  test.each([
    ['http://localhost:8080/clip?sig=a&b=c#t=5', 'an http address'],
    ['HTTPS://A.example/', 'an https address in capitals'],
    ['/v1/media/1.webm', 'a path'],
    ['videos', 'a relative path'],
    ['https://a.example/clip_(1)', 'an address with a pair of brackets'],
  ])('%s is %s and safe (X-90)', (href) => {
    expect(linksOf(`See [it](${href}).`)).toEqual([['it', href]])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'mailto:a@example.org',
    'https://',
  ])('%j is no link but stays text (X-90)', (href) => {
    expect(splitLinks(`See [it](${href}).`)).toEqual(text(`See [it](${href}).`))
  })

  test.each([
    '<img src=x onerror=alert(1)> **bold** # no heading',
    '[no address] (https://a.example)',
    '[](https://a.example)',
    '[broken\nscheme](java\nscript:alert(1))',
    'https://a.example/bare',
  ])('%j stays the text it is (X-90)', (answer) => {
    expect(splitLinks(answer)).toEqual(text(answer))
  })

  test('an endless answer of brackets is read in no time', () => {
    const began = performance.now()
    splitLinks('[a](x'.repeat(40_000) + '['.repeat(40_000) + '](('.repeat(40_000))
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
