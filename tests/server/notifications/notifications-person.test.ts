import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Camera } from '../../../src/contract/camera'
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
const clip = (fields = {}) => postClip(hub.fastify, ann, { cameraId: door.id, fields })
const person = (...at: number[]) => clip(seenFields((at.length === 0 ? [0] : at).map((atMs) => seen(atMs))))
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

test('a person is told at once in the middle of an incident of motion, which goes on to its digest (MSG-04)', async () => {
  await clip()
  await round(MINUTE_MS)
  await clip()
  await person()
  await round()
  expect(subjects()).toEqual(['Motion at Door', 'Person at Door'])
  await round(15 * MINUTE_MS)
  expect(subjects().slice(2)).toEqual(['1 more motion at Door'])
})

test('one visit is told once, and how often the person was seen again by a digest (MSG-03)', async () => {
  for (let made = 0; made < 4; made++) await person()
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
  await person()
  await round()
  expect(subjects()).toEqual(told)
})

test('mail, Slack and Discord say that a person was seen, with the picture in the mail (MSG-01)', async () => {
  const { url } = receiver
  const discord = { discordEnabled: true, notifyDiscordWebhook: `${url}/discord` }
  await set({ slackEnabled: true, notifySlackWebhook: `${url}/slack`, ...discord })
  await clip({ ...seenFields([seen(0)]), thumbnail: jpeg(700, 2).toString('base64') })
  await round()
  const [mail] = hub.mails
  expect([mail?.subject, mail?.images?.[0]?.bytes.equals(jpeg(700, 2))]).toEqual(['Person at Door', true])
  const texts = [mail?.text, ...receiver.posts.map(({ json }) => JSON.stringify(json))]
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text?.replaceAll('\\\\', '')).toMatch(/A person was seen at Door \\?\(Hall\\?\)\./)
})

test('a message counts the people of one moment (PERSON-07)', async () => {
  await person(0, 0, 0, 500)
  await round()
  expect(hub.mails[0]?.subject).toBe('Person at Door')
  expect(hub.mails[0]?.text).toContain('3 people were seen at Door (Hall).')
  expect(hub.mails[0]?.text).toContain('Type: Person\nSeen: 3 people\n')
})

test('a clip that is sent again tells nobody a second time (HUB-12)', async () => {
  const fields = { clipId: '00000000-0000-4000-8000-000000000001', ...seenFields([seen(0)]) }
  await clip(fields)
  await clip(fields)
  await round(20 * MINUTE_MS)
  expect(subjects()).toEqual(['Person at Door'])
})
