import { describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls'
import { refusalsOf } from './support/refusals'

const SENTENCE = 'Leave out control characters such as line ends.'

const door = { name: 'Door', location: 'Hall', deviceId: 'device-1', deviceLabel: 'Webcam' }

/** What people name, and the fields that it is sent with. */
const named: [string, (text: string) => string[]][] = [
  ["a camera's name", (name) => refusalsOf(calls.cameras.create.body.safeParse({ ...door, name }))],
  ["a camera's location", (location) => refusalsOf(calls.cameras.create.body.safeParse({ ...door, location }))],
  ["a share's title", (title) => refusalsOf(calls.shares.change.body.safeParse({ title }))],
  ["a webhook's name", (name) => refusalsOf(calls.webhooks.change.body.safeParse({ name }))],
  ["a token's name", (name) => refusalsOf(calls.apiTokens.create.body.safeParse({ name, scopes: ['read'] }))],
  ["a passkey's name", (name) => refusalsOf(calls.passkeys.rename.body.safeParse({ name }))],
]

describe.each(named)('%s (CAM-36)', (_what, refusals) => {
  test.each(['a\nb', 'a\u0000b', 'a\u001b[31mb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u202eb', 'a\u2066b'])(
    'may not be %j: no line, and nothing that turns the text beside it',
    (text) => {
      expect(refusals(text)).toEqual([expect.stringContaining(SENTENCE)])
    },
  )

  test.each([
    'Front door',
    'Haustür 2',
    'الباب الأمامي',
    'דלת\u200f 1',
    '玄関',
    'दरवाज़ा',
    '👨‍👩‍👧 room',
    'x'.repeat(100),
  ])('may be %j', (text) => {
    expect(refusals(text)).toEqual([])
  })
})

describe("a share's description (SHARE-02)", () => {
  const refusals = (description: string) => refusalsOf(calls.shares.change.body.safeParse({ description }))

  test('has lines', () => {
    expect(refusals('At the door.\r\nThen gone.\n')).toEqual([])
  })

  test.each(['a\u0000b', 'a\rb', 'a\u2028b', 'a\u202eb'])('may not be %j', (text) => {
    expect(refusals(text)).toEqual(['description: Leave out control characters other than line ends.'])
  })
})
