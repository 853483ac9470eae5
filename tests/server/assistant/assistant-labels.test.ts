import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Label } from '../../../src/lib/label'
import { addCamera, answerTo } from '../support/calls'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { type Recorded, writeRecorded } from '../support/recorded'
import { watchForLong } from '../support/watching'

let hub: TestHub
let ann: SignedInUser
let door: string
let yard: string
beforeEach(async () => {
  hub = await startTestHub({ tier: 'TEAM' })
  ann = await hub.signIn()
  door = (await addCamera(hub.fastify, ann, 'Front Door')).id
  yard = (await addCamera(hub.fastify, ann, 'Yard')).id
  await watchForLong(hub)
})
afterEach(() => hub.close())

const clip = (cameraId: string, time: string, ...labels: Label[]): Recorded => ({
  cameraId,
  atMs: Date.parse(`${time}:00Z`),
  sizeBytes: 1000,
  type: labels.includes('person') ? 'PERSON' : 'MOTION',
  title: `Clip of ${labels.join(' and ') || 'nothing'}`,
  seen: labels.map((label) => ({ label, count: 1 })),
})
const write = (...events: Recorded[]) => writeRecorded(hub.dataDir, ann, events)

/** Asks; the links' addresses are left out. */
const ask = (message: string) => answerTo(hub.fastify, ann, message)
const TODAY = 'today (since 2026-03-10 00:00 UTC)'

describe('the built-in assistant tells labels apart (LABEL-10)', () => {
  test('counts, finds and lists what shows one of them', async () => {
    await write(
      clip(door, '2026-03-10T08:00', 'dog'),
      clip(yard, '2026-03-10T09:00', 'person', 'dog'),
      clip(yard, '2026-03-10T10:00', 'cat', 'car'),
      clip(yard, '2026-03-10T11:00'),
    )
    expect(await ask('how many dogs today')).toBe(
      [
        `There were 2 events with a dog ${TODAY}.`,
        '- 2026-03-10 09:00 UTC: Clip of person and dog, [open the clip](link)',
        '- 2026-03-10 08:00 UTC: Clip of dog, [open the clip](link)',
      ].join('\n'),
    )
    expect(await ask('when was the last car')).toBe(
      'The last event with a car in all that is kept was at 2026-03-10 10:00 UTC: Clip of cat and car, [open the clip](link).',
    )
    expect(await ask('is the car in the yard?')).toBe(
      'The last event with a car at Yard in all that is kept was at 2026-03-10 10:00 UTC: Clip of cat and car, [open the clip](link). What stands still is in no event, so I do not know what is there now.',
    )
    expect(await ask('did a cat come by today?')).toContain(`Yes: there was 1 event with a cat ${TODAY}.`)
    expect(await ask('show me vehicles at the yard')).toContain('There was 1 event with a vehicle at Yard in all')
    expect(await ask('clips of dogs or cars today')).toContain(
      `There were 3 recordings of a dog or recordings of a car ${TODAY}, `,
    )
    expect(await ask('what percentage of events today had animals')).toMatch(
      /^75%: 3 events with an animal .*of 4 events in all\.$/,
    )
  })

  test('of several kinds it says how many there were of each', async () => {
    await write(
      clip(door, '2026-03-10T08:00', 'dog'),
      clip(yard, '2026-03-10T09:00', 'person', 'dog'),
      clip(yard, '2026-03-10T10:00', 'cat'),
      clip(yard, '2026-03-10T11:00', 'truck'),
    )
    expect(await ask('any animals today?')).toContain(`3 events with an animal ${TODAY}. Cat: 1 and Dog: 2.\n`)
    expect(await ask('people and cats today')).toContain(
      `There were 2 person events or events with a cat ${TODAY}. Person: 1 and Cat: 1.\n`,
    )
    expect(await ask('what kinds of events were there today')).toBe(
      [
        `There were 4 events ${TODAY}:`,
        '- Person: 1',
        '- Cat: 1',
        '- Dog: 2',
        '- Truck: 1',
        '- Motion: 0',
        '- Alert: 0',
      ].join('\n'),
    )
  })

  test('who asks for motion or for anything is told of all of them, and of which there were', async () => {
    await write(
      clip(door, '2026-03-10T08:00', 'dog'),
      clip(yard, '2026-03-10T09:00', 'person'),
      clip(yard, '2026-03-10T10:00', 'car'),
      clip(yard, '2026-03-10T11:00'),
    )
    expect(await ask('any motion today?')).toContain(
      `There were 4 motion events ${TODAY}. Person: 1, Dog: 1, Car: 1 and Motion: 1.\n`,
    )
    for (const question of ['did anything happen today', 'activity today', 'did something happen today?'])
      expect(await ask(question)).toContain(`here were 4 events ${TODAY}. Person: 1, Dog: 1, Car: 1 and Motion: 1.\n`)
    expect(await ask('motion today, not people')).toContain(
      `There were 3 motion events ${TODAY}. Dog: 1, Car: 1 and Motion: 1. Besides there was 1 person event.\n`,
    )
  })

  test('only motion is that in which nothing was recognised, and the answer says so', async () => {
    await write(clip(door, '2026-03-10T08:00', 'dog'), clip(yard, '2026-03-10T09:00', 'person'))
    expect(await ask('only motion today')).toBe(
      `There was no unrecognised motion event ${TODAY}. But there were 2 other events. Person: 1 and Dog: 1.`,
    )
    await write(clip(door, '2026-03-10T10:00'))
    expect(await ask('only motion today')).toBe(
      `There was 1 unrecognised motion event ${TODAY}.\n- 2026-03-10 10:00 UTC: Clip of nothing, [open the clip](link)`,
    )
  })

  test('where there is none of the kind that is asked for, what else there was is no secret', async () => {
    expect(await ask('any dogs today?')).toBe(`There was no event with a dog ${TODAY}.`)
    await write(clip(door, '2026-03-10T08:00', 'cat'), clip(yard, '2026-03-10T09:00', 'person', 'cat'))
    const others = 'But there were 2 other events. Person: 1 and Cat: 2.'
    expect(await ask('were there any dogs today?')).toBe(`No: there was no event with a dog ${TODAY}. ${others}`)
    expect(await ask('when was the last car today')).toBe(`There was no event with a car ${TODAY}. ${others}`)
    expect(await ask('dog clips of today')).toBe(`There was no recording of a dog ${TODAY}. ${others}`)
    expect(await ask('which camera had the most dogs today')).toBe(`There was no event with a dog ${TODAY}. ${others}`)
    expect(await ask('dogs per camera today')).toBe(`There was no event with a dog ${TODAY}. ${others}`)
    expect(await ask('how many dogs a day on average today')).toBe(`There was no event with a dog ${TODAY}. ${others}`)
    expect(await ask('any people at the front door today')).toBe(
      `There was no person event at Front Door ${TODAY}. But there was 1 other event. Cat: 1.`,
    )
    expect(await ask('any alerts today')).toBe(
      `There was no security alert ${TODAY}. But there were 2 other events. Person: 1 and Cat: 2.`,
    )
  })

  test('what cameras do not tell apart is said with what they do', async () => {
    expect(await ask('how many foxes came yesterday')).toBe(
      'I cannot tell "foxes" from other motion: the hub knows people, cats, dogs, birds, horses, bicycles, cars, motorcycles, buses, trucks, other motion and security alerts.',
    )
  })
})
