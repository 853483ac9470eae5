import { expect, test } from 'vitest'
import { readQuestion } from '../../../../server/assistant/question/read-question'

const NOW_MS = Date.parse('2026-03-11T14:20Z')

function read(question: string, names: readonly string[] = ['Front Door', 'Garage'], before: readonly string[] = []) {
  const cameras = names.map((name) => ({ id: name, name, location: '' }))
  return readQuestion(question, before, { cameras, nowMs: NOW_MS, zone: 'UTC' })
}

/** What is asked, and of what. */
function short(question: string): string {
  const intent = read(question)
  switch (intent.kind) {
    case 'cameras':
    case 'plan':
      return `${intent.kind} ${intent.about}`
    case 'beyond':
      return `beyond ${intent.beyond.why}`
    case 'unknown-camera':
      return `unknown-camera ${intent.named}`
    case 'each':
      return `each ${intent.by} ${intent.only}`
    case 'events':
      return `events ${intent.manner} ${intent.filter.unread}`.trim()
    default:
      return 'filter' in intent ? `${intent.kind} ${intent.filter.unread}`.trim() : intent.kind
  }
}

test.each([
  ['show the disconnected cameras', 'cameras offline'],
  ['how many disconnected cameras do i have', 'cameras offline'],
  ['are there any dead cameras', 'cameras offline'],
  ['which cameras are unreachable', 'cameras offline'],
  ['which cameras are not reachable', 'cameras offline'],
  ['is the garage not live', 'cameras offline'],
  ['how many reachable cameras do i have', 'cameras online'],
  ['list the enabled cameras', 'cameras all'],
  ['are there any disabled cameras', 'cameras all'],
  ['show the switched off cameras', 'cameras offline'],
  ['is anything unreachable', 'cameras offline'],
  ['is anything dead', 'cameras offline'],
  ['is everything reachable', 'cameras online'],
  ['is anything disabled', 'cameras all'],
  ['are notifications disabled', 'unknown'],
  ['are my notifications still on', 'unknown'],
  ['is anything enabled', 'cameras all'],
  ['was anything unreachable last night', 'watch'],
  ['is everything working', 'cameras online'],
  ['is anything not working', 'cameras offline'],
  ['did anything become unreachable', 'cameras offline'],
  ['did anything come down', 'events yes-no'],
  ['was a disabled person there', 'events yes-no'],
  ['when was the last snapshot of the garage', 'cameras last-seen'],
  ['last snapshot of the front door', 'cameras last-seen'],
  ['when was the last snapshot', 'cameras last-seen'],
  ['is there a snapshot of the garage', 'unknown'],
  ['show the person of the last snapshot', 'one-end snapshot'],
  ['is the garage available', 'cameras online'],
  ['is the garage not available', 'cameras offline'],
  ['was the garage available yesterday', 'watch'],
  ['is the garage unavailable', 'cameras offline'],
  ['which clips of the garage are available', 'recordings'],
  ['when was the garage inactive', 'beyond narrow'],
  ['how long was the garage inactive yesterday', 'beyond narrow'],
  ['the last time the garage was inactive', 'beyond narrow'],
  ['when was the inactive camera last online', 'cameras last-seen'],
  ['which camera was inactive today', 'each camera none'],
  ['which cameras were inactive yesterday', 'each camera none'],
  ['are any cameras inactive', 'each camera none'],
  ['how many inactive cameras do i have', 'each camera none'],
  ['was the garage inactive yesterday', 'events list'],
])('%j asks for the state of cameras: %s (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['how many messages are left', 'plan chats'],
  ['how many gigabytes are left', 'plan storage'],
  ['how many megabytes are left', 'plan storage'],
  ['what are the prices', 'plan prices'],
  ['how many gigabytes did the garage record today', 'recordings'],
  ['how many gigabytes were recorded today', 'recordings'],
  ['how many gb did we record last week', 'recordings'],
  ['how much storage was used last week', 'recordings'],
  ['how many gb yesterday', 'recordings'],
  ['how much storage did we use', 'plan storage'],
  ['how much space was left yesterday', 'plan storage'],
  ['how big is the last clip in megabytes', 'recordings'],
  ['how many gigabytes of recordings do i have left', 'plan storage'],
  ['how many gb of clips are used', 'plan storage'],
  ['how many gb are left for the garage', 'plan storage'],
  ['how much space is left for recordings today', 'plan storage'],
  ['how many records are there', 'recordings'],
  ['how many films today', 'recordings'],
  ['play the last clip', 'recordings'],
  ['display the last event', 'one-end'],
  ['what is the lowest day', 'busiest'],
  ['what share of events are alerts', 'share'],
  ['events besides motion', 'events list'],
  ['people near the garage', 'events list'],
  ['summarize yesterday', 'events list'],
  ['was it undisturbed last night', 'events list'],
  ['how many activities yesterday', 'events count'],
])('%j is read, and nothing of it is left out: %s (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test('gigabytes of one camera and one time are those of its recordings, as are those asked for after them (ASK-01)', () => {
  expect(read('how many gigabytes did the garage record today')).toMatchObject({
    kind: 'recordings',
    filter: { cameras: [{ name: 'Garage' }], period: { label: 'today' } },
  })
  expect(read('in gigabytes', undefined, ['show the clips of the garage today'])).toMatchObject({
    kind: 'recordings',
    filter: { cameras: [{ name: 'Garage' }], period: { label: 'today' } },
  })
  expect(read('in gigabytes', undefined, ['how much storage is left'])).toEqual({ kind: 'plan', about: 'storage' })
  expect(read('in gigabytes', undefined, ['how many people yesterday'])).toEqual({ kind: 'unknown' })
})

test.each([
  ['anyone at the front yesterday', 'events list front'],
  ['was anyone in the back or in the garage', 'events list back'],
  ['did anyone come back yesterday', 'events yes-no'],
  ['anyone at the back of the garage', 'events list'],
])('a side of the house alone names no camera, and is said to be left out: %j (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test('inactive ones of what was asked before are not searched for, nor is the word passed over (ASK-01)', () => {
  expect(read('and inactive ones', undefined, ['which cameras are offline'])).toMatchObject({ kind: 'beyond' })
})

test('how many there are is asked of the last clips too (ASK-01)', () => {
  expect(read('how many of the last 5 clips show people')).toMatchObject({ kind: 'events', manner: 'count' })
})

test.each([
  ['how big is the last clip in megabytes', 'newest'],
  ['how many megabytes has the first recording', 'oldest'],
  ['what is the biggest clip in gb', 'largest'],
])('the size of one recording is told of that one: %j (ASK-01)', (question, order) => {
  expect(read(question)).toMatchObject({ kind: 'recordings', order, count: 1 })
})

test.each([
  ['how many messages did i get yesterday', 'beyond thing'],
  ['how many messages were sent last night', 'beyond thing'],
  ['was there any messages at the near gate yesterday', 'unknown-camera near gate'],
  ['how many alert messages did i get', 'events count'],
  ['any messages at the garage', 'beyond thing'],
  ['did i get a message', 'beyond thing'],
  ['how many messages are left today', 'plan chats'],
  ['how many messages have i used this month', 'plan chats'],
  ['how many messages this month', 'plan chats'],
  ['how many messages can i send', 'plan chats'],
  ['how many chat messages did i send yesterday', 'plan chats'],
  ['how many notifications did i get yesterday', 'events count'],
  ['can anyone in the family use the plan', 'plan all'],
  ['was anyone in the message room', 'unknown-camera message room'],
  ['was anyone in the storage room', 'unknown-camera storage room'],
])('messages of a time or a place are none of the plan: %j (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['anyone at the disabled entrance', 'unknown-camera disabled entrance'],
  ['any motion in the records room', 'unknown-camera records room'],
  ['people in the play area yesterday', 'unknown-camera play area'],
  ['anyone at the front gate', 'unknown-camera front gate'],
  ['anyone at the left gate', 'unknown-camera left gate'],
  ['people at home jumping', 'events list jumping'],
  ['how much storage is left', 'plan storage'],
])('a word that is known by itself may begin the name of a place: %j (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['was anyone in the play room', 'play'],
  ['people in the records room', 'records'],
  ['was anyone in the storage room yesterday', 'storage'],
  ['anyone in the activities room', 'activities'],
  ['anyone in the snapshot room', 'snapshot'],
  ['was anyone at the disabled entrance', 'disabled'],
  ['people at the disabled entrance yesterday', 'disabled'],
  ['was anyone at the near entrance', 'near'],
  ['anyone at the dead end', 'dead end'],
  ['anyone in the display case', 'display case'],
  ['people in the moving area', 'moving area'],
  ['was anyone on the play camera', 'play'],
  ['was anyone in the guest room', 'guest'],
  ['any motion in the kids room last night', 'kids'],
  ['motion near the car entrance', 'car'],
  ['anyone at the back entrance yesterday', 'back'],
  ['is the side entrance camera online', 'side'],
])(
  'a place that is no camera is not answered for one of its second word, nor for all: %j (ASK-01)',
  (question, named) => {
    expect(read(question, ['Living Room', 'Main Entrance', 'Garage'])).toEqual({ kind: 'unknown-camera', named })
  },
)

test.each([
  ['i want to play garage clips', 'recordings'],
  ['summary of activities at the garage', 'events list'],
  ['is the dead camera the garage', 'cameras offline'],
  ['display cameras that are offline', 'cameras offline'],
  ['was anyone near the garage', 'events yes-no'],
  ['was anyone caught on film yesterday', 'recordings'],
])('a word that may name a place is none beside what is no place: %j (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each([
  ['people in the play area', ['Play Area'], 'Play Area'],
  ['people at the dead end', ['Dead End', 'Garage'], 'Dead End'],
  ['was anyone in activities', ['Activities', 'Garage'], 'Activities'],
  ['people at snapshot yesterday', ['Snapshot', 'Garage'], 'Snapshot'],
  ['people on the play camera', ['Play Area', 'Garage'], 'Play Area'],
  ['is everything all right', ['Right'], undefined],
])('%j with the cameras %j is of %s (ASK-01)', (question, names, expected) => {
  const intent = read(question, names)
  expect('filter' in intent ? intent.filter.cameras?.map(({ name }) => name).join() : intent.kind).toBe(expected)
})

/** The first stretch that is asked of, or what is not read. */
function hours(question: string): string {
  const intent = read(question)
  if (intent.kind === 'beyond') return `unread ${'word' in intent.beyond ? intent.beyond.word : intent.beyond.why}`
  const range = 'filter' in intent ? intent.filter.period.ranges[0] : undefined
  if (range === undefined) return intent.kind
  return [range.fromMs, range.untilMs]
    .map((ms) => new Date(ms).toISOString().slice(5, 16).replace('T', ' '))
    .join(' to ')
}

test.each([
  ["what's new", 'events list'],
  ['give me a recap', 'events list'],
  ['how old is the oldest clip', 'recordings'],
  ['longest time without motion', 'beyond narrow'],
  ['which clip has the most people', 'beyond narrow'],
  ['how many people are in the last clip', 'beyond narrow'],
  ['when did the power come back', 'beyond thing'],
  ['was the alarm armed yesterday', 'beyond mode'],
  ['did i arm it last night', 'beyond mode'],
  ['who is the owner', 'plan users'],
  ['people outside of office hours', 'beyond time'],
])('%j is of what it says: %s (ASK-01)', (question, expected) => {
  expect(short(question)).toBe(expected)
})

test.each(["what's new", 'anything new', 'what did I miss', 'is everything ok'])(
  '%j asks of the last day (ASK-01)',
  (question) => {
    expect(read(question)).toMatchObject({ filter: { period: { label: 'in the last 24 hours' } } })
  },
)

test.each([
  ['is the garage ok', 'well'],
  ['was the garage fine last night', 'well'],
  ['did i leave the garage door open', 'events list'],
  ['did everyone leave', 'events list'],
  ['has anyone touched the garage camera', 'events list'],
  ['is the alarm on', 'events list'],
  ['is there a car in the garage', 'one-end'],
  ['is the car in the garage', 'one-end'],
  ['and is my dog at the front door', 'one-end'],
  ['how many cars are in the garage', 'one-end'],
  ['how many cars are seen in the garage', 'events count'],
  ['how many cars are in the garage per day', 'each day null'],
  ['are there any events with cars at the garage', 'events list'],
  ['is the car back', 'one-end'],
  ['where is the cat', 'one-end'],
  ['are there any cats', 'events list'],
  ['is anyone in the garage', 'events yes-no'],
  ['was the car in the garage today', 'events yes-no'],
  ['was it a woman yesterday', 'events list'],
  ['was anyone in the garage', 'events yes-no'],
])('what events do not show is not answered with a yes: %j (ASK-09)', (question, expected) => {
  expect(short(question).replace(/ \w+,.*| (?:open|touched).*/, '')).toBe(expected)
})

test.each([
  ['anyone from 8-10pm yesterday', '03-10 20:00 to 03-10 22:00'],
  ['people yesterday 20-22 uhr', '03-10 20:00 to 03-10 22:00'],
  ['people yesterday 20 - 22', '03-10 20:00 to 03-10 22:00'],
  ['people 10-11 10-12', 'unread 10 - 11'],
  ['people before 8am last week', '03-02 00:00 to 03-02 08:00'],
  ['people after 10pm this week', '03-09 22:00 to 03-10 00:00'],
  ['is anyone home', '03-11 14:10 to 03-11 14:20'],
  ['people since i left', 'unread since i left'],
  ['what happened while we were away', 'unread while we were away'],
])('the hours of a question are never left out: %j (ASK-03)', (question, expected) => {
  expect(hours(question)).toBe(expected)
})

test('“which were people” asks of the time before', () => {
  const intent = read('which were people', ['Garage'], ['what happened last night'])
  expect('filter' in intent ? intent.filter.period.label : intent.kind).toBe('last night')
})

test('a meal of the name of a camera is no time (ASK-03)', () => {
  const asked = read('anyone yesterday lunch room', ['Lunch Room', 'Garage'])
  expect(asked).toMatchObject({ filter: { period: { label: 'yesterday' }, cameras: [{ name: 'Lunch Room' }] } })
})
