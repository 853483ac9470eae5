import { expect, test } from 'vitest'
import { clipsOf, type GivenFile } from '../../../src/lib/proof/package'

const file = (name: string): GivenFile => ({ name, read: async () => null })
/** What becomes of each: the proof's text where it has one, else why not. */
const told = (...names: string[]) =>
  clipsOf(names.map(file)).map((given) => {
    if (given.kind === 'proven') return `${given.clip.name} by ${given.proof.name}`
    return given.kind === 'made' ? `${given.name} of ${given.original}` : `${given.name} without`
  })

test.each([
  [
    'each by its name',
    ['a.webm', 'a.proof.json', 'b.mp4', 'b.proof.json'],
    ['a.webm by a.proof.json', 'b.mp4 by b.proof.json'],
  ],
  ['one of each by whatever name', ['clip (1).webm', 'download.json'], ['clip (1).webm by download.json']],
  [
    'a recording whose proof was taken away is told',
    ['a.webm', 'a.proof.json', 'b.webm', 'b.proof.json', 'c.webm'],
    ['a.webm by a.proof.json', 'b.webm by b.proof.json', 'c.webm without'],
  ],
  [
    'a film of another kind, which no camera of ours records, has none',
    ['a.webm', 'a.mov', 'night/b.MKV', 'a.proof.json'],
    ['a.webm by a.proof.json', 'a.mov without', 'night/b.MKV without'],
  ],
  [
    'a single proof is of the recording that it names',
    ['a.webm', 'b.webm', 'b.proof.json'],
    ['a.webm without', 'b.webm by b.proof.json'],
  ],
  [
    'an MP4 beside a WebM is not what was signed',
    ['b.mp4', 'b.webm', 'b.proof.json'],
    ['b.mp4 of b.webm', 'b.webm by b.proof.json'],
  ],
  [
    'a second one that unpacks over the first is checked as well',
    ['a.webm', 'a.WEBM', 'a.webm', 'a.mp4', 'a.proof.json'],
    ['a.webm by a.proof.json', 'a.WEBM by a.proof.json', 'a.webm by a.proof.json', 'a.mp4 of a.webm'],
  ],
  [
    'an MP4 beside an MP4 was not made of it',
    ['a.mp4', 'a.MP4', 'a.mp4', 'a.proof.json'],
    ['a.mp4 by a.proof.json', 'a.MP4 by a.proof.json', 'a.mp4 by a.proof.json'],
  ],
  ['two of one name without a proof are both told', ['a.webm', 'a.WEBM'], ['a.webm without', 'a.WEBM without']],
  [
    'what else an export holds is no recording and no proof',
    ['workspace.json', 'clips/a.webm', 'clips/a.jpg', 'clips/a.proof.json'],
    ['clips/a.webm by clips/a.proof.json'],
  ],
  [
    'of an export whose one recording is older than proofs its list is none',
    ['workspace.json', 'clips/a.webm', 'clips/a.jpg'],
    ['clips/a.webm without'],
  ],
  [
    'nor where its folder was packed again',
    ['night/workspace.json', 'night/clips/a.webm', 'night/clips/a.jpg'],
    ['night/clips/a.webm without'],
  ],
  [
    'nor is what an export says of a recording that it lacks',
    ['workspace.json', 'clips/a.proof.json', 'unreadable.txt'],
    [],
  ],
])('recordings and their proofs: %s (PROOF-17)', (_case, names, expected) => {
  expect(told(...names)).toEqual(expected)
})
