import { expect, test } from 'vitest'
import { placeOf } from '../../../server/assistant/descriptions/description-routes'
import { readDescription } from '../../../server/assistant/descriptions/read-description'

const textOf = (answer: string) => {
  const said = readDescription(answer)
  return said.kind === 'described' ? said.text : said.kind
}

test.each([
  ['A man in a red jacket carries a box.', 'A man in a red jacket carries a box.'],
  ['  "A dog   runs\nacross the lawn."  ', 'A dog runs across the lawn.'],
  ['**Description:** A *white* van stops.', 'A white van stops.'],
  ['<think>Is it a cat? Yes.</think>A cat sits on a wall.', 'A cat sits on a wall.'],
  ['A person. They carry a bag. It is dark. The end.', 'A person. They carry a bag.'],
  ['A sign says [open](https://evil.example/x) and https://evil.example/y?z=1 there.', 'A sign says open and there.'],
  ['See ![it](http://x.example/a.png) www.example.org now', 'See it now'],
  ['A man [open the clip](clip:123) walks', 'A man open the clip walks'],
  ['A \u202eman\u0000 in\u200b a\u2028 hat\u0007 walks', 'A man in a hat walks'],
  ['- A courier leaves a parcel', 'A courier leaves a parcel'],
  ['Un homme en veste rouge marche.', 'Un homme en veste rouge marche.'],
])('of %j plain words are left (VIS-07)', (answer, text) => {
  expect(textOf(answer)).toBe(text)
})

test('long sentences are cut at a word, to 240 characters (VIS-07)', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${String.fromCharCode(97 + (index % 26))}`).join(' ')
  const text = textOf(words)
  expect(text.length).toBeLessThanOrEqual(240)
  expect(text).toMatch(/ word[a-z]…$/)
})

test.each([
  '',
  ' \n\t',
  '**',
  'x',
  '42',
  '{"description": "a man in a red jacket"}',
  '```\nA man walks.\n```',
  '<html><body>A man walks.</body></html>',
  'man man man man man man man man man man man man',
  'I cannot identify people in images.',
  "I'm sorry, I can't assist with that.",
  'I’m unable to view images.',
  'As an AI language model, I have no eyes.',
  'There are no images in your message.',
  'Please provide the stills.',
  '<think>It goes on and on',
  'A man walks to the door. '.repeat(40),
])('%j is no description (VIS-06)', (answer) => {
  expect(readDescription(answer).kind).toBe('nonsense')
})

test.each(['NOTHING', 'nothing.', ' "Nothing" '])('%j says that nothing can be made out (VIS-06)', (answer) => {
  expect(readDescription(answer).kind).toBe('nothing')
})

test('where stills go is said by host and port, and whether that is the hub itself (VIS-01)', () => {
  const place = (baseUrl: string) => placeOf({ baseUrl })
  expect(place('https://api.example.com/v1')).toEqual({ host: 'api.example.com', isOnHub: false })
  expect(place('http://192.168.1.5:8000/v1')).toEqual({ host: '192.168.1.5:8000', isOnHub: false })
  for (const local of ['localhost:11434', '127.0.0.1:1', '127.8.0.1:1', '[::1]:1'])
    expect(place(`http://${local}/v1`)).toEqual({ host: local, isOnHub: true })
  expect(place('http://127.evil.example/v1').isOnHub).toBe(false)
})
