import { describe, expect, test } from 'vitest'
import { readQuestion } from '../../../server/assistant/question/read-question'

const names = ['Front Door', 'Garage', 'Car park', 'Dog house', 'Bus stop', 'Old cat flap', 'Big bird house', 'Cats']
const cameras = names.map((name) => ({ id: name, name, location: name === 'Garage' ? 'Vehicle yard' : 'House' }))
const NOW_MS = Date.parse('2026-03-11T14:20Z')

/** What is asked, of which types, showing what, where and when. */
function short(question: string, ...before: string[]): string {
  const intent = readQuestion(question, before, { cameras, nowMs: NOW_MS, zone: 'UTC' })
  if (intent.kind === 'beyond') return `beyond ${intent.beyond.why}`
  if (!('filter' in intent)) return intent.kind
  const { types, labels, cameras: meant, period, unread } = intent.filter
  const manner = 'manner' in intent ? intent.manner : ''
  return [
    `${intent.kind} ${manner}`.trim(),
    types?.join('+') ?? 'any',
    labels === null ? 'whatever' : labels.join('+') || 'nothing',
    meant?.map(({ name }) => name).join('+') ?? 'all',
    period.isAll ? 'ever' : period.label,
    ...unread,
  ].join(' | ')
}

const animals = 'cat+dog+bird+horse'
const vehicles = 'bicycle+car+motorcycle+bus+truck'

describe('the assistant knows labels (LABEL-10)', () => {
  test.each([
    ['how many dogs yesterday', 'events count | any | dog | all | yesterday'],
    ['when was the last car', 'one-end | any | car | all | ever'],
    ['any animals today?', `events list | any | ${animals} | all | today`],
    ['did a cat come by', 'events yes-no | any | cat | all | ever'],
    ['show me vehicles at the garage', `events list | any | ${vehicles} | Garage | ever`],
    ['any pets last night', 'events list | any | cat+dog | all | last night'],
    ['bikes and motor-bikes today', 'events list | any | bicycle+motorcycle | all | today'],
    ['how many lorries and buses', 'events count | any | bus+truck | all | ever'],
    ['any puppies or ponies today', 'events list | any | dog+horse | all | today'],
    ['people and dogs today', 'events list | any | person+dog | all | today'],
    ['did anyone or an animal come by last night', `events yes-no | any | person+${animals} | all | last night`],
    ['alerts and dogs today', 'events list | PERSON+MOTION+ALERT | dog | all | today'],
    ['motion of cars today', 'events list | any | car | all | today'],
    ['cars or other motion today', 'events list | PERSON+MOTION | whatever | all | today'],
    ['animals but not cats today', 'events list | any | dog+bird+horse | all | today'],
    ['people today, not dogs', 'events list | PERSON | whatever | all | today'],
    ['which animals came yesterday', `events list | any | ${animals} | all | yesterday`],
    ['clips of birds this week', 'recordings | any | bird | all | this week'],
    ['when was a dog last seen', 'one-end | any | dog | all | ever'],
    ['only motion today', 'events list | MOTION | nothing | all | today'],
    ['motion today, not people', 'events list | MOTION | whatever | all | today'],
    ['any motion today', 'events list | PERSON+MOTION | whatever | all | today'],
    ['did something happen today', 'events yes-no | any | whatever | all | today'],
    ['any animlas or vehciles today', `events list | any | ${animals}+${vehicles} | all | today`],
    ['everything but cars today', 'beyond narrow'],
    ['motion without dogs today', 'beyond narrow'],
    ['anything other than a cat today', 'beyond narrow'],
    ['what colour was the car', 'beyond looks'],
    ['any vans today', 'beyond thing'],
  ])('"%s" asks: %s', (question, expected) => {
    expect(short(question)).toBe(expected)
  })

  test.each([
    ['anything at the car park today', 'events list | any | whatever | Car park | today'],
    ['cars at the car park today', 'events list | any | car | Car park | today'],
    ['dogs at the dog house', 'events list | any | dog | Dog house | ever'],
    ['people at the bus stop', 'events list | PERSON | whatever | Bus stop | ever'],
    ['any motion at the cat flap', 'events list | PERSON+MOTION | whatever | Old cat flap | ever'],
    ['any motion at the bird house', 'events list | PERSON+MOTION | whatever | Big bird house | ever'],
    ['cars in the vehicle yard', 'events list | any | car | Garage | ever'],
    ['any cats today', 'events list | any | cat | all | today'],
    ['motion at the cats camera today', 'events list | PERSON+MOTION | whatever | Cats | today'],
    ['any dog today', 'events list | any | dog | all | today'],
  ])('"%s" asks: %s, as a word of a camera\'s name stays one', (question, expected) => {
    expect(short(question)).toBe(expected)
  })

  test.each([
    [['how many dogs today', 'and yesterday?'], 'events count | any | dog | all | yesterday'],
    [['how many dogs today', 'and cats?'], 'events count | any | cat | all | today'],
    [['how many people today', 'and animals?'], `events count | any | ${animals} | all | today`],
    [['how many dogs today', 'and people?'], 'events count | PERSON | whatever | all | today'],
    [['any cars today', 'show me the clips'], 'recordings | any | car | all | today'],
    [['when was the last cat', 'did it come back'], 'events list | any | cat | all | ever'],
    [['last car at the garage', 'did they leave or come'], 'events list | any | car | Garage | ever'],
    [['last dog', 'did anyone come with it'], 'events list | PERSON | whatever | all | ever'],
    [['any cats today', 'did they come with a dog'], 'events list | any | dog | all | today'],
  ])('%s: what a question leaves out follows from those before (ASK-01)', (questions, expected) => {
    expect(short(questions.at(-1) ?? '', ...questions.slice(0, -1))).toBe(expected)
  })

  test.each([
    ['how many events today were not people', 'events count | MOTION+ALERT | whatever | all | today'],
    ["how many events today weren't people", 'events count | MOTION+ALERT | whatever | all | today'],
    ['show me events that were not people', 'events list | MOTION+ALERT | whatever | all | ever'],
    ['any motion that was not a person today', 'events list | MOTION | whatever | all | today'],
    ['any motion without a person yesterday', 'events list | MOTION | whatever | all | yesterday'],
    ['events not by people today', 'events list | MOTION+ALERT | whatever | all | today'],
    [
      'how many people were not at the garage today',
      'events count | PERSON | whatever | Front Door+Car park+Dog house+Bus stop+Old cat flap+Big bird house+Cats | today',
    ],
    ['motion and alerts today, not people', 'events list | MOTION+ALERT | whatever | all | today'],
    ['everything except people and alerts today', 'events list | MOTION | whatever | all | today'],
    ['events other than people or motion today', 'events list | ALERT | whatever | all | today'],
    ['people rather than motion today', 'events list | PERSON | whatever | all | today'],
    ['was there anything other than people yesterday', 'events yes-no | MOTION+ALERT | whatever | all | yesterday'],
    ['dogs today, not people', 'events list | any | dog | all | today'],
    ['neither people nor cats today', 'beyond narrow'],
    ['events today that were not people or cats', 'beyond narrow'],
    ['anything except cats and people today', 'beyond narrow'],
    ['cars without people today', 'beyond narrow'],
    ['cars without anyone today', 'beyond narrow'],
    ['people without cars today', 'beyond narrow'],
    ['which days had no people last week', 'each | PERSON | whatever | all | last week'],
    ['which days were without people last week', 'beyond narrow'],
    ['which nights had no people last week', 'beyond narrow'],
    ["wasn't a person at the garage today", 'events list | PERSON | whatever | Garage | today'],
    ['were there not people today', 'events list | PERSON | whatever | all | today'],
    ['was the camera not covered today', 'events list | ALERT | whatever | all | today'],
  ])('"%s" asks: %s, as what is excluded is not asked for (ASK-01)', (question, expected) => {
    expect(short(question)).toBe(expected)
  })
})
