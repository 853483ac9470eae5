import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
import type { Label } from '../../../src/lib/label'
import { addCamera, send } from '../support/calls'
import { seen, seenFields } from '../support/detections'
import { jpeg, postClip } from '../support/forms'
import { type SignedInUser, startTestHub, type TestHub } from '../support/hub'
import { later } from '../support/later'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver'

const MINUTE_MS = 60_000

let hub: TestHub
let ann: SignedInUser
let door: Camera
let receiver: WebhookReceiver
beforeEach(async () => {
  receiver = await startReceiver()
  hub = await startTestHub({ tier: 'PRO', environment: { WEBHOOK_HOSTS: receiver.host } })
  ann = await hub.signIn()
  door = await addCamera(hub.fastify, ann)
  hub.mails.length = 0
})
afterEach(async () => {
  await hub.close()
  await receiver.close()
})

const subjects = () => hub.mails.map(({ subject }) => subject)
const clipOf = (fields: Readonly<Record<string, string>>) => postClip(hub.fastify, ann, { cameraId: door.id, fields })
const shown = (labels: readonly Label[]) => seenFields(labels.map((label, track) => seen(0, { label, track })))
const clip = (...labels: Label[]) => clipOf(shown(labels))
const round = async (passMs = 0) => {
  ann = await later(hub, ann, passMs)
  await hub.hub.jobs.runNow('notifications')
}

async function set(change: object) {
  const { notifySmsNumber: _, channelStatus: __, ...config } = (await send(hub.fastify, ann, 'GET', '/wsconfig')).json()
  for (const part of ['notifications', 'integrations']) {
    const answer = await send(hub.fastify, ann, 'PUT', `/wsconfig/${part}`, { ...config, ...change })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

const none = { notifyOnMotion: false, notifyOnPerson: false, notifyOnAnimal: false, notifyOnVehicle: false }

test('a person is told at once in the middle of an incident of motion, which goes on to its digest (MSG-04)', async () => {
  await clip()
  await round(MINUTE_MS)
  await clip()
  await clip('person')
  await round()
  expect(subjects()).toEqual(['Motion at Door', 'Person at Door'])
  await round(15 * MINUTE_MS)
  expect(subjects().slice(2)).toEqual(['1 more motion at Door'])
})

test('one visit is told once, and how often the person was seen again by a digest (MSG-03)', async () => {
  for (let made = 0; made < 4; made++) await clip('person')
  await round()
  expect(subjects()).toEqual(['Person at Door'])
  await round(15 * MINUTE_MS)
  expect(subjects().slice(1)).toEqual(['3 more sightings of a person at Door'])
})

test.each([
  [{ notifyOnPerson: false }, ['Motion at Door']],
  [{ notifyOnMotion: false }, ['Person at Door']],
])('with %j the mails are %j: a person goes by the toggle of persons (NOTIF-02)', async (change, told) => {
  await set(change)
  await clip()
  await clip('person')
  await round()
  expect(subjects()).toEqual(told)
})

describe('one is sent where any of what is shown is chosen (LABEL-08)', () => {
  test.each([
    [{ notifyOnAnimal: true }, ['dog'], ['Dog at Door']],
    [{ notifyOnVehicle: true }, ['dog'], []],
    [{ notifyOnVehicle: true }, ['dog', 'car'], ['Dog at Door']],
    [{ notifyOnMotion: true }, ['car'], []],
    [{ notifyOnMotion: true }, [], ['Motion at Door']],
    [{ notifyOnAnimal: true, notifyOnVehicle: true, notifyOnPerson: true }, [], []],
    [{ notifyOnPerson: true }, ['person', 'dog'], ['Person at Door']],
    [{ notifyOnAnimal: true }, ['person', 'dog'], ['Person at Door']],
    [{ notifyOnAnimal: true, notifyOnMotion: true }, ['person', 'car'], []],
    [{ notifyOnPerson: true }, ['cat'], []],
  ] as const)('with %j alone, of a clip of %j the mails are %j', async (on, labels, told) => {
    await set({ ...none, ...on })
    await clip(...labels)
    await round()
    expect(subjects()).toEqual(told)
  })

  test('what nobody wants to hear of is in no incident and no digest', async () => {
    await set({ ...none, notifyOnAnimal: true })
    await clip('car')
    await clip('dog')
    await clip()
    await clip('cat')
    await round()
    expect(subjects()).toEqual(['Dog at Door'])
    await round(15 * MINUTE_MS)
    expect(subjects().slice(1)).toEqual(['1 more motion at Door'])
    expect(hub.mails[1]?.text).toContain('Type: Motion\nCount: 1\nSeen: 1 cat\n')
  })

  test('a digest is sent while any of what it tells of is chosen, and not when none is any more', async () => {
    await set({ ...none, notifyOnAnimal: true, notifyOnVehicle: true })
    await clip('dog')
    await clip('dog', 'dog')
    await clip('car', 'dog')
    await set({ notifyOnAnimal: false })
    await round(15 * MINUTE_MS)
    expect(subjects()).toEqual(['Dog at Door', '2 more motions at Door'])
    expect(hub.mails[1]?.text).toContain('Seen: 2 dogs, 1 car\n')
    await clip('car')
    await clip('car')
    await set({ notifyOnVehicle: false })
    await round(15 * MINUTE_MS)
    expect(subjects().slice(2)).toEqual(['Car at Door'])
  })

  test('what a digest told of is not in the next one', async () => {
    for (const labels of [['dog'], ['car'], ['cat']] as const) {
      await clip(...labels)
      await round(9 * MINUTE_MS)
    }
    await clip('bird')
    await round(15 * MINUTE_MS)
    expect(hub.mails.map(({ text }) => /Seen: .*/.exec(text)?.[0])).toEqual([
      'Seen: 1 dog',
      'Seen: 1 car',
      'Seen: 1 cat, 1 bird',
    ])
  })
})

test('mail, Slack and Discord say what was seen, with the picture in the mail (LABEL-05, MSG-01)', async () => {
  const { url } = receiver
  const discord = { discordEnabled: true, notifyDiscordWebhook: `${url}/discord` }
  await set({ slackEnabled: true, notifySlackWebhook: `${url}/slack`, ...discord })
  await clipOf({ ...shown(['horse']), thumbnail: jpeg(700, 2).toString('base64') })
  await round()
  const [mail] = hub.mails
  expect([mail?.subject, mail?.images?.[0]?.bytes.equals(jpeg(700, 2))]).toEqual(['Horse at Door', true])
  expect(mail?.text).toContain('Type: Motion\nSeen: 1 horse\n')
  const texts = [mail?.text, ...receiver.posts.map(({ json }) => JSON.stringify(json))]
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text?.replaceAll('\\\\', '')).toMatch(/A horse was seen at Door \\?\(Hall\\?\)\./)
  for (const { json } of receiver.posts) expect(JSON.stringify(json)).toContain('Horse at Door')
})

test('a message counts the people of one moment (PERSON-07)', async () => {
  await clipOf(seenFields([0, 0, 0, 500].map((atMs) => seen(atMs))))
  await round()
  expect(hub.mails[0]?.subject).toBe('Person at Door')
  expect(hub.mails[0]?.text).toContain('3 people were seen at Door (Hall).')
  expect(hub.mails[0]?.text).toContain('Type: Person\nSeen: 3 people\n')
})

test('a message tells all that one moment shows (LABEL-05)', async () => {
  await clip('dog', 'person', 'person')
  await round()
  expect(hub.mails[0]?.subject).toBe('Person at Door')
  expect(hub.mails[0]?.text).toContain('2 people and 1 dog were seen at Door (Hall).')
})

describe('a clip that somebody had recorded who looked (LIVE-98)', () => {
  const byHand = (...labels: Label[]) => clipOf({ ...shown(labels), isByHand: 'true' })
  const listed = async () => (await send(hub.fastify, ann, 'GET', '/notifications')).json().events[0]

  test('is an event with words of its own, and nobody is told of motion for it', async () => {
    await set({ ...none, notifyOnMotion: true })
    expect((await byHand()).statusCode).toBe(201)
    await round()
    expect(subjects()).toEqual([])
    expect(await listed()).toMatchObject({
      type: 'MOTION',
      title: 'Recorded by hand at Door',
      message: 'Somebody who looked through the camera at Door (Hall) had this recorded.',
    })
    // Motion soon after is the first of its incident.
    await clip()
    await round()
    expect(subjects()).toEqual(['Motion at Door'])
  })

  test('says who is recognised in it too, of which is told as ever', async () => {
    await set({ ...none, notifyOnPerson: true })
    await byHand('person')
    await round()
    expect(subjects()).toEqual(['Person at Door'])
    expect(await listed()).toMatchObject({
      type: 'PERSON',
      title: 'Recorded by hand at Door',
      message: expect.stringMatching(/had this recorded\. A person was seen\.$/),
    })
  })

  test('says so by true or false and nothing else', async () => {
    const answer = await clipOf({ isByHand: 'yes' })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'isByHand: isByHand is true or false.'])
  })
})
