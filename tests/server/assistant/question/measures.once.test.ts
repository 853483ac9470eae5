import { expect, test } from 'vitest'
import { readQuestion } from '../../../../server/assistant/question/read-question'

function read(question: string, before: readonly string[] = []) {
  const cameras = ['Front Door', 'Garage'].map((name) => ({ id: name, name, location: '' }))
  return readQuestion(question, before, { cameras, nowMs: Date.parse('2026-03-11T14:20Z'), zone: 'UTC' })
}

/** What is asked, with how much of it an answer tells. */
function short(question: string): string {
  const intent = read(question)
  switch (intent.kind) {
    case 'beyond':
      return `beyond ${intent.beyond.why}`
    case 'events':
      return `events ${intent.manner}`
    case 'recordings':
      return `recordings ${intent.order}`
    default:
      return intent.kind
  }
}

test.each([
  'clips longer than 30 seconds',
  'clips longer than one minute',
  'which camera has recordings longer than 30s',
  'recordings longer than thirty seconds yesterday',
  'videos shorter than 10 seconds',
  'clips bigger than 50 mb',
  'clips greater than 1.5 mb',
  'clips older than 3 days',
  'clips of more than 20 seconds',
  'recordings of less than 10 seconds today',
  'recordings over 10 minutes',
  'any clip over 100 mb yesterday',
  'clips under 5 mb',
  'clips above 10 mb',
  'clips below 10 mb',
  'which clips exceed 10 mb',
  'recordings at least 30 seconds long',
  'how many clips of at most 20 seconds',
  'is any clip longer than 5 minutes',
])('recordings are not looked for by their size or length, and that is said: %j (ASK-01)', (question) => {
  expect(short(question)).toBe('beyond narrow')
})

test.each([
  'show me the kept clips',
  'which clips are kept',
  'protected recordings of yesterday',
  'the videos that i marked',
  'clips with audio',
  'recordings without audio at the garage',
])('what was marked, or has sound, is not looked for among recordings, and that is said: %j (ASK-01)', (question) => {
  expect(short(question)).toBe('beyond narrow')
})

test.each([
  ['which camera used the most storage', 'busiest'],
  ['which camera takes the most space', 'busiest'],
  ['which camera recorded the least gb this week', 'busiest'],
  ['which day took the most storage', 'busiest'],
  ['how much storage does each camera use', 'each'],
  ['how much storage does every camera take', 'each'],
  ['how many gb of recordings per day this week', 'each'],
  ['how many gb did each camera record last week', 'each'],
  ['total size of recordings by camera', 'each'],
  ['storage by camera', 'each'],
  ['storage used per day this week', 'each'],
  ['what camera is using all my storage', 'each'],
])('what cameras and days take is a table of storage: %j (ASK-02)', (question, kind) => {
  expect(read(question)).toMatchObject({ kind, of: 'storage', by: /\bday\b/.test(question) ? 'day' : 'camera' })
})

test.each(['how many people in the storage per day', 'people at the storage by day'])(
  'a place is no table of storage: %j (ASK-02)',
  (question) => {
    expect(read(question)).toEqual(expect.not.objectContaining({ of: 'storage' }))
  },
)

test.each([
  ['and yesterday?', 'how much storage does each camera use', { kind: 'each', of: 'storage', by: 'camera' }],
  ['and per day?', 'how much storage does each camera use', { kind: 'each', of: 'storage', by: 'day' }],
  ['and the least?', 'which camera used the most storage', { kind: 'busiest', of: 'storage', isLeast: true }],
  ['and how many recordings?', 'how much storage does each camera use', { kind: 'recordings' }],
])('a table of storage goes on: %j after %j (ASK-01, ASK-02)', (question, before, expected) => {
  expect(read(question, [before])).toMatchObject(expected)
})

test.each([
  'how many gb per hour yesterday',
  'which hour took the most storage',
  'which camera recorded the most hours today',
  'how many hours of recordings per camera',
  'how many gb and hours did each camera record',
  'total length of recordings by camera',
  'how long did each camera record',
])(
  'no table is made of how long recordings are, nor of storage by hours, and that is said: %j (ASK-02)',
  (question) => {
    expect(short(question)).toBe('beyond narrow')
  },
)

test.each([
  ['which camera will use the most storage tomorrow', 'beyond future'],
  ['which camera in the cellar used the most storage', 'unknown-camera'],
])('a table of storage is refused for what there is not: %j asks %s (ASK-02)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['which hours had the most recordings', 'busiest'],
  ['how many people in the last 2 hours per camera', 'each'],
  ['how many gb per camera do i get', 'plan'],
  ['is all my storage used', 'plan'],
  ['how many people in the storage room per day', 'unknown-camera'],
  ['which camera has the longest recording', 'recordings longest'],
  ['how many clips are kept', 'recordings newest'],
  ['how long are clips kept', 'plan'],
  ['can i record clips with audio', 'plan'],
  ['longest recordings yesterday', 'recordings longest'],
  ['recordings of more than 30 minutes ago', 'beyond time'],
  ['recordings over the last 30 minutes', 'recordings newest'],
  ['recordings of the last 10 minutes', 'recordings newest'],
  ['how long can a clip be', 'plan'],
  ['can clips be longer than 30 seconds on my plan', 'plan'],
  ['more than 30 people today', 'events count'],
  ['clips longer than average', 'beyond usual'],
  ['was the garage offline for more than 5 minutes yesterday', 'watch'],
])('what names no such measure is: %j asks %s', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['were there at least 3 people yesterday', 'events count'],
  ['at most 3 people today', 'events count'],
  ['which camera had the least people', 'busiest'],
  ['did anyone come more than once yesterday', 'events count'],
  ['did a car come more than twice today', 'events count'],
])(
  'a number that is asked for is counted, and compares no cameras or times: %j asks %s (ASK-13)',
  (question, expected) => {
    expect(short(question)).toBe(expected)
  },
)

test.each([
  ['were there over 100 events today', 'events list'],
  ['have there been 10 alerts today', 'events list'],
  ['were there three people yesterday', 'events list'],
  ['did anyone come twice yesterday', 'events list'],
  ['did a car come once today', 'events list'],
  ['was there only one person yesterday', 'events list'],
  ['was there a person yesterday', 'events yes-no'],
  ['was anyone in the garage yesterday at 10', 'events yes-no'],
])('whether there were so many is not answered with a yes: %j asks %s (ASK-08)', (question, expected) => {
  expect(short(question)).toBe(expected)
})
